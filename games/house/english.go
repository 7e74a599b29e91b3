package house

import (
	"math/rand/v2"

	"settable/games"
)

// English turns starters. At a stalemate it chooses what another has chosen,
// because only what all choose is done, and else what it likes best.
func English(v games.View, _ *rand.Rand) string {
	if may(v, "turn") {
		return "turn"
	}
	wish := ""
	for _, choice := range []string{"exchange", "reshuffle", "discount"} {
		if wish == "" && may(v, choice) {
			wish = choice
		}
	}
	for _, p := range v.Seats {
		switch {
		case p.Said == "" || p.Left:
		case p.Seat == v.Viewer:
			return "" // the others will choose it, too
		case may(v, p.Said):
			return p.Said
		}
	}
	return wish
}
