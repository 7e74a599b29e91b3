package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"settable/games/vocabulary"
)

// Vocabulary is how moves of a game are typed in the language: games.typed.VERB and
// GAME.typed.VERB are the words for a verb, and games.behind.WORD and GAME.behind.WORD
// those for what stands behind it.
func Vocabulary(l *Language, game string) *vocabulary.Vocabulary {
	if v, made := l.vocabularies.Load(game); made {
		return v.(*vocabulary.Vocabulary)
	}
	made := vocabulary.New(spoken(l, game, ".typed."), spoken(l, game, ".behind."))
	v, _ := l.vocabularies.LoadOrStore(game, made)
	return v.(*vocabulary.Vocabulary)
}

// spoken are the words of all keys of a kind; those of a game go before those of all games.
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

// Heard is something said in the language, with the rest of each key that begins so in the place of what it
// has: "morgen 20 uhr" is "tomorrow 20 oclock" where agenda.when.tomorrow is "morgen". A number and a letter
// beside it are two words.
func Heard(l *Language, begin, said string) string {
	words := map[string][]string{}
	for key := range l.sentences {
		if word, ok := strings.CutPrefix(key, begin); ok {
			words[word] = Synonyms(l, key)
		}
	}
	const first = "said" // a move begins with a verb
	for range 2 {        // "20h30" is three
		said = numbered.ReplaceAllString(said, "$1$3 $2$4")
	}
	heard := vocabulary.New(map[string][]string{first: nil}, words).Notation(first + " " + said)
	return strings.TrimPrefix(heard, first+" ")
}

var numbered = regexp.MustCompile(`(\d)(\pL)|(\pL)(\d)`)

// Synonyms are words that mean the same, the first of which is taught.
func Synonyms(l *Language, key string) (list []string) {
	for word := range strings.SplitSeq(l.Key(key), ",") {
		list = append(list, strings.TrimSpace(word))
	}
	return list
}

// Typing is a move of a game, which is given in the notation, as it is typed in the language.
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
