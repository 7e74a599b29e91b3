package english

import (
	"slices"

	"settable/games"
)

// finish is what ends a game.
type finish struct{ *turn }

// lastRanks discounts ranks that are left in several hands with an empty pack, or with last_rank=majority gives
// them to the player with most of their cards (English 5). One that is left in a single hand is a complete set.
func (t finish) lastRanks(held []int) {
	for _, r := range held {
		holders, most := t.holders(r)
		switch {
		case len(holders) == 1:
			t.up().layHand(holders[0], r)
		case t.settings.majority && most != games.Watcher:
			t.up().gather(most, r)
		default:
			t.tell(discounted(r))
		}
	}
}

// over ends the game: the most complete sets win (English 6).
func (t finish) over() { t.won(t.leaders(t.Forfeited)) }

// won ends the game with these winners.
func (t finish) won(winners []games.Seat) {
	t.stale().forget()
	t.phase, t.winners = finished, winners
	t.owed, t.turning, t.drawing = 0, false, nil
	t.step.Tell(games.Ended(slices.Clone(winners), t.Forfeit))
	t.Honour(t.Where(t.tookPart), winners, &t.step)
}

// End closes the table before the game has ended: nobody has won.
func (t *turn) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	t.stale().forget()
	t.phase, t.closed = finished, true
	t.owed, t.turning, t.drawing = 0, false, nil
	t.step.Tell(games.TableClosed(t.leaders(nobody)...))
	return nil
}

// Finish ends the game early: the players who lead win, if anybody has a set (Rights 11).
func (t *turn) Finish() {
	ahead := t.leaders(t.Forfeited)
	if len(ahead) == 0 {
		_ = t.End(games.Dealer) // the dealer always may
		return
	}
	finish{t}.won(ahead)
}

func nobody(games.Seat) bool { return false }

// leaders are the seats with the most complete sets, without those for which but is true. Nobody
// leads without a set.
func (g *game) leaders(but func(games.Seat) bool) []games.Seat {
	return g.Best(1, func(s games.Seat) int {
		if but(s) {
			return 0
		}
		return g.score(s)
	})
}
