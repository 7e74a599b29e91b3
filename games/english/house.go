package english

import (
	"math/rand/v2"

	"settable/games"
)

// housePlayer turns starters. In a stalemate it makes the same choice as another player, because only a unanimous
// choice is carried out; if no other player has chosen, it makes its favourite choice. The cards alone decide this
// game, so all levels play alike.
func housePlayer(v games.View, _ games.Level, _ *rand.Rand) string {
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
		words, said := p.Remark.Args["choice"].(games.Typed)
		switch {
		case !said || p.HasLeft:
		case p.Seat == v.Viewer:
			return "" // the house player has chosen and waits for the others
		case v.May(words.Words):
			return words.Words
		}
	}
	return wish
}
