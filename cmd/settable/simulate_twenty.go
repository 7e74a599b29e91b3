package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/house"
	"settable/games/twenty"
)

// twentyFigures are those of NOTATION.md and RULES.md, and what else a curious
// player would ask.
var twentyFigures = []figure{
	{"deal_no_set", "6 personal and 6 table cards hold no set"},
	{"deal_no_personal_set", "they hold none that uses a personal card"},
	{"deal_three_of_ones_own", "6 personal cards hold a set by themselves"},
	{"hands_per_game_mean", "hands in a game"},
	{"sets_per_hand", "sets in a hand, of all players"},
	{"points_per_hand", "points for the winner of a hand"},
	{"draws_per_hand", "cards asked for in a hand, by all players"},
	{"shuffles_per_hand", "times in a hand that the discard pile is the new deck"},
	{"own_cards_per_set", "personal cards in a set"},
	{"dealer_wins", "hands that the dealer wins"},
	{"winner_hands", "hands that the winner of the game has won"},
	{"runner_up_points", "points of the second in a game"},
	{"went_without_drawing", "hands whose winner asked for no card"},
}

// playTwenty looks at random deals and plays games.
func playTwenty(source *rand.Rand, players, n int, c *count) error {
	for range n {
		twentyDeal(source, c)
		if err := twentyGame(source, players, c); err != nil {
			return err
		}
	}
	return nil
}

// twentyDeal gives one player six cards and lays six on the table.
func twentyDeal(source *rand.Rand, c *count) {
	const drawn = 12
	pack := cards.SETPack().Cards()
	for i := range drawn {
		j := i + source.IntN(len(pack)-i)
		pack[i], pack[j] = pack[j], pack[i]
	}
	c.is("deal_no_set", !cards.HasSet(pack[:drawn]))
	c.is("deal_no_personal_set", house.HandSets(pack[:6], pack[6:drawn]) == 0)
	c.is("deal_three_of_ones_own", cards.HasSet(pack[:6]))
}

// twentyTable is a game under way, with what a spectator counts.
type twentyTable struct {
	source *rand.Rand
	chance games.Chance
	game   games.Game
	at     time.Time
	count  *count
	hand   map[games.Kind]int // what has happened in this hand
	dealer games.Seat
	drew   map[games.Seat]bool // in this hand
	won    map[games.Seat]int  // hands
	hands  int
}

func twentyGame(source *rand.Rand, players int, c *count) error {
	game, err := twenty.Rules{}.Open(nil)
	if err != nil {
		return err
	}
	t := &twentyTable{source: source, chance: games.Seeded(source.Uint64()), game: game, count: c, won: map[games.Seat]int{}}
	for seat := range players {
		if err := t.do(games.Seat(seat+1), games.Join{}); err != nil {
			return err
		}
	}
	if err := t.do(1, games.Start{}); err != nil {
		return err
	}
	for {
		v := t.game.View(games.Seat(1 + source.IntN(players)))
		if v.Phase == games.Finished {
			t.finish(v)
			return nil
		}
		if move := t.choose(v); move != nil {
			if err := t.do(v.Viewer, move); err != nil {
				return err
			}
		}
	}
}

// choose is what a player says who knows this view and errs in nothing: any of
// the sets with a card of the hand, or else of the table; who sees none draws,
// and says none with nine cards.
func (t *twentyTable) choose(v games.View) games.Move {
	may := map[string]bool{}
	for _, o := range v.Offers {
		may[o.Words] = true
	}
	if may["next"] {
		return twenty.Next{}
	}
	own := faceCards(v, v.Viewer)
	sets := cards.Sets(append(own, faceCards(v, games.Watcher)...))
	// Own cards come first, and sets in the order of their first card.
	with := slices.IndexFunc(sets, func(three [3]cards.Card) bool { return !slices.Contains(own, three[0]) })
	if with > 0 {
		sets = sets[:with]
	}
	switch {
	case len(sets) > 0:
		three := sets[t.source.IntN(len(sets))]
		return games.Claim{Picks: [3]games.Pick{{Card: three[0]}, {Card: three[1]}, {Card: three[2]}}}
	case may["draw"]:
		return twenty.Draw{}
	case may["none"]:
		return twenty.None{}
	}
	return nil // all has been said: others must move
}

// faceCards are the open cards of a seat, or of the table.
func faceCards(v games.View, of games.Seat) (list []cards.Card) {
	for _, a := range v.Areas {
		for _, cell := range a.Cells {
			if a.Seat == of && cell.Kind == games.Face {
				list = append(list, cell.Card)
			}
		}
	}
	return list
}

// do plays a move and everything the dealer owes then.
func (t *twentyTable) do(seat games.Seat, move games.Move) error {
	t.at = t.at.Add(time.Second)
	step, err := t.game.Apply(games.Action{At: t.at, Seat: seat, Move: move})
	for err == nil {
		t.game = step.Game
		for _, e := range step.Events {
			t.see(e)
		}
		owed, ok := t.game.Owed()
		if !ok {
			return nil
		}
		var drawn []cards.Card
		if drawn, err = t.chance.Draw(owed); err == nil {
			step, err = t.game.Apply(games.Action{At: t.at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
		}
	}
	return fmt.Errorf("seat %s says %s: %w", seat, move, err)
}

// see counts what is told at the table.
func (t *twentyTable) see(e games.Event) {
	c := t.count
	switch e.Kind {
	case games.Hand:
		t.hands, t.dealer = e.N, e.Seat
		t.hand, t.drew = map[games.Kind]int{}, map[games.Seat]bool{}
	case games.Took:
		own := 0
		for _, label := range e.Labels {
			if label <= "9" {
				own++
			}
		}
		c.see("own_cards_per_set", own)
	case games.Drew:
		t.drew[e.Seat] = true
	case games.WonHand:
		t.won[e.Seat]++
		c.see("points_per_hand", e.N)
		c.see("sets_per_hand", t.hand[games.Took])
		c.see("draws_per_hand", t.hand[games.Drew])
		c.see("shuffles_per_hand", t.hand[games.Reshuffle])
		c.is("dealer_wins", e.Seat == t.dealer)
		c.is("went_without_drawing", !t.drew[e.Seat])
	}
	if t.hand != nil {
		t.hand[e.Kind]++
	}
}

// finish counts what is known at the end of a game.
func (t *twentyTable) finish(v games.View) {
	c, second := t.count, 0
	for _, p := range v.Seats {
		if p.Winner {
			c.see("winner_hands", t.won[p.Seat])
			c.see("winner_points", p.Score)
		} else {
			second = max(second, p.Score)
		}
	}
	c.see("runner_up_points", second)
	c.see("hands_per_game_mean", t.hands)
}

func tellTwenty(out io.Writer, c *count) {
	printShares(out, c, "hands_per_game_mean", "Hands in a game")
	printShares(out, c, "points_per_hand", "Points for the winner of a hand")
	printShares(out, c, "sets_per_hand", "Sets in a hand, of all players")
	printShares(out, c, "own_cards_per_set", "Personal cards in a set")
	printShares(out, c, "winner_points", "Points of the winner of a game")
}
