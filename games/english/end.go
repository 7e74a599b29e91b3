package english

import (
	"slices"

	"settable/games"
)

// lastRanks: "A last rank that lies in several hands with the pack empty is
// discounted (`last_rank=majority`: to whoever holds most)." One that lies in
// one hand alone is a complete set.
func (t *turn) lastRanks(held []int) {
	for _, r := range held {
		holders, most := t.holders(r)
		switch {
		case len(holders) == 1:
			t.up().layHand(holders[0], r)
		case t.house.majority && most != games.Watcher:
			t.up().gather(most, r)
		default:
			t.tell(discounted(r))
		}
	}
}

// over ends the game: "Most complete sets wins". A win counts where at least
// two have played to the end.
func (t *turn) over() {
	t.stale().forget()
	t.phase = finished
	t.winners = t.leaders()
	t.step.Tell(games.Ended{Winners: slices.Clone(t.winners)})
	for i, p := range t.Players {
		if p.took {
			t.step.Count(games.Seat(i+1), games.Games, 1)
		}
	}
	if t.Roster.Here() < fewestPlayers {
		return
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
	t.stale().forget()
	t.phase, t.closed = finished, true
	t.owed, t.turning, t.drawing = 0, false, nil
	t.step.Tell(games.TableClosed{Leaders: t.leaders()})
	return nil
}

// leaders are the seats with the most complete sets, also of players who have
// left. Nobody leads without a set.
func (g *game) leaders() []games.Seat { return g.Best(1, g.score) }
