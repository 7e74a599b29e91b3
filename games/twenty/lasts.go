package twenty

import (
	"cmp"
	"time"

	"settable/games"
)

// length is how long a game takes, from the figures of `settable simulate twenty`, by the number of
// players: hands in a game to the default target, and sets in a hand by all players together.
var length = [mostPlayers + 1]struct{ hands, sets float64 }{
	2: {10.8, 20.5}, 3: {10.4, 20.5}, 4: {11.1, 21.6}, 5: {11.6, 23.4}, 6: {12.3, 24.6}, 7: {13.1, 27.1},
	8: {13.5, 28.7},
}

const perSet = 15 * time.Second

// lasts tells before the start how long a game takes with the players who have come, who are counted
// as at least two.
func (g *game) lasts() games.Phrase {
	players := min(max(g.Roster.Here(), fewestPlayers), mostPlayers)
	of, usual := length[players], perPlayer*players
	if g.settings.oneHand {
		return games.Say("twenty.lasts.hand", "players", games.Numeral(players), "sets", tens(of.sets),
			"minutes", minutes(of.sets))
	}
	target := cmp.Or(g.settings.target, usual)
	hands := max(1, of.hands*float64(target)/float64(usual))
	return games.Say("twenty.lasts.match", "players", games.Numeral(players), "target", target,
		"hands", int(hands+0.5), "sets", tens(hands*of.sets), "minutes", minutes(hands*of.sets),
		"hand", minutes(of.sets))
}

// tens rounds to a multiple of ten, so that nobody takes the number for an exact one.
func tens(n float64) int { return max(10, int(n/10+0.5)*10) }

// minutes is how many minutes the given number of sets takes, rounded to a multiple of five.
func minutes(sets float64) int {
	return max(5, int(sets*perSet.Minutes()/5+0.5)*5)
}
