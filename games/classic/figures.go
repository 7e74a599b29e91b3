package classic

import (
	"fmt"
	"math/rand/v2"

	"settable/games"
	"settable/games/cards"
)

// means lists the figures for which a simulation reports the mean (notation, Simulating).
var means = []games.Figure{
	{Name: "layout_no_set_12", Words: "12 random cards without a set"},
	{Name: "layout_no_set_15", Words: "15 random cards without a set"},
	{Name: "layout_no_set_18", Words: "18 random cards without a set"},
	{Name: "layout_mean_sets_12", Words: "sets among 12 random cards"},
	{Name: "layout_mean_sets_15", Words: "sets among 15 random cards"},
	{Name: "never_15", Words: "games that never show 15 cards"},
	{Name: "left_0", Words: "games that end with no card left"},
	{Name: "left_6", Words: "games that end with 6 cards left"},
	{Name: "left_9", Words: "games that end with 9 cards left"},
	{Name: "left_12", Words: "games that end with 12 cards left"},
	{Name: "left_15", Words: "games that end with 15 cards left"},
	{Name: "left_18", Words: "games that end with 18 cards left"},
	{Name: "sets_mean", Words: "sets taken in a game"},
	{Name: "table_no_set_12", Words: "12-card tables without a set during play, including the last ones"},
	{Name: "table_sets", Words: "sets on the table when one is taken"},
	{Name: "winner_sets", Words: "sets of the winner"},
	{Name: "shared_win", Words: "games with a shared win"},
}

var shares = []games.Figure{
	{Name: "layout_mean_sets_12", Words: "Sets among 12 random cards"},
	{Name: "table_sets", Words: "Sets on the table when one is taken"},
	{Name: "extra", Words: "Times three more cards are dealt in a game"},
	{Name: "most", Words: "Most cards on the table in a game"},
	{Name: "sets_mean", Words: "Sets taken in a game"},
	{Name: "left", Words: "Cards left at the end"},
}

// trials examines n random layouts and plays n games by the rules. In these games, a random player takes a random set
// again and again.
func trials(source *rand.Rand, o games.Options, players, n int, c games.Counts) error {
	for range n {
		countLayout(source, c)
		if err := playTrial(source, o, players, c); err != nil {
			return err
		}
	}
	return nil
}

// countLayout counts the sets among 12, 15 and 18 random cards.
func countLayout(source *rand.Rand, c games.Counts) {
	drawn := games.DrawOf(cards.SETPack().Cards(), 18, source)
	for _, size := range []int{12, 15} {
		sets := len(cards.Sets(drawn[:size]))
		c.See(fmt.Sprintf("layout_mean_sets_%d", size), sets)
		c.SeeIf(fmt.Sprintf("layout_no_set_%d", size), sets == 0)
	}
	c.SeeIf("layout_no_set_18", !cards.HasSet(drawn))
}

// playTrial plays one game and counts its sets, extra cards and layouts without a set.
func playTrial(source *rand.Rand, o games.Options, players int, c games.Counts) error {
	extra := 0
	trial, err := games.NewTrial(Rules{}, o, players, games.Seeded(source.Uint64()), func(step games.Step) {
		for _, e := range step.Events {
			if e.Say().Key != "classic.more" {
				continue
			}
			extra++
			if len(step.Game.View(games.Watcher).Areas[0].Cells) == fullTable {
				c.SeeIf("table_no_set_12", true)
			}
		}
	})
	if err != nil {
		return err
	}
	most := 0
	for {
		v := trial.Game.View(games.Watcher)
		table := v.Faces(games.Watcher)
		most = max(most, len(table))
		if v.Phase == games.Finished {
			countEnd(v, most, extra, c)
			return nil
		}
		sets := cards.Sets(table)
		if len(table) == fullTable {
			c.SeeIf("table_no_set_12", false)
		}
		c.See("table_sets", len(sets))
		claim := games.ClaimOf(sets[source.IntN(len(sets))])
		if err := trial.Do(games.Seat(source.IntN(players)+1), claim); err != nil {
			return err
		}
	}
}

func countEnd(v games.View, most, extra int, c games.Counts) {
	left := len(v.Areas[0].Cells)
	if left == fullTable {
		c.SeeIf("table_no_set_12", true)
	}
	c.SeeIf("never_15", most <= fullTable)
	c.See("most", most)
	c.See("extra", extra)
	c.See("left", left)
	for _, n := range []int{0, 6, 9, 12, 15, 18} {
		c.SeeIf(fmt.Sprintf("left_%d", n), left == n)
	}
	sets, best, winners := 0, 0, 0
	for _, p := range v.Seats {
		sets += p.Score
		best = max(best, p.Score)
		if p.Winner {
			winners++
		}
	}
	c.See("sets_mean", sets)
	c.See("winner_sets", best)
	c.SeeIf("shared_win", winners > 1)
}
