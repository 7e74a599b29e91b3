package english

import (
	"slices"

	"settable/games"
)

// A run is the sets that one seat has declared in a row since the first starter, and the longest such
// run of the game.
type run struct {
	seat   games.Seat
	n      int
	most   int          // the longest run of any seat
	by     []games.Seat // the seats with a run of that length
	others bool         // more than one seat has declared any
}

// after is the run after one more set.
func (r run) after(seat games.Seat) run {
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

// worthTelling is the shortest streak that is told; games of skill use the same number.
const worthTelling = 3

// best is what is told of a game that is over: the longest streak, and who took most cards from the
// hands of others. House players are not named.
func (g *game) best() (lines []games.Phrase) {
	people := func(all []games.Seat) []games.Seat { return slices.DeleteFunc(slices.Clone(all), g.IsHouse) }
	if by := people(g.run.by); g.run.others && g.run.most >= worthTelling && len(by) > 0 {
		lines = append(lines, games.Say("games.highlights.streak", "who", by, "N", g.run.most))
	}
	robbed := people(g.Best(1, func(s games.Seat) int { return g.Of(s).robbed }))
	if len(robbed) > 0 {
		lines = append(lines, said("robbed", "who", robbed, "N", g.Of(robbed[0]).robbed))
	}
	return lines
}
