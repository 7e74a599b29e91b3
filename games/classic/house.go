package classic

import (
	"math/rand/v2"

	"settable/games"
	"settable/games/cards"
)

// housePlayer takes a set that it sees and never claims wrongly. The weaker the player, the more often it overlooks a
// set. When asked, it says none if the table has no set.
func housePlayer(v games.View, level games.Level, luck *rand.Rand) string {
	sets := cards.Sets(v.Faces(games.Watcher))
	claims, can := v.FindOffer("set")
	switch {
	case len(sets) == 0 && v.May("none"):
		return "none"
	case len(sets) == 0 || !can:
		return ""
	case claims.Takes == games.Bare:
		return "set" // with this option, players must call a set first
	case !v.Seat(v.Viewer).Calling && luck.Float64() > level.At(0.25, 1.0/3, 0.7):
		return "" // the house player overlooked the set this time
	}
	return games.ClaimOf(sets[luck.IntN(len(sets))]).String()
}
