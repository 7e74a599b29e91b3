package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
)

// classicFigures are those of NOTATION.md and RULES.md.
var classicFigures = []figure{
	{"layout_no_set_12", "12 random cards hold no set"},
	{"layout_no_set_15", "15 random cards hold no set"},
	{"layout_no_set_18", "18 random cards hold no set"},
	{"layout_mean_sets_12", "sets among 12 random cards"},
	{"layout_mean_sets_15", "sets among 15 random cards"},
	{"never_15", "games that never show 15 cards"},
	{"left_0", "games that end with no card left"},
	{"left_6", "games that end with 6 cards left"},
	{"left_9", "games that end with 9 cards left"},
	{"left_12", "games that end with 12 cards left"},
	{"left_15", "games that end with 15 cards left"},
	{"left_18", "games that end with 18 cards left"},
	{"sets_mean", "sets taken in a game"},
	{"table_no_set_12", "tables of 12 in play that hold no set, the last ones too"},
	{"table_sets", "sets on the table when one is taken"},
	{"winner_sets", "sets of the winner"},
	{"shared_win", "games whose win is shared"},
}

// playClassic looks at random layouts and plays games in which a random set is
// taken each time, by a random player.
func playClassic(source *rand.Rand, players, n int, c *count) error {
	for range n {
		layouts(source, c)
		if err := classicGame(source, players, c); err != nil {
			return err
		}
	}
	return nil
}

func layouts(source *rand.Rand, c *count) {
	for _, layout := range []struct {
		size        int
		none, count string
	}{
		{12, "layout_no_set_12", "layout_mean_sets_12"},
		{15, "layout_no_set_15", "layout_mean_sets_15"},
		{18, "layout_no_set_18", ""},
	} {
		pack := cards.SETPack().Cards()
		for i := range layout.size {
			j := i + source.IntN(len(pack)-i)
			pack[i], pack[j] = pack[j], pack[i]
		}
		sets := len(cards.Sets(pack[:layout.size]))
		c.is(layout.none, sets == 0)
		if layout.count != "" {
			c.see(layout.count, sets)
		}
	}
}

// classicTable is a game under way, with what a spectator counts.
type classicTable struct {
	game   games.Game
	at     time.Time
	chance games.Chance
	count  *count
	most   int // cards that ever lay there
	extra  int // times that three more came
}

func classicGame(source *rand.Rand, players int, c *count) error {
	game, err := classic.Rules{}.Open(nil)
	if err != nil {
		return err
	}
	t := &classicTable{game: game, chance: games.Seeded(source.Uint64()), count: c}
	for seat := range players {
		if err := t.do(games.Seat(seat+1), games.Join{}); err != nil {
			return err
		}
	}
	if err := t.do(1, games.Start{}); err != nil {
		return err
	}
	var found [][3]cards.Card
	view := t.game.View(games.Watcher)
	for view.Phase == games.Playing {
		found = cards.AppendSets(found[:0], faces(view))
		if len(view.Areas[0].Cells) == 12 {
			c.is("table_no_set_12", false)
		}
		if len(found) == 0 {
			return fmt.Errorf("the game goes on without a set on the table:\n%s", view)
		}
		c.see("table_sets", len(found))
		three := found[source.IntN(len(found))]
		var claim games.Claim
		for i, card := range three {
			claim.Picks[i] = games.Pick{Card: card}
		}
		if err := t.do(games.Seat(1+source.IntN(players)), claim); err != nil {
			return err
		}
		view = t.game.View(games.Watcher)
	}
	t.finish(view)
	return nil
}

// do plays a move and everything the dealer owes then.
func (t *classicTable) do(seat games.Seat, move games.Move) error {
	t.at = t.at.Add(time.Second)
	step, err := t.game.Apply(games.Action{At: t.at, Seat: seat, Move: move})
	for err == nil {
		t.game = step.Game
		for _, e := range step.Events {
			if e.Kind == games.More {
				t.extra++
				if len(step.Game.View(games.Watcher).Areas[0].Cells) == 12 {
					t.count.is("table_no_set_12", true)
				}
			}
		}
		owed, ok := t.game.Owed()
		if !ok {
			return nil
		}
		var drawn []cards.Card
		if drawn, err = t.chance.Draw(owed); err != nil {
			break
		}
		step, err = t.game.Apply(games.Action{At: t.at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
		if err == nil {
			t.most = max(t.most, len(step.Game.View(games.Watcher).Areas[0].Cells))
		}
	}
	return err
}

func faces(v games.View) []cards.Card {
	list := make([]cards.Card, 0, len(v.Areas[0].Cells))
	for _, cell := range v.Areas[0].Cells {
		if cell.Kind == games.Face {
			list = append(list, cell.Card)
		}
	}
	return list
}

// finish counts what is known at the end of a game.
func (t *classicTable) finish(v games.View) {
	c, left := t.count, len(v.Areas[0].Cells)
	if left == 12 {
		c.is("table_no_set_12", true)
	}
	c.is("never_15", t.most < 15)
	c.is("left_0", left == 0)
	c.is("left_6", left == 6)
	c.is("left_9", left == 9)
	c.is("left_12", left == 12)
	c.is("left_15", left == 15)
	c.is("left_18", left == 18)
	c.see("left", left)
	c.see("most", t.most)
	c.see("extra", t.extra)
	sets, best, winners := 0, 0, 0
	for _, p := range v.Seats {
		sets += p.Score
		best = max(best, p.Score)
		if p.Winner {
			winners++
		}
	}
	c.see("sets_mean", sets)
	c.see("winner_sets", best)
	c.is("shared_win", winners > 1)
}

func tellClassic(out io.Writer, c *count) {
	printShares(out, c, "layout_mean_sets_12", "Sets among 12 random cards")
	printShares(out, c, "table_sets", "Sets on the table when one is taken")
	printShares(out, c, "extra", "How often three more cards come in a game")
	printShares(out, c, "most", "Most cards on the table in a game")
	printShares(out, c, "sets_mean", "Sets taken in a game")
	printShares(out, c, "left", "Cards left at the end")
}
