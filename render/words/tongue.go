package words

import (
	"maps"
	"slices"
	"strings"

	"settable/games/tongue"
)

// Tongue is how moves of a game are typed in the language: games.typed.VERB and
// GAME.typed.VERB are the words for a verb, and games.behind.WORD and GAME.behind.WORD
// those for what stands behind it.
func Tongue(l *Language, game string) *tongue.Tongue {
	if t, made := l.tongues.Load(game); made {
		return t.(*tongue.Tongue)
	}
	t, _ := l.tongues.LoadOrStore(game, tongue.New(spoken(l, game, ".typed."), spoken(l, game, ".behind.")))
	return t.(*tongue.Tongue)
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
