package poker

import "settable/games"

// A circle is those who sit around the pot, to the left from seat 1.
type circle struct {
	games.Seats[player]
	dealer games.Seat // of this hand
}

// active tells whether the seat is in this pot: dealt in, and not dropped.
func (c *circle) active(s games.Seat) bool { p := c.Of(s); return p.dealt && !p.out }

// ready tells whether the seat can be dealt in: "A player without chips is not
// dealt in."
func (c *circle) ready(s games.Seat) bool { return c.Roster.Sits(s) && c.Of(s).chips > 0 }

// round lists the seats for which something holds, from the dealer's left.
func (c *circle) round(holds func(games.Seat) bool) []games.Seat { return c.Round(c.dealer, holds) }

// solvent tells whether a seat is in and has chips.
func (c *circle) solvent(s games.Seat) bool { return c.active(s) && c.Of(s).chips > 0 }

// level is the highest contribution of this interval.
func (c *circle) level() (n games.Chips) {
	for i := range c.Players {
		n = max(n, c.Players[i].bet)
	}
	return n
}

// pending tells whether the question waits for a seat.
func (c *circle) pending(s games.Seat) bool { return c.active(s) && !c.Of(s).passed }

// pot is what lies there.
func (c *circle) pot() (n games.Chips) {
	for i := range c.Players {
		n += c.Players[i].in
	}
	return n
}
