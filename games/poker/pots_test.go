package poker

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

func TestLayers(t *testing.T) {
	in := func(seat games.Seat, n games.Chips) stake { return stake{seat: seat, paid: n, active: true} }
	out := func(seat games.Seat, n games.Chips) stake { return stake{seat: seat, paid: n} }
	type pot struct {
		Amount games.Chips
		Seats  []games.Seat
	}
	for name, c := range map[string]struct {
		stakes []stake
		want   []pot
	}{
		"all paid the same": {[]stake{in(1, 4), in(2, 4)}, []pot{{8, []games.Seat{1, 2}}}},
		"one all-in": {
			[]stake{in(1, 4), in(2, 9), in(3, 9)}, []pot{{12, []games.Seat{1, 2, 3}}, {10, []games.Seat{2, 3}}}},
		"two all-in": {[]stake{in(1, 1), in(2, 3), in(3, 7), in(4, 7)},
			[]pot{{4, []games.Seat{1, 2, 3, 4}}, {6, []games.Seat{2, 3, 4}}, {8, []games.Seat{3, 4}}}},
		"chips of dropped players stay in": {[]stake{in(1, 4), out(2, 2), in(3, 6), in(4, 6)},
			[]pot{{14, []games.Seat{1, 3, 4}}, {4, []games.Seat{3, 4}}}},
		"a dropped player paid the most": {
			[]stake{in(1, 2), in(2, 3), out(3, 9)}, []pot{{6, []games.Seat{1, 2}}, {8, []games.Seat{2}}}},
		"nobody paid": {[]stake{in(1, 0), in(2, 0)}, []pot{{0, []games.Seat{1, 2}}}},
		"only dropped players paid": {
			[]stake{in(1, 0), in(2, 0), out(3, 5)}, []pot{{5, []games.Seat{1, 2}}}},
		"equal players are in the same pot": {[]stake{in(1, 3), in(2, 5), in(3, 3), in(4, 5)},
			[]pot{{12, []games.Seat{1, 2, 3, 4}}, {4, []games.Seat{2, 4}}}},
	} {
		var got []pot
		for _, l := range layers(c.stakes) {
			p := pot{Amount: l.amount}
			for _, s := range l.eligible {
				p.Seats = append(p.Seats, s.seat)
			}
			got = append(got, p)
		}
		require.Empty(t, cmp.Diff(c.want, got), name)
	}
}

// Splitting the pot into layers loses no chips, no matter how much each player has paid and who has dropped.
func TestLayersHoldThePot(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		var stakes []stake
		var sum games.Chips
		for s := range 2 + source.IntN(9) {
			st := stake{seat: games.Seat(s + 1), paid: games.Chips(source.IntN(8)), active: s == 0 || source.IntN(3) > 0}
			sum += st.paid
			stakes = append(stakes, st)
		}
		all := layers(stakes)
		for _, l := range all {
			sum -= l.amount
			require.NotEmpty(t, l.eligible)
			require.True(t, l.amount > 0 || len(all) == 1)
		}
		require.Zero(t, sum, "%v", stakes)
	}
}

func TestOddChips(t *testing.T) {
	w := func(seat games.Seat, chips games.Chips) stake { return stake{seat: seat, chips: chips} }
	for name, c := range map[string]struct {
		amount  games.Chips
		winners []stake
		oneEach bool
		by      games.OddBy
		to      []games.Seat
	}{
		"it divides": {8, []stake{w(3, 1), w(1, 2)}, false, games.NoOdd, nil},
		"all to the poorest": {11, []stake{w(3, 5), w(1, 2), w(2, 4)}, false, games.FewestOdd,
			[]games.Seat{1}},
		"equally poor: left of the dealer": {
			11, []stake{w(3, 5), w(1, 5), w(2, 9)}, false, games.LeftOdd, []games.Seat{3}},
		"equally poor: one each": {11, []stake{w(3, 5), w(1, 5), w(2, 9)}, true, games.OneEachOdd,
			[]games.Seat{3, 1}},
		"one each needs a tie": {
			11, []stake{w(3, 5), w(1, 4), w(2, 9)}, true, games.FewestOdd, []games.Seat{1}},
		"more odd chips than the poor: again": {
			7, []stake{w(3, 5), w(1, 5), w(2, 9), w(4, 9)}, true, games.OneEachOdd, []games.Seat{3, 1, 3}},
	} {
		p := sharePot(c.amount, c.winners, c.oneEach)
		require.Equal(t, c.by, p.OddBy, name)
		require.Equal(t, c.to, p.OddTo, name)
		if p.Odd > 0 {
			require.Len(t, p.Stacks, len(c.winners), name)
			require.Equal(t, c.winners[0].chips, p.Stacks[0], name)
		}
		var paid games.Chips
		payouts(p, func(_ games.Seat, n games.Chips) { paid += n })
		require.Equal(t, c.amount, paid, name)
	}
}

// setsOf finds all sets among the hand and the centre, except those entirely in the centre.
func TestSetsOfMatchesFullSearch(t *testing.T) {
	luck := games.Seeded(5)
	for i := range 3000 {
		n := 2 + i%20
		drawn, err := luck.Draw(games.Owed{Count: n + 2, From: cards.SETPack()})
		require.NoError(t, err)
		hand, center := [2]cards.Card{drawn[0], drawn[1]}, drawn[2:]
		sets := setsOf(hand, center)
		require.Equal(t, len(cards.Sets(drawn))-len(cards.Sets(center)), len(sets))
		require.Equal(t, len(sets) > 0, hasSet(hand, center))
		best := 0
		for j, a := range sets {
			require.True(t, cards.IsSet(a[0], a[1], a[2]))
			best = max(best, 1)
			for _, b := range sets[j+1:] {
				if bagOf([][3]cards.Card{a, b}).Len() == 6 {
					best = 2
				}
			}
		}
		require.Len(t, countedSets(sets, true), best)
		require.Len(t, countedSets(sets, false), len(sets))
	}
}
