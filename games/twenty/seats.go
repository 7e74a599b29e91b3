package twenty

import (
	"settable/games"
	"settable/games/cards"
)

// Join sits down. A player who comes in the middle of a hand is dealt in with the next one; one who
// comes back has the points that were won on that seat.
func (t *turn) Join(seat games.Seat) error {
	return t.SitDown(seat, mostPlayers, &t.step)
}

// A lobby is a table before the start.
type lobby struct{ *turn }

// choose changes the length of the game before it starts.
func (t lobby) choose(seat games.Seat, c games.Choose) error {
	options, err := manual.Change(t.options, t.phase == gathering, seat, c, &t.step)
	if err != nil {
		return err
	}
	t.options, t.settings = options, settingsOf(options)
	return nil
}

// Leave gives up a seat (Twenty 11).
func (t *turn) Leave(seat games.Seat) error {
	if err := t.StandUp(seat, &t.step); err != nil {
		return err
	}
	p := t.Of(seat)
	for _, c := range p.slots {
		if c != cards.Hidden {
			t.discard = t.discard.With(c)
		}
	}
	p.slots, p.dealt, p.none = [mostHeld]cards.Card{}, false, false
	switch {
	case t.phase == gathering:
	case t.Roster.Here() < fewestPlayers:
		t.fewLeft(seat)
	case t.phase == between:
	case t.Count(t.plays) < fewestPlayers:
		hand{t}.void()
	}
	return nil
}

// fewLeft ends a game with fewer than two players. If the others have forfeited it, the last one
// wins (Leaving 8); otherwise the players who lead win.
func (t *turn) fewLeft(leaver games.Seat) {
	if last, won := t.WonByForfeit(leaver, t.Count(t.tookPart)); won {
		t.due = nil
		t.anew()
		t.crown(last)
		return
	}
	t.Finish()
}

// Finish ends the game early: the player who leads wins, and equal leaders share (Rights 11). Nobody leads
// without a point.
func (t *turn) Finish() {
	ahead := t.Best(1, func(s games.Seat) int {
		if t.Forfeited(s) {
			return 0
		}
		return t.Of(s).score
	})
	if len(ahead) == 0 || t.Former {
		t.shut()
		return
	}
	t.due = nil
	t.anew()
	t.crown(ahead...)
}

// void ends a hand without a winner: because fewer than two are left in it while others wait for the
// next, because its players agreed to void it, or because nobody is present and the table is to
// close.
func (t hand) void() {
	t.phase = between
	t.anew()
	t.step.Tell(games.News("twenty.voided"))
	t.afterHand()
}

// End closes the table before the game has ended: nobody has won.
func (t *turn) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	t.shut()
	return nil
}

func (t *turn) shut() {
	t.phase, t.due = over, nil
	t.anew()
	t.NoTurn()
	t.step.Tell(games.TableClosed(t.leaders()...))
}

// leaders are the seats with the most points, those of players who have left included; none while
// nobody has a point.
func (g *game) leaders() []games.Seat {
	return g.Best(1, func(s games.Seat) int { return g.Of(s).score })
}

// round lists the seats in the hand, from the dealer's left.
func (g *game) round() []games.Seat { return g.Round(g.dealer, g.plays) }
