package classic

import (
	"fmt"
	"math/rand/v2"

	"settable/games"
)

// means are the figures that NOTATION.md and RULES.md name.
var means = []games.Figure{
	{Name: "layout_no_set_12", Words: "12 random cards hold no set"},
	{Name: "layout_no_set_15", Words: "15 random cards hold no set"},
	{Name: "layout_no_set_18", Words: "18 random cards hold no set"},
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
	{Name: "table_no_set_12", Words: "tables of 12 in play that hold no set, the last ones too"},
	{Name: "table_sets", Words: "sets on the table when one is taken"},
	{Name: "winner_sets", Words: "sets of the winner"},
	{Name: "shared_win", Words: "games whose win is shared"},
}

var shares = []games.Figure{
	{Name: "layout_mean_sets_12", Words: "Sets among 12 random cards"},
	{Name: "table_sets", Words: "Sets on the table when one is taken"},
	{Name: "extra", Words: "How often three more cards come in a game"},
	{Name: "most", Words: "Most cards on the table in a game"},
	{Name: "sets_mean", Words: "Sets taken in a game"},
	{Name: "left", Words: "Cards left at the end"},
}

// trials looks at n random layouts and plays n games, in which a random player takes a random set
// each time.
func trials(source *rand.Rand, players, n int, c games.Counts) error {
	s, seen := newSprint(source, players), &classicCount{}
	for range n {
		s.play(seen)
	}
	seen.into(c)
	return nil
}

// classicCount is what a run of games counts. Arrays make counting cheap; into turns them into
// Counts.
type classicCount struct {
	layout12, layout15, tableSets [71]int // by the number of sets
	noSet12, noSet18              share
	most, left, extra, sets, best [28]int
	shared                        share
}

// share counts how often something was so and how often not.
type share struct{ yes, no int }

// is counts one case more, unless counts is false.
func (s *share) is(yes, counts bool) {
	switch {
	case !counts:
	case yes:
		s.yes++
	default:
		s.no++
	}
}

func (c *classicCount) end(s *sprint) {
	c.noSet12.is(true, s.on == full)
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

func (c *classicCount) into(all games.Counts) {
	all.SeeAll("layout_mean_sets_12", c.layout12[:])
	all.SeeAll("layout_mean_sets_15", c.layout15[:])
	seeShare(all, "layout_no_set_12", within(c.layout12[:], 0, 0))
	seeShare(all, "layout_no_set_15", within(c.layout15[:], 0, 0))
	seeShare(all, "layout_no_set_18", c.noSet18)
	all.SeeAll("table_sets", c.tableSets[:])
	seeShare(all, "table_no_set_12", c.noSet12)
	all.SeeAll("most", c.most[:])
	seeShare(all, "never_15", within(c.most[:], 0, 14))
	all.SeeAll("extra", c.extra[:])
	all.SeeAll("left", c.left[:])
	for _, n := range []int{0, 6, 9, 12, 15, 18} {
		seeShare(all, fmt.Sprintf("left_%d", n), within(c.left[:], n, n))
	}
	all.SeeAll("sets_mean", c.sets[:])
	all.SeeAll("winner_sets", c.best[:])
	seeShare(all, "shared_win", c.shared)
}

// seeShare adds a share to the Counts: 1 for each yes and 0 for each no.
func seeShare(all games.Counts, name string, s share) { all.SeeAll(name, []int{s.no, s.yes}) }

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
