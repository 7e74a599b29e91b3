package classic

import (
	"math"

	"settable/games"
)

// won ends the game with these winners.
func (t *turn) won(winners []games.Seat) {
	t.Win(winners)
	t.winners, t.next, t.asked = winners, games.Never, games.Never
	t.forget() // also the call of the one who was left alone
	t.highlights.Over()
	t.Honour(t.Where(t.tookPart), winners, &t.Step)
	t.highlights.Honour(t.Where(t.tookPart), &t.Step)
}

// forget ends what people had called, said and lost on the cards that lay there.
func (t *turn) forget() {
	t.hangUp()
	for i := range t.Players {
		t.Players[i].none, t.Players[i].locked = false, false
	}
}

func (g *game) tookPart(s games.Seat) bool { return g.Of(s).took }

// End closes the table before the game has ended: nobody has won.
func (t *turn) End(seat games.Seat) error {
	if err := t.Close(seat, t.ahead()...); err != nil {
		return err
	}
	t.next, t.asked = games.Never, games.Never
	t.forget()
	t.close()
	t.highlights.Over()
	return nil
}

// Finish ends the game early: the players who lead win, if anybody has a point (Rights 11).
func (t *turn) Finish() {
	ahead := t.Best(1, func(s games.Seat) int {
		if t.Forfeited(s) {
			return 0
		}
		return t.Of(s).score
	})
	if t.Phase != games.Playing || len(ahead) == 0 {
		_ = t.End(games.Dealer) // the dealer always may
		return
	}
	t.close()
	t.won(ahead)
}

// ahead are the seats that lead, once anybody has a point.
func (g *game) ahead() []games.Seat {
	return g.Best(1, func(s games.Seat) int { return g.Of(s).score })
}

// leaders are the seats with the most points among those who took part, without those for which but
// is true.
func (g *game) leaders(but func(games.Seat) bool) []games.Seat {
	const none = math.MinInt
	return g.Best(none+1, func(s games.Seat) int {
		if g.Of(s).took && !but(s) {
			return g.Of(s).score
		}
		return none
	})
}
