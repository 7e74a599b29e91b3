package twenty

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Join seats a player. A player who joins in the middle of a hand is dealt in with the next one. A returning player
// keeps the points won earlier.
func (t *draft) Join(seat games.Seat) error {
	return t.seats.SitDown(seat, mostPlayers, &t.step)
}

// changeOption changes the length of the game. It refuses changes after the start.
func (t *draft) changeOption(seat games.Seat, c games.Choose) error {
	chosen, err := manual.Change(t.options, t.phase == gathering, seat, c, &t.step)
	if err != nil {
		return err
	}
	t.options, t.settings = chosen, options.Read(chosen)
	return nil
}

// Leave removes a player from the table (Twenty 11).
func (t *draft) Leave(seat games.Seat) error {
	if err := t.seats.StandUp(seat, &t.step); err != nil {
		return err
	}
	p := t.seats.Of(seat)
	for _, c := range p.slots {
		if c != cards.Hidden {
			t.discard = t.discard.With(c)
		}
	}
	p.slots, p.dealt, p.saidNone = [mostHeld]cards.Card{}, false, false
	switch {
	case t.phase == gathering:
	case t.seats.Roster.SeatedCount() < fewestPlayers:
		t.endWithTooFew(seat)
	case t.phase == between:
	case t.seats.Count(t.isInHand) < fewestPlayers:
		t.voidHand()
	}
	return nil
}

// endWithTooFew ends a game that has fewer than two players. The last player wins if the others have forfeited (Leaving
// 8); otherwise the players in the lead win.
func (t *draft) endWithTooFew(leaver games.Seat) {
	if last, won := t.seats.WonByForfeit(leaver, t.seats.Count(t.tookPart)); won {
		t.due = nil
		t.restartNones()
		t.endGame(last)
		return
	}
	t.Finish()
}

// Finish ends the game early. The player in the lead wins, and equal leaders share the win (Rights 11). A player
// without points never leads.
func (t *draft) Finish() {
	ahead := t.inLead()
	if len(ahead) == 0 {
		t.closeTable()
		return
	}
	t.due = nil
	t.restartNones()
	t.endGame(ahead...)
}

// End closes the table at once. A hand in play does not count.
func (t *draft) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	t.Finish()
	return nil
}

func (t *draft) closeTable() {
	t.phase, t.due = over, nil
	t.restartNones()
	t.seats.StopHurry()
	t.step.Tell(games.TableClosed(t.leaders()...))
}

// endGame ends the game with the given winners: the first player to reach the target (Twenty 10), the winner of the
// hand with `length=hand`, the last player left, or the leaders of a game that is closed early.
func (t *draft) endGame(winners ...games.Seat) {
	t.phase, t.champions = over, winners
	t.seats.StopHurry()
	t.step.Tell(games.Ended(slices.Clone(winners), t.seats.Forfeit))
	t.seats.CountGame(t.seats.Where(t.tookPart), winners, &t.step)
}
