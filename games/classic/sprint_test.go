package classic

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// TestASprintIsAGameOfClassicSET replays the cards and claims of thousands of sprints by the rules:
// every table is the same at every turn, and so is everything that is counted.
func TestASprintIsAGameOfClassicSET(t *testing.T) {
	for seed := range uint64(gamestest.Times(600, 3000)) {
		players := 1 + int(seed%20)
		s, seen := newSprint(rand.New(rand.NewPCG(seed, 1)), players), &classicCount{}
		var takes []take
		s.play(seen) // what was done before must not matter
		*seen = classicCount{}
		for s.open(seen); s.settle(seen); {
			before := *s
			s.turn()
			takes = append(takes, took(&before, s))
		}
		fast, slow := games.Counts{}, games.Counts{}
		seen.into(fast)
		g := &ruled{t: t, game: opened(t, players), chance: games.Stacked{Decks: [][]cards.Card{s.pack[:s.dealt]}},
			count: slow}
		g.play(takes)
		for _, layout := range []string{"layout_mean_sets_12", "layout_mean_sets_15", "layout_no_set_12",
			"layout_no_set_15", "layout_no_set_18"} {
			delete(fast, layout)
		}
		require.Empty(t, cmp.Diff(slow, fast), "seed %d", seed)
	}
}

// TestLayoutsCountTheSetsOfTheirCards counts the sets of layouts again, from their cards.
func TestLayoutsCountTheSetsOfTheirCards(t *testing.T) {
	s, seen := newSprint(rand.New(rand.NewPCG(7, 7)), 1), &classicCount{}
	want := classicCount{}
	for range 2000 {
		s.open(seen)
		want.layout12[len(cards.Sets(s.pack[:12]))]++
		want.layout15[len(cards.Sets(s.pack[:15]))]++
		want.noSet18.is(!cards.HasSet(s.pack[:18]), true)
		require.ElementsMatch(t, s.pack[:12], onTable(s))
	}
	require.Equal(t, want, *seen)
}

// take is what a sprint did in a turn: who took which cards from which table.
type take struct {
	seat  games.Seat
	cards []cards.Card
	table []cards.Card
	sets  int
}

// onTable are the cards on a sprint's table, in the order of their values.
func onTable(s *sprint) (list []cards.Card) {
	for _, c := range s.table {
		if c != 0 {
			list = append(list, c)
		}
	}
	slices.Sort(list)
	return list
}

func took(before, after *sprint) take {
	x := take{table: onTable(before), sets: before.found}
	for _, c := range x.table {
		if after.lies[c] == 0 {
			x.cards = append(x.cards, c)
		}
	}
	for i, score := range after.score {
		if score > before.score[i] {
			x.seat = games.Seat(i + 1)
		}
	}
	return x
}

// ruled is a game under way by the rules, with the counts of a spectator.
type ruled struct {
	t      *testing.T
	game   games.Game
	at     time.Time
	chance games.Chance
	count  games.Counts
	most   int // cards that ever lay there
	extra  int // times that three more came
}

func opened(t *testing.T, players int) games.Game {
	game, err := Rules{}.Open(nil)
	require.NoError(t, err)
	for seat := range players {
		step, err := game.Apply(games.Action{Seat: games.Seat(seat + 1), Move: games.Join{}})
		require.NoError(t, err)
		game = step.Game
	}
	return game
}

func (g *ruled) play(takes []take) {
	g.do(1, games.Start{})
	for _, x := range takes {
		table := g.game.View(games.Watcher).Faces(games.Watcher)
		require.Equal(g.t, x.table, slices.Sorted(slices.Values(table)))
		require.Len(g.t, cards.Sets(table), x.sets)
		if len(table) == full {
			g.count.Is("table_no_set_12", false)
		}
		g.count.See("table_sets", x.sets)
		g.do(x.seat, games.ClaimOf([3]cards.Card(x.cards)))
	}
	g.finish(g.game.View(games.Watcher))
}

// do plays a move and everything the dealer owes then.
func (g *ruled) do(seat games.Seat, move games.Move) {
	g.at = g.at.Add(time.Second)
	g.apply(seat, move)
	for owed, ok := g.game.Owed(); ok; owed, ok = g.game.Owed() {
		drawn, err := g.chance.Draw(owed)
		require.NoError(g.t, err)
		g.apply(games.Dealer, games.Deal{Cards: drawn})
		g.most = max(g.most, len(g.game.View(games.Watcher).Areas[0].Cells))
	}
}

func (g *ruled) apply(seat games.Seat, move games.Move) {
	step, err := g.game.Apply(games.Action{At: g.at, Seat: seat, Move: move})
	require.NoError(g.t, err)
	g.game = step.Game
	for _, e := range step.Events {
		if e.Say().Key == "classic.more" {
			g.extra++
			if len(g.game.View(games.Watcher).Areas[0].Cells) == full {
				g.count.Is("table_no_set_12", true)
			}
		}
	}
}

// finish counts what is known at the end of a game.
func (g *ruled) finish(v games.View) {
	require.Equal(g.t, games.Finished, v.Phase)
	c, left := g.count, len(v.Areas[0].Cells)
	if left == full {
		c.Is("table_no_set_12", true)
	}
	c.Is("never_15", g.most < 15)
	c.Is("left_0", left == 0)
	c.Is("left_6", left == 6)
	c.Is("left_9", left == 9)
	c.Is("left_12", left == 12)
	c.Is("left_15", left == 15)
	c.Is("left_18", left == 18)
	c.See("left", left)
	c.See("most", g.most)
	c.See("extra", g.extra)
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
	c.Is("shared_win", winners > 1)
}

// BenchmarkSimulateClassic is `settable simulate classic` on one core: whole
// games, with the layouts beside them. The turns are short and their median is
// reported, so that a machine which others use too tells nearly what a quiet
// one would.
func BenchmarkSimulateClassic(b *testing.B) {
	const each = 50
	s, seen := newSprint(rand.New(rand.NewPCG(1, 2)), 2), &classicCount{}
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		for range each {
			s.play(seen)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(each/took[len(took)/2].Seconds(), "games/s")
}
