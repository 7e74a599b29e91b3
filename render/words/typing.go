package words

import (
	"maps"
	"regexp"
	"strings"
	"sync"

	"settable/games"
)

// typing translates typed moves. The keys games.typed.VERB and GAME.typed.VERB hold the words for a verb. The keys
// games.behind.WORD and GAME.behind.WORD hold the words that may follow a verb.
type typing struct {
	words        *lexicon
	vocabularies sync.Map // of *games.Vocabulary, by game
}

// These are the groups of keys for typed words.
const verbs, behind = ".typed.", ".behind."

// Vocabulary returns the typed words of a game in this language.
func (t *typing) Vocabulary(game string) *games.Vocabulary {
	if v, made := t.vocabularies.Load(game); made {
		return v.(*games.Vocabulary)
	}
	made := games.NewVocabulary(t.gameWords(game, verbs), t.gameWords(game, behind))
	v, _ := t.vocabularies.LoadOrStore(game, made)
	return v.(*games.Vocabulary)
}

// gameWords returns the words of a group by key. A game's own words replace those that all games share.
func (t *typing) gameWords(game, group string) map[string][]string {
	all := t.withPrefix("games" + group)
	maps.Copy(all, t.withPrefix(game+group))
	return all
}

// withPrefix returns the words of all keys with this prefix. The keys of the result omit the prefix.
func (t *typing) withPrefix(begin string) map[string][]string {
	all := map[string][]string{}
	for key := range t.words.sentences {
		if word, ok := strings.CutPrefix(key, begin); ok {
			all[word] = t.words.Synonyms(key)
		}
	}
	return all
}

// Translate replaces each typed word with the name of its key after the prefix begin. With the prefix agenda.when, for
// example, "morgen 20 uhr" becomes "tomorrow 20 oclock". A number and an adjacent letter count as separate words.
func (t *typing) Translate(begin, said string) string {
	const first = "said" // a move must begin with a verb
	for range 2 {        // "20h30" must be split twice
		said = numbered.ReplaceAllString(said, "$1$3 $2$4")
	}
	heard := games.NewVocabulary(map[string][]string{first: nil}, t.withPrefix(begin)).Notation(first + " " + said)
	return strings.TrimPrefix(heard, first+" ")
}

var numbered = regexp.MustCompile(`(\d)(\pL)|(\pL)(\d)`)

// Typing returns a move as players of the game type it in this language. The move is given in notation.
func (t *typing) Typing(game, move string) string {
	fields := strings.Fields(move)
	for i := range fields {
		group := behind
		if i == 0 {
			group = verbs
		}
		for _, whose := range []string{game, "games"} {
			if key := whose + group + fields[i]; t.words.Has(key) {
				fields[i] = t.words.Synonyms(key)[0]
				break
			}
		}
	}
	return strings.Join(fields, " ")
}

// Typed returns a move in backticks, as players must type it in this language, with the bot's name in front if
// necessary.
func (t *typing) Typed(game, move string) string {
	return t.words.name() + "`" + t.Typing(game, move) + "`"
}
