package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"settable/games/vocabulary"
)

// Vocabulary is how moves of a game are typed in the language: games.typed.VERB and GAME.typed.VERB
// are the words for a verb, and games.behind.WORD and GAME.behind.WORD those for what follows it.
func Vocabulary(l *Language, game string) *vocabulary.Vocabulary {
	if v, made := l.vocabularies.Load(game); made {
		return v.(*vocabulary.Vocabulary)
	}
	made := vocabulary.New(spoken(l, game, ".typed."), spoken(l, game, ".behind."))
	v, _ := l.vocabularies.LoadOrStore(game, made)
	return v.(*vocabulary.Vocabulary)
}

// spoken are the words of all keys of a kind; those of the game replace those of all games.
func spoken(l *Language, game, kind string) map[string][]string {
	all := map[string][]string{}
	for _, whose := range []string{"games", game} {
		for _, key := range slices.Sorted(maps.Keys(l.sentences)) {
			if word, ok := strings.CutPrefix(key, whose+kind); ok {
				all[word] = Synonyms(l, key)
			}
		}
	}
	return all
}

// Heard translates a text of the language: words of a key that begins with begin are replaced by the
// rest of that key. "morgen 20 uhr" becomes "tomorrow 20 oclock" where agenda.when.tomorrow is
// "morgen". A number and a letter beside it are separate words.
func Heard(l *Language, begin, said string) string {
	words := map[string][]string{}
	for key := range l.sentences {
		if word, ok := strings.CutPrefix(key, begin); ok {
			words[word] = Synonyms(l, key)
		}
	}
	const first = "said" // a move begins with a verb
	for range 2 {        // "20h30" has to be split twice
		said = numbered.ReplaceAllString(said, "$1$3 $2$4")
	}
	heard := vocabulary.New(map[string][]string{first: nil}, words).Notation(first + " " + said)
	return strings.TrimPrefix(heard, first+" ")
}

var numbered = regexp.MustCompile(`(\d)(\pL)|(\pL)(\d)`)

// Synonyms are the words of a key that mean the same. The first one is taught.
func Synonyms(l *Language, key string) (list []string) {
	for word := range strings.SplitSeq(l.Key(key), ",") {
		list = append(list, strings.TrimSpace(word))
	}
	return list
}

// Typing is a move, given in the notation, as players of the game type it in the language.
func Typing(l *Language, game, move string) string {
	fields := strings.Fields(move)
	for i := range fields {
		for _, whose := range []string{game, "games"} {
			key := whose + ".behind." + fields[i]
			if i == 0 {
				key = whose + ".typed." + fields[i]
			}
			if l.Has(key) {
				fields[i] = Synonyms(l, key)[0]
				break
			}
		}
	}
	return strings.Join(fields, " ")
}
