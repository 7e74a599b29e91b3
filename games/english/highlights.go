package english

import (
	"slices"

	"settable/games"
)

// A streak counts the sets that one seat has declared in a row since the first starter. It also records the longest
// such run of the game.
type streak struct {
	seat   games.Seat
	n      int
	most   int          // the longest run of any seat
	by     []games.Seat // the seats with a run of that length
	others bool         // more than one seat has declared a set
}

// withSet returns the streak after one more set.
func (r streak) withSet(seat games.Seat) streak {
	if r.seat != seat {
		r.others = r.others || r.seat != games.Watcher
		r.seat, r.n = seat, 0
	}
	switch r.n++; {
	case r.n > r.most:
		r.most, r.by = r.n, []games.Seat{seat}
	case r.n == r.most:
		r.by = append(r.by[:len(r.by):len(r.by)], seat)
	}
	return r
}

// shortestStreak is the length of the shortest streak that the result mentions, as in the other games.
const shortestStreak = 3

// highlightList returns the highlights of a finished game: the longest streak, and who took the most cards from
// other hands. House players are not named.
func (g *game) highlightList() (list []games.Highlight) {
	people := func(all []games.Seat) []games.Seat { return slices.DeleteFunc(slices.Clone(all), g.seats.IsHouse) }
	if by := people(g.streak.by); g.streak.others && g.streak.most >= shortestStreak && len(by) > 0 {
		list = append(list, games.StreakHighlight(by, g.streak.most))
	}
	robbed := people(g.seats.Best(1, func(s games.Seat) int { return g.seats.Of(s).cardsTaken }))
	if len(robbed) > 0 {
		n := g.seats.Of(robbed[0]).cardsTaken
		list = append(list, games.Highlight{Phrase: phrase("robbed", "who", robbed, "N", n),
			Label: phrase("robbed.label", "N", n), Seats: robbed})
	}
	return list
}
