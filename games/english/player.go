package english

import (
	"math/rand/v2"

	"settable/games"
)

// play turns starters. At a stalemate it chooses what another has chosen,
// because only what all choose is done, and else what it likes best. The cards decide the
// rest, so that all levels are as strong.
func play(v games.View, _ games.Level, _ *rand.Rand) string {
	if v.May("turn") {
		return "turn"
	}
	wish := ""
	for _, choice := range []string{"exchange", "reshuffle", "discount"} {
		if wish == "" && v.May(choice) {
			wish = choice
		}
	}
	for _, p := range v.Seats {
		words, said := p.Said.Args["choice"].(games.Typed)
		switch {
		case !said || p.Left:
		case p.Seat == v.Viewer:
			return "" // the others will choose it, too
		case v.May(words.Words):
			return words.Words
		}
	}
	return wish
}
