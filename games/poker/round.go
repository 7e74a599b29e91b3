package poker

import "settable/games"

// playing tells whether a hand is under way.
func (g *game) playing() bool { return g.phase == dealing || g.phase == betting || g.phase == asking }

// active tells whether the seat is in this pot: dealt in, and not dropped.
func (g *game) active(s games.Seat) bool { p := g.of(s); return p.dealt && !p.out }

// ready tells whether the seat can be dealt in: "A player without chips is not
// dealt in."
func (g *game) ready(s games.Seat) bool { return g.roster.Sits(s) && g.of(s).chips > 0 }

// left is the first seat to the left of another for which something holds,
// that other seat itself last; Watcher: none.
func (g *game) left(of games.Seat, holds func(games.Seat) bool) games.Seat {
	n := len(g.players)
	for i := range n {
		if s := games.Seat((int(of)+i)%n + 1); holds(s) {
			return s
		}
	}
	return games.Watcher
}

// round lists the seats for which something holds, from the dealer's left.
func (g *game) round(holds func(games.Seat) bool) []games.Seat {
	n := len(g.players)
	seats := make([]games.Seat, 0, n)
	for i := range n {
		if s := games.Seat((int(g.dealer)+i)%n + 1); holds(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// count is for how many seats something holds.
func (g *game) count(holds func(games.Seat) bool) (n int) {
	for i := range g.players {
		if holds(games.Seat(i + 1)) {
			n++
		}
	}
	return n
}
