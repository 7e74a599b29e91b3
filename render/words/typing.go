package words

import (
	"maps"
	"regexp"
	"strings"
	"sync"

	"settable/games"
)

// typing defines how moves are typed in a language. games.typed.VERB and GAME.typed.VERB are the words for a verb, and
// games.behind.WORD and GAME.behind.WORD those for what follows it.
type typing struct {
	words        *lexicon
	vocabularies sync.Map // of *games.Vocabulary, by game
}

// The groups of keys for typed words.
const verbs, behind = ".typed.", ".behind."

// Vocabulary returns how moves of a game are typed in the language.
func (t *typing) Vocabulary(game string) *games.Vocabulary {
	if v, made := t.vocabularies.Load(game); made {
		return v.(*games.Vocabulary)
	}
	made := games.NewVocabulary(t.spoken(game, verbs), t.spoken(game, behind))
	v, _ := t.vocabularies.LoadOrStore(game, made)
	return v.(*games.Vocabulary)
}

// spoken returns the words of all keys of a group; a game's own words replace those of all games.
func (t *typing) spoken(game, group string) map[string][]string {
	all := t.under("games" + group)
	maps.Copy(all, t.under(game+group))
	return all
}

// under returns the words of all keys with the given prefix, by the rest of the key.
func (t *typing) under(begin string) map[string][]string {
	all := map[string][]string{}
	for key := range t.words.sentences {
		if word, ok := strings.CutPrefix(key, begin); ok {
			all[word] = t.words.Synonyms(key)
		}
	}
	return all
}

// Translate translates typed text: words of a key with the given prefix are replaced by the rest of that key. "morgen 20
// uhr" becomes "tomorrow 20 oclock" where agenda.when.tomorrow is "morgen". A number and a letter next to it are
// separate words.
func (t *typing) Translate(begin, said string) string {
	const first = "said" // a move begins with a verb
	for range 2 {        // "20h30" has to be split twice
		said = numbered.ReplaceAllString(said, "$1$3 $2$4")
	}
	heard := games.NewVocabulary(map[string][]string{first: nil}, t.under(begin)).Notation(first + " " + said)
	return strings.TrimPrefix(heard, first+" ")
}

var numbered = regexp.MustCompile(`(\d)(\pL)|(\pL)(\d)`)

// Typing returns a move, given in the notation, as players of the game type it in the language.
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

// Typed returns a move of a game as people must type it here, in this language.
func (t *typing) Typed(game, move string) string {
	return t.words.name() + "`" + t.Typing(game, move) + "`"
}
