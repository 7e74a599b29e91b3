package table

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/every"
	"settable/games/gamestest"
	"settable/render/words"
	"settable/store/ids"
)

var allGames = every.Game

// foreign returns all languages that the bot knows, except English.
func foreign(t *testing.T) (list []*words.Language) {
	catalogues, err := words.New(nil, allGames)
	require.NoError(t, err)
	return catalogues.Languages()[1:]
}

// corpusSection returns the lines below a heading of a language's corpus, or none if the language has no corpus.
func corpusSection(t *testing.T, l *words.Language, heading string) (lines []string) {
	text, err := os.ReadFile("../testdata/talk/" + l.Locale() + ".txt")
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	_, part, found := strings.Cut(string(text), "## "+heading+"\n")
	require.True(t, found, "%s has no %s", l.Locale(), heading)
	part, _, _ = strings.Cut(part, "\n## ")
	for line := range strings.Lines(part) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// planIn parses what a player with the given vocabulary types, and returns the Word and its plan.
func (f *testTable) planIn(speaks *games.Vocabulary, who ids.User, said string) (Word, Plan) {
	w := f.wordVia(Slash, who, "nothing")
	w.Door, w.Words, w.Move, w.Vocabulary = Typed, said, nil, speaks
	w = f.Session().Understand(w)
	return w, f.Session().Plan(w, f.moment())
}

// Talk is ignored no matter which language a table or player uses. The samples are the international corpus and that
// of each language. A line of a corpus that is also a move counts as that move if a player types it.
func TestTalkIsIgnoredInEveryLanguage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	tables := map[string]*testTable{}
	for game := range stages {
		tables[game] = newStage(t, game, stages[game][0])
	}
	for _, l := range foreign(t) {
		either := map[string]bool{} // for example "poker: passe"
		for _, line := range corpusSection(t, l, "players") {
			game, said, ok := strings.Cut(line, ": ")
			require.True(t, ok, line)
			either[line] = true
			w, p := tables[game].planIn(l.Vocabulary(game), bob, said)
			require.NotNil(t, w.Move, "%s %s", l.Locale(), line)
			require.Contains(t, []Verdict{Played, Refused, OnlyLooked}, p.Answer.Verdict, line)
		}
		talk := append(corpus(t, "talk.txt"), corpusSection(t, l, "talk")...)
		for game, f := range tables {
			speaks := l.Vocabulary(game)
			for _, said := range talk {
				w, p := f.planIn(speaks, eve, said)
				requireSilent(t, p, "%s at %s: %q", l.Locale(), game, said)
				require.True(t, w.Move != nil || w.Words == said, "talk must not be translated: %q", said)
				if !either[game+": "+said] {
					_, p = f.planIn(speaks, bob, said)
					requireSilent(t, p, "%s at %s: %q", l.Locale(), game, said)
				}
			}
		}
	}
}

func TestSpellingsOfMovesInEveryLanguage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	tables := map[string]*testTable{}
	for game := range stages {
		tables[game] = newStage(t, game, stages[game][0])
	}
	for _, l := range foreign(t) {
		for _, line := range corpusSection(t, l, "moves") {
			parts := strings.SplitN(line, " | ", 3)
			require.Len(t, parts, 3, line)
			w, _ := tables[parts[0]].planIn(l.Vocabulary(parts[0]), bob, parts[2])
			if assert.NotNil(t, w.Move, "%s %s", l.Locale(), line) {
				assert.Equal(t, parts[1], w.Move.String(), "%s %s", l.Locale(), line)
				move, noted := rules[parts[0]].Parse(w.Words)
				assert.True(t, noted && move.String() == parts[1], "%s %s: %q", l.Locale(), line, w.Words)
			}
		}
	}
}

// Every translated verb can be used with its arguments, and so can the English verb and the documented examples.
func TestEveryTypedVerbIsUnderstood(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for _, l := range foreign(t) {
		for _, kind := range allGames {
			f, speaks := newStage(t, kind.Name(), stages[kind.Name()][0]), l.Vocabulary(kind.Name())
			for _, v := range kind.Manual().Verbs {
				if v.Private {
					continue
				}
				want := f.wordVia(Mention, bob, v.Example).Move // "leave" must be addressed to the table
				require.NotNil(t, want, v.Example)
				_, behind, _ := strings.Cut(v.Example, " ")
				for _, said := range spellings(l, kind.Name(), v.Name, behind) {
					w := f.wordVia(Mention, bob, "nothing")
					w.Words, w.Move, w.Vocabulary = said, nil, speaks
					w = f.Session().Understand(w)
					require.NotNil(t, w.Move, "%s %s: %q", l.Locale(), kind.Name(), said)
					require.Equal(t, want.String(), w.Move.String(), "%s %s: %q", l.Locale(), kind.Name(), said)
				}
			}
		}
	}
}

// spellings returns all the ways to type a move in a language: with each translation of its verb, as in the
// documentation, and in English.
func spellings(l *words.Language, game, verb, behind string) (list []string) {
	taught := l.Typing(game, strings.TrimSpace(verb+" "+behind))
	for _, whose := range []string{game, "games"} {
		if key := whose + ".typed." + verb; l.Has(key) {
			for _, word := range l.Synonyms(key) {
				list = append(list, strings.TrimSpace(word+" "+behind))
			}
			break
		}
	}
	return append(list, taught, strings.ToUpper(taught), strings.TrimSpace(verb+" "+behind))
}
