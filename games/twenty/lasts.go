package twenty

import (
	"time"

	"settable/games"
)

// length is what the figures say of a game (settable simulate twenty), for as many
// players: hands to the usual target, and sets in a hand of all together.
var length = [mostPlayers + 1]struct{ hands, sets float64 }{
	2: {10.8, 20.5}, 3: {10.4, 20.5}, 4: {11.1, 21.6}, 5: {11.6, 23.4}, 6: {12.3, 24.6}, 7: {13.1, 27.1},
	8: {13.5, 28.7},
}

const perSet = 15 * time.Second

// lasts says before the start how long a game takes for those who have come, for two at
// the least.
func (g *game) lasts() games.Phrase {
	players := min(max(g.Roster.Here(), fewestPlayers), mostPlayers)
	of, usual := length[players], perPlayer*players
	if g.settings.oneHand {
		return games.Say("twenty.lasts.hand", "players", games.Numeral(players), "sets", tens(of.sets),
			"minutes", minutes(of.sets))
	}
	target := g.settings.target
	if target == 0 {
		target = usual
	}
	hands := max(1, of.hands*float64(target)/float64(usual))
	return games.Say("twenty.lasts.match", "players", games.Numeral(players), "target", target,
		"hands", int(hands+0.5), "sets", tens(hands*of.sets), "minutes", minutes(hands*of.sets),
		"hand", minutes(of.sets))
}

// tens is a number nobody takes for an exact one.
func tens(n float64) int { return max(10, int(n/10+0.5)*10) }

// minutes is how long so many sets take, in steps of five.
func minutes(sets float64) int {
	return max(5, int(sets*perSet.Minutes()/5+0.5)*5)
}
