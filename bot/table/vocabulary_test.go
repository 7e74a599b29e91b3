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
	"settable/store"
)

var kinds = every.Game

// foreign returns all languages but English.
func foreign(t *testing.T) (list []*words.Language) {
	catalogues, err := words.New(nil, kinds)
	require.NoError(t, err)
	return catalogues.Languages()[1:]
}

// spoken returns the lines of a language's corpus below a heading; none where nobody has written one.
func spoken(t *testing.T, l *words.Language, heading string) (lines []string) {
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

// in is what somebody says who understands a language, and what that would do.
func (f *felt) in(speaks *games.Vocabulary, who store.PlayerID, said string) (Word, Plan) {
	w := f.through(Slash, who, "nothing")
	w.Door, w.Words, w.Move, w.Vocabulary = Typed, said, nil, speaks
	w = f.Session().Understand(w)
	return w, f.Session().Plan(w, f.moment())
}

// Talk stays talk where a table or a player understands another language: what is said all
// over the world, and what is said in that language. A line that is a move of a game as well,
// said by who sits there, is that move; said by others it is talk.
func TestTalkIsSilentInEveryLanguage(t *testing.T) {
	gamestest.Unraced(t)
	tables := map[string]*felt{}
	for game := range stages {
		tables[game] = stage(t, game, stages[game][0])
	}
	for _, l := range foreign(t) {
		either := map[string]bool{} // "poker: passe"
		for _, line := range spoken(t, l, "players") {
			game, said, ok := strings.Cut(line, ": ")
			require.True(t, ok, line)
			either[line] = true
			w, p := tables[game].in(l.Vocabulary(game), bob, said)
			require.NotNil(t, w.Move, "%s %s", l.Locale(), line)
			require.Contains(t, []Verdict{Played, Refused, OnlyLooked}, p.Answer.Verdict, line)
		}
		talk := append(corpus(t, "talk.txt"), spoken(t, l, "talk")...)
		for game, f := range tables {
			speaks := l.Vocabulary(game)
			for _, said := range talk {
				w, p := f.in(speaks, eve, said)
				isSilent(t, p, "%s at %s: %q", l.Locale(), game, said)
				require.True(t, w.Move != nil || w.Words == said, "talk is as it was said: %q", said)
				if !either[game+": "+said] {
					_, p = f.in(speaks, bob, said)
					isSilent(t, p, "%s at %s: %q", l.Locale(), game, said)
				}
			}
		}
	}
}

// What people type for a move in their language is the one notation.
func TestMovesAsPeopleTypeThemInEveryLanguage(t *testing.T) {
	gamestest.Unraced(t)
	tables := map[string]*felt{}
	for game := range stages {
		tables[game] = stage(t, game, stages[game][0])
	}
	for _, l := range foreign(t) {
		for _, line := range spoken(t, l, "moves") {
			parts := strings.SplitN(line, " | ", 3)
			require.Len(t, parts, 3, line)
			w, _ := tables[parts[0]].in(l.Vocabulary(parts[0]), bob, parts[2])
			if assert.NotNil(t, w.Move, "%s %s", l.Locale(), line) {
				assert.Equal(t, parts[1], w.Move.String(), "%s %s", l.Locale(), line)
				move, noted := rules[parts[0]].Parse(w.Words)
				assert.True(t, noted && move.String() == parts[1], "%s %s: %q", l.Locale(), line, w.Words)
			}
		}
	}
}

// Each word of a language for a verb is that verb, with what may stand behind it, and what is
// taught is understood; and the English of it is understood as well.
func TestEveryTypedVerbIsUnderstood(t *testing.T) {
	gamestest.Unraced(t)
	for _, l := range foreign(t) {
		for _, kind := range kinds {
			f, speaks := stage(t, kind.Name(), stages[kind.Name()][0]), l.Vocabulary(kind.Name())
			for _, v := range kind.Manual().Verbs {
				if v.Private {
					continue
				}
				want := f.through(Mention, bob, v.Example).Move // "leave" is for who means the table
				require.NotNil(t, want, v.Example)
				_, behind, _ := strings.Cut(v.Example, " ")
				for _, said := range ways(l, kind.Name(), v.Name, behind) {
					w := f.through(Mention, bob, "nothing")
					w.Words, w.Move, w.Vocabulary = said, nil, speaks
					w = f.Session().Understand(w)
					require.NotNil(t, w.Move, "%s %s: %q", l.Locale(), kind.Name(), said)
					require.Equal(t, want.String(), w.Move.String(), "%s %s: %q", l.Locale(), kind.Name(), said)
				}
			}
		}
	}
}

// ways are how a move may be typed in a language: with each word for its verb, as it is taught,
// and in English.
func ways(l *words.Language, game, verb, behind string) (list []string) {
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
