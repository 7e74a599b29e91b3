package twenty

import (
	"settable/games"
	"settable/games/cards"
)

// join sits down. Who comes in the middle of a hand is dealt in with the next
// one; who comes back has the points that were won on that seat.
func (t *turn) join(seat games.Seat) error {
	roster, err := t.roster.Join(seat, mostPlayers)
	if err != nil {
		return err
	}
	t.roster = roster
	if int(seat) > len(t.players) {
		t.players = append(t.players, player{})
	}
	t.step.Tell(games.SatDown{Seat: seat})
	return nil
}

// leave stands up: "A leaver's cards go to the discard pile; the target stays
// as at the start; fewer than two left ends the game."
func (t *turn) leave(seat games.Seat) error {
	roster, err := t.roster.Leave(seat)
	if err != nil {
		return err
	}
	t.roster = roster
	t.step.Tell(games.StoodUp{Seat: seat})
	p := t.of(seat)
	for _, c := range p.slots {
		if c != cards.Hidden {
			t.discard = t.discard.With(c)
		}
	}
	p.slots, p.dealt, p.none = [mostHeld]cards.Card{}, false, false
	switch {
	case t.phase == gathering:
	case t.roster.Here() < fewestPlayers:
		t.shut()
	case t.phase == between:
	case t.count(t.plays) < fewestPlayers:
		t.void()
	default:
		t.unstick() // the others may all have said none
	}
	return nil
}

// void ends a hand in which fewer than two are left, while others wait for the
// next: nobody has won it.
func (t *turn) void() {
	t.phase = between
	t.anew()
	t.step.Tell(voided{})
}

// end closes the table before the game has ended: nobody has won.
func (t *turn) end(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	t.shut()
	return nil
}

func (t *turn) shut() {
	t.phase, t.due = over, nil
	t.anew()
	t.step.Tell(games.TableClosed{Leaders: t.leaders()})
}

// leaders are the seats with the most points, also of players who have left;
// none while nobody has any.
func (g *game) leaders() []games.Seat {
	best := 1
	for i := range g.players {
		best = max(best, g.players[i].score)
	}
	return g.seats(func(s games.Seat) bool { return g.of(s).score == best })
}

// left is the first seat to the left of another whose player sits here, that
// other seat itself last.
func (g *game) left(of games.Seat) games.Seat {
	n := len(g.players)
	for i := range n {
		if s := games.Seat((int(of)+i)%n + 1); g.roster.Sits(s) {
			return s
		}
	}
	return games.Watcher
}

// round lists who is in the hand, from the dealer's left.
func (g *game) round() []games.Seat {
	n := len(g.players)
	seats := make([]games.Seat, 0, n)
	for i := range n {
		if s := games.Seat((int(g.dealer)+i)%n + 1); g.plays(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// seats lists those for which something holds.
func (g *game) seats(holds func(games.Seat) bool) (list []games.Seat) {
	for i := range g.players {
		if s := games.Seat(i + 1); holds(s) {
			list = append(list, s)
		}
	}
	return list
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
