package classic

import (
	"math/rand/v2"

	"settable/games"
	"settable/games/cards"
)

// play takes a set it sees, the weaker the more often after another look, and never a
// wrong one. It says none where that is asked for and no set lies there.
func play(v games.View, level games.Level, luck *rand.Rand) string {
	sets := cards.Sets(v.Faces(games.Watcher))
	claims, can := v.Offered("set")
	switch {
	case len(sets) == 0 && v.May("none"):
		return "none"
	case len(sets) == 0 || !can:
		return ""
	case claims.Takes == games.Bare:
		return "set" // here a set is called first
	case !v.Place(v.Viewer).Calling && luck.Float64() > level.At(0.25, 1.0/3, 0.7):
		return "" // it has not found it yet
	}
	return games.ClaimOf(sets[luck.IntN(len(sets))]).String()
}
