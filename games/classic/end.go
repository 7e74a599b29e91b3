package classic

import (
	"math"
	"slices"

	"settable/games"
)

// over ends the game: "the deck is used up and no set lies there. Most points
// wins; equal players share."
func (t *turn) over() {
	t.phase = games.Finished
	t.winners = t.leaders()
	t.step.Tell(games.Ended{Winners: slices.Clone(t.winners)})
	took := 0
	for i, p := range t.Players {
		if p.took {
			took++
			t.step.Count(games.Seat(i+1), games.Games, 1)
		}
	}
	if took < 2 {
		return // nobody was there to be beaten
	}
	for _, seat := range t.winners {
		t.step.Count(seat, games.Wins, 1)
	}
}

// End closes the table before the game has ended: nobody has won.
func (t *turn) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	leaders := t.leaders()
	t.phase = games.Finished
	t.owed, t.next = 0, never
	t.hangUp()
	t.close()
	t.step.Tell(games.TableClosed{Leaders: leaders})
	return nil
}

// leaders are the seats with the most points among those who took part, also
// of players who have left.
func (g *game) leaders() []games.Seat {
	const nobody = math.MinInt
	return g.Best(nobody+1, func(s games.Seat) int {
		if g.Of(s).took {
			return g.Of(s).score
		}
		return nobody
	})
}
