package main

import (
	"fmt"
	"io"
	"math/rand/v2"
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
	s, seen := newSprint(source, players), &classicCount{}
	for range n {
		s.play(seen)
	}
	seen.into(*c)
	return nil
}

// classicCount is what a chunk of games brings, counted where it costs nothing.
type classicCount struct {
	layout12, layout15, tableSets [71]int // by the number of sets
	noSet12, noSet18              share
	most, left, extra, sets, best [28]int
	shared                        share
}

// share counts what is so and what is not.
type share struct{ yes, no int }

// is counts one more, if it is to count at all.
func (s *share) is(yes, counts bool) {
	switch {
	case !counts:
	case yes:
		s.yes++
	default:
		s.no++
	}
}

// end counts what is known at the end of a game.
func (c *classicCount) end(s *sprint) {
	c.noSet12.is(true, s.on == fullTable)
	c.most[s.most]++
	c.left[s.on]++
	c.extra[s.extra]++
	c.sets[(s.dealt-s.on)/3]++
	best, winners := 0, 0
	for _, score := range s.score[:s.players] {
		switch {
		case score > best:
			best, winners = score, 1
		case score == best:
			winners++
		}
	}
	c.best[best]++
	c.shared.is(winners > 1, true)
}

// into adds what was seen to the figures.
func (c *classicCount) into(all count) {
	all.seeAll("layout_mean_sets_12", c.layout12[:])
	all.seeAll("layout_mean_sets_15", c.layout15[:])
	all.seeShare("layout_no_set_12", within(c.layout12[:], 0, 0))
	all.seeShare("layout_no_set_15", within(c.layout15[:], 0, 0))
	all.seeShare("layout_no_set_18", c.noSet18)
	all.seeAll("table_sets", c.tableSets[:])
	all.seeShare("table_no_set_12", c.noSet12)
	all.seeAll("most", c.most[:])
	all.seeShare("never_15", within(c.most[:], 0, 14))
	all.seeAll("extra", c.extra[:])
	all.seeAll("left", c.left[:])
	for _, n := range []int{0, 6, 9, 12, 15, 18} {
		all.seeShare(fmt.Sprintf("left_%d", n), within(c.left[:], n, n))
	}
	all.seeAll("sets_mean", c.sets[:])
	all.seeAll("winner_sets", c.best[:])
	all.seeShare("shared_win", c.shared)
}

// within is the share of what was seen that lies from low to high.
func within(times []int, low, high int) (s share) {
	for value, n := range times {
		if value >= low && value <= high {
			s.yes += n
		} else {
			s.no += n
		}
	}
	return s
}

func tellClassic(out io.Writer, c *count) {
	printShares(out, c, "layout_mean_sets_12", "Sets among 12 random cards")
	printShares(out, c, "table_sets", "Sets on the table when one is taken")
	printShares(out, c, "extra", "How often three more cards come in a game")
	printShares(out, c, "most", "Most cards on the table in a game")
	printShares(out, c, "sets_mean", "Sets taken in a game")
	printShares(out, c, "left", "Cards left at the end")
}
