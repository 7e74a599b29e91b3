package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/house"
	"settable/games/poker"
)

// pokerFigures are those of NOTATION.md and RULES.md, and what else a curious
// player would ask.
var pokerFigures = []figure{
	{"has_set_2", "a player has a set with 2 centre cards"},
	{"has_set_3", "a player has a set with 3 centre cards"},
	{"has_set_4", "a player has a set with 4 centre cards"},
	{"has_set_7", "a player has a set with 7 centre cards"},
	{"has_set_12", "a player has a set with 12 centre cards"},
	{"shared_pots", "pots that are shared, of those for which hands were counted"},
	{"shared_odd", "of these, pots with odd chips"},
	{"shown", "hands that come to a showdown"},
	{"dropped", "hands in which all but one drop"},
	{"side_pots", "hands with a side pot"},
	{"centre_cards_mean", "centre cards when a hand ends"},
	{"lines", "bets and answers in a hand"},
	{"pot_mean", "chips in the pots of a hand"},
	{"winner_sets", "sets of the winner of a counted pot"},
	{"loser_had_set", "hands shown in which somebody with a set wins nothing"},
}

// centreSizes are the numbers of centre cards for which RULES.md tells how
// often a player has a set.
var centreSizes = []int{2, 3, 4, 7, 12}

// eveningOfHands is how many hands are played before all buy in anew.
const eveningOfHands = 20

// playPoker looks at random deals and plays hands.
func playPoker(source *rand.Rand, players, n int, c *count) error {
	for range n {
		pokerDeal(source, c)
	}
	for n > 0 {
		hands := min(n, eveningOfHands)
		if err := pokerEvening(source, players, hands, c); err != nil {
			return err
		}
		n -= hands
	}
	return nil
}

// pokerDeal gives one player two cards and lays more and more in the centre.
func pokerDeal(source *rand.Rand, c *count) {
	drawn, pack := 14, cards.SETPack().Cards()
	for i := range drawn {
		j := i + source.IntN(len(pack)-i)
		pack[i], pack[j] = pack[j], pack[i]
	}
	for _, size := range centreSizes {
		c.is(fmt.Sprintf("has_set_%d", size), house.HandSets(pack[:2], pack[2:2+size]) > 0)
	}
}

// pokerTable is a table under way, with what a spectator counts.
type pokerTable struct {
	source *rand.Rand
	chance games.Chance
	game   games.Game
	at     time.Time
	count  *count
	lines  int
}

// pokerEvening plays so many hands; who has lost everything buys in again.
func pokerEvening(source *rand.Rand, players, hands int, c *count) error {
	game, err := poker.Rules{}.Open(nil)
	if err != nil {
		return err
	}
	t := &pokerTable{source: source, chance: games.Seeded(source.Uint64()), game: game, count: c}
	for seat := range players {
		if err := t.do(games.Seat(seat+1), games.Join{}); err != nil {
			return err
		}
	}
	var next games.Move = games.Start{}
	for range hands {
		t.lines = 0
		if err := t.do(1, next); err != nil {
			return err
		}
		if err := t.hand(); err != nil {
			return err
		}
		for _, p := range t.game.View(games.Watcher).Seats {
			if p.Chips == 0 {
				if err := t.do(p.Seat, poker.Buy{}); err != nil {
					return err
				}
			}
		}
		next = poker.Next{}
	}
	return nil
}

// hand plays until the pots are shared.
func (t *pokerTable) hand() error {
	for {
		v := t.game.View(games.Watcher)
		if v.Pots != nil {
			t.finish(v)
			return nil
		}
		seat := v.Turn
		for _, p := range v.Seats {
			if seat == games.Watcher && p.Cards > 0 && p.Said != (poker.Pass{}).String() {
				seat = p.Seat // the question is asked, and this seat has not answered
			}
		}
		move, err := t.choose(t.game.View(seat))
		if err != nil {
			return err
		}
		if err := t.do(seat, move); err != nil {
			return err
		}
		t.lines++
	}
}

// choose is what the house's player says who knows this view.
func (t *pokerTable) choose(v games.View) (games.Move, error) {
	words := house.Poker(v, t.source)
	if move, ok := (poker.Rules{}).Parse(words); ok && words != "" {
		return move, nil
	}
	return nil, fmt.Errorf("seat %s says %q, which is no move", v.Viewer, words)
}

// do plays a move and everything the dealer owes then.
func (t *pokerTable) do(seat games.Seat, move games.Move) error {
	t.at = t.at.Add(time.Second)
	step, err := t.game.Apply(games.Action{At: t.at, Seat: seat, Move: move})
	for err == nil {
		t.game = step.Game
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

// finish counts what is known when a hand is over.
func (t *pokerTable) finish(v games.View) {
	c := t.count
	var total games.Chips
	counted, loser := false, false
	for _, p := range v.Pots {
		total += p.Amount
		if p.Sets == nil {
			continue
		}
		counted = true
		if p.Amount > 0 {
			c.is("shared_pots", len(p.Winners) > 1)
			if len(p.Winners) > 1 {
				c.is("shared_odd", p.Odd > 0)
			}
		}
		best := 0
		for _, n := range p.Sets {
			best = max(best, n)
		}
		c.see("winner_sets", best)
	}
	if counted {
		for i, s := range v.Pots[0].Eligible {
			loser = loser || v.Pots[0].Sets[i] > 0 && !v.Seats[s-1].Winner
		}
		c.is("loser_had_set", loser)
	}
	centre := len(v.Areas[0].Cells)
	c.is("shown", counted)
	c.is("dropped", v.Pots[0].Won == games.LastLeft)
	c.is("side_pots", len(v.Pots) > 1)
	c.see("centre_cards_mean", centre)
	c.see("lines", t.lines)
	c.see("pot_mean", int(total))
}

func tellPoker(out io.Writer, c *count) {
	printShares(out, c, "centre_cards_mean", "Centre cards when a hand ends")
	printShares(out, c, "winner_sets", "Sets of the winner of a counted pot")
	printShares(out, c, "lines", "Bets and answers in a hand")
	printShares(out, c, "pot_mean", "Chips in the pots of a hand")
}
