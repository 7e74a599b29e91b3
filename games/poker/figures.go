package poker

import (
	"fmt"
	"math/rand/v2"

	"settable/games"
	"settable/games/cards"
)

// means lists the figures for which a simulation reports the mean (notation, Simulating).
var means = []games.Figure{
	{Name: "has_set_2", Words: "a player has a set with 2 centre cards"},
	{Name: "has_set_3", Words: "a player has a set with 3 centre cards"},
	{Name: "has_set_4", Words: "a player has a set with 4 centre cards"},
	{Name: "has_set_7", Words: "a player has a set with 7 centre cards"},
	{Name: "has_set_12", Words: "a player has a set with 12 centre cards"},
	{Name: "shared_pots", Words: "share of pots won at a showdown that are split"},
	{Name: "shared_odd", Words: "of these, pots with odd chips"},
	{Name: "shown", Words: "hands that come to a showdown"},
	{Name: "dropped", Words: "hands in which all but one fold"},
	{Name: "side_pots", Words: "hands with a side pot"},
	{Name: "centre_cards_mean", Words: "centre cards when a hand ends"},
	{Name: "lines", Words: "moves in a hand"},
	{Name: "check_pass", Words: "moves that are a check or a pass"},
	{Name: "pot_mean", Words: "chips in the pots of a hand"},
	{Name: "pot_empty", Words: "hands with nothing in the pot"},
	{Name: "winner_sets", Words: "sets of the winner at a showdown"},
	{Name: "loser_had_set", Words: "showdowns in which a player with a set wins nothing"},
}

var shares = []games.Figure{
	{Name: "centre_cards_mean", Words: "Centre cards when a hand ends"},
	{Name: "winner_sets", Words: "Sets of the winner at a showdown"},
	{Name: "lines", Words: "Moves in a hand"},
	{Name: "pot_mean", Words: "Chips in the pots of a hand"},
}

// centreSizes are the numbers of centre cards that the Figures of docs/spec/rules.md cover.
var centreSizes = []int{2, 3, 4, 7, 12}

// eveningOfHands is the number of hands that the simulation plays before it opens a new table with full stacks.
const eveningOfHands = 20

// trials examines random deals and plays hands.
func trials(source *rand.Rand, o games.Options, players, n int, c games.Counts) error {
	for range n {
		lookAtDeal(source, c)
	}
	for n > 0 {
		hands := min(n, eveningOfHands)
		if err := playEvening(source, o, players, hands, c); err != nil {
			return err
		}
		n -= hands
	}
	return nil
}

func lookAtDeal(source *rand.Rand, c games.Counts) {
	drawn := games.DrawOf(cards.SETPack().Cards(), 14, source)
	for _, size := range centreSizes {
		c.SeeIf(fmt.Sprintf("has_set_%d", size), cards.SetsWith(drawn[:2], drawn[2:2+size]) > 0)
	}
}

// trial is a simulated table in progress and the counts collected from it.
type trial struct {
	*games.Trial
	source *rand.Rand
	count  games.Counts
	lines  int
}

// playEvening plays the given number of hands at one table. A player who has lost everything buys in again.
func playEvening(source *rand.Rand, o games.Options, players, hands int, c games.Counts) error {
	table, err := games.NewTrial(Rules{}, o, players, games.Seeded(source.Uint64()), nil)
	if err != nil {
		return err
	}
	t := &trial{Trial: table, source: source, count: c}
	for i := range hands {
		t.lines = 0
		if i > 0 {
			if err := t.Do(1, Next{}); err != nil {
				return err
			}
		}
		if err := t.playHand(); err != nil {
			return err
		}
		for _, p := range t.Game.View(games.Watcher).Seats {
			if p.Chips == 0 {
				if err := t.Do(p.Seat, Buy{}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// playHand makes moves until the pots are shared.
func (t *trial) playHand() error {
	silent := map[games.Seat]bool{} // players who have left the question open, because silence counts as a pass
	for {
		v := t.Game.View(games.Watcher)
		if v.Pots != nil {
			t.finish(v)
			return nil
		}
		seat := v.Turn
		for _, p := range v.Seats {
			if seat == games.Watcher && p.Cards > 0 && !silent[p.Seat] && p.Remark.Key != "poker.said.pass" {
				seat = p.Seat // this seat has yet to answer the question
			}
		}
		if seat == games.Watcher { // all are silent
			clear(silent)
			if err := t.WaitForClock(); err != nil {
				return err
			}
			continue
		}
		words := housePlayer(t.Game.View(seat), games.Steady, t.source)
		if words == "pass" && t.isSilenceEnough() {
			silent[seat] = true
			continue
		}
		move, ok := (Rules{}).Parse(words)
		if !ok || words == "" {
			return fmt.Errorf("seat %s plays %q, which isn't a move", seat, words)
		}
		if err := t.Do(seat, move); err != nil {
			return err
		}
		t.lines++
		t.count.SeeIf("check_pass", words == "check" || words == "pass")
	}
}

// isSilenceEnough reports whether players may stay silent instead of passing. Once no one can bet, they must answer,
// because silent players would count as away.
func (t *trial) isSilenceEnough() bool {
	g := t.Game.(*game)
	return g.silenceIsAnswer() && !g.bettingOver()
}

func (t *trial) finish(v games.View) {
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
			c.SeeIf("shared_pots", len(p.Winners) > 1)
			if len(p.Winners) > 1 {
				c.SeeIf("shared_odd", p.Odd > 0)
			}
		}
		best := 0
		for _, n := range p.Sets {
			best = max(best, n)
		}
		c.See("winner_sets", best)
	}
	if counted {
		for i, s := range v.Pots[0].Eligible {
			loser = loser || v.Pots[0].Sets[i] > 0 && !v.Seats[s-1].Winner
		}
		c.SeeIf("loser_had_set", loser)
	}
	centre := len(v.Areas[0].Cells)
	c.SeeIf("shown", counted)
	c.SeeIf("dropped", v.Pots[0].Won == games.LastRemaining)
	c.SeeIf("side_pots", len(v.Pots) > 1)
	c.See("centre_cards_mean", centre)
	c.See("lines", t.lines)
	c.See("pot_mean", int(total))
	c.SeeIf("pot_empty", total == 0)
}
