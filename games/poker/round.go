package poker

import "settable/games"

// A circle is those who sit around the pot, to the left from seat 1.
type circle struct {
	roster  games.Roster
	players []player   // seat 1 first
	dealer  games.Seat // of this hand
}

// of is the player on a seat.
func (c *circle) of(seat games.Seat) *player { return &c.players[seat-1] }

// active tells whether the seat is in this pot: dealt in, and not dropped.
func (c *circle) active(s games.Seat) bool { p := c.of(s); return p.dealt && !p.out }

// ready tells whether the seat can be dealt in: "A player without chips is not
// dealt in."
func (c *circle) ready(s games.Seat) bool { return c.roster.Sits(s) && c.of(s).chips > 0 }

// left is the first seat to the left of another for which something holds,
// that other seat itself last; Watcher: none.
func (c *circle) left(of games.Seat, holds func(games.Seat) bool) games.Seat {
	n := len(c.players)
	for i := range n {
		if s := games.Seat((int(of)+i)%n + 1); holds(s) {
			return s
		}
	}
	return games.Watcher
}

// round lists the seats for which something holds, from the dealer's left.
func (c *circle) round(holds func(games.Seat) bool) []games.Seat {
	n := len(c.players)
	seats := make([]games.Seat, 0, n)
	for i := range n {
		if s := games.Seat((int(c.dealer)+i)%n + 1); holds(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// count is for how many seats something holds.
func (c *circle) count(holds func(games.Seat) bool) (n int) {
	for i := range c.players {
		if holds(games.Seat(i + 1)) {
			n++
		}
	}
	return n
}

// solvent tells whether a seat is in and has chips.
func (c *circle) solvent(s games.Seat) bool { return c.active(s) && c.of(s).chips > 0 }

// level is the highest contribution of this interval.
func (c *circle) level() (n games.Chips) {
	for i := range c.players {
		n = max(n, c.players[i].bet)
	}
	return n
}

// pending tells whether the question waits for a seat.
func (c *circle) pending(s games.Seat) bool { return c.active(s) && !c.of(s).passed }

// pot is what lies there.
func (c *circle) pot() (n games.Chips) {
	for i := range c.players {
		n += c.players[i].in
	}
	return n
}
