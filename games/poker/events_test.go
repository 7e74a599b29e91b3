package poker

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// The explanation of a showdown says for each pot who could win it with which sets, which rule decided it, and who got
// the odd chips.
func TestExplanationCoversEachPot(t *testing.T) {
	main := games.PotShare{Amount: 7, Eligible: []games.Seat{2, 3, 1}, Sets: []int{1, 1, 0},
		Winners: []games.Seat{2, 3}, Won: games.MostSets, Share: 3, Odd: 1, OddTo: []games.Seat{2},
		OddBy: games.FewestOdd}
	side := games.PotShare{Amount: 4, Eligible: []games.Seat{3}, Winners: []games.Seat{3}, Won: games.LastRemaining}
	told := func(pots ...games.PotShare) (lines []string) {
		for _, l := range explainPots(pots) {
			lines = append(lines, l.Facts(games.Seat.String))
		}
		return lines
	}
	require.Empty(t, told())
	require.Equal(t, []string{
		"poker.why.pot chips=(games.chips N=4) n=0",
		"poker.why.eligible who=(poker.why.one who=3)",
		"poker.why.last_left who=3",
	}, told(side))
	require.Equal(t, []string{
		"poker.why.main_pot chips=(games.chips N=7) n=0",
		"poker.why.eligible who=(poker.why.one_with sets=(poker.sets N=1) who=2)," +
			"(poker.why.one_with sets=(poker.sets N=1) who=3),(poker.why.one_with sets=(poker.no_set) who=1)",
		"poker.why.most_sets who=2,3",
		"poker.why.odd by=(poker.odd_fewest) chips=7 odd=(poker.odd N=1) to=2 winners=2",
		"poker.why.side_pot chips=(games.chips N=4) n=1",
		"poker.why.eligible who=(poker.why.one who=3)",
		"poker.why.last_left who=3",
	}, told(main, side))
}

// The highlights of an evening are its biggest pot, including side pots, and the hand with the most sets. If several
// are equal, the first one counts, and players who tie in the same hand are all named.
func TestHighlightsOfAnEvening(t *testing.T) {
	pot := func(n games.Chips, winners ...games.Seat) games.PotShare {
		return games.PotShare{Amount: n, Winners: winners}
	}
	shown := func(seat games.Seat, sets int) games.Showing {
		return games.Showing{Seat: seat, Sets: make([]games.ShownSet, sets)}
	}
	b := highlights{}.withHand([]games.PotShare{pot(0, 4)}, []games.Showing{shown(1, 0), shown(2, 0)})
	require.Equal(t, highlights{}, b, "an evening without a hand has no highlights")
	b = b.withHand([]games.PotShare{pot(5, 1, 2), pot(3, 2), pot(0, 3)},
		[]games.Showing{shown(1, 1), shown(2, 2), shown(3, 2), shown(4, 1)})
	want := highlights{pot: 8, potWinners: []games.Seat{1, 2}, hand: make([]games.ShownSet, 2), handSeats: []games.Seat{2, 3}}
	require.Equal(t, want, b)
	require.Equal(t, want, b.withHand([]games.PotShare{pot(8, 3)}, []games.Showing{shown(4, 2)}), "an equal later hand changes nothing")
	b = b.withHand([]games.PotShare{pot(9, 3)}, []games.Showing{shown(4, 3)})
	require.Equal(t, highlights{pot: 9, potWinners: []games.Seat{3}, hand: make([]games.ShownSet, 3), handSeats: []games.Seat{4}}, b)
}

// If a person and a house player share a pot or the best hand, the highlights name both. They don't mention pots that a
// house player won alone.
func TestBestHandSharedWithTheHouse(t *testing.T) {
	facts := func(b highlights) (lines []string) {
		for _, p := range b.list(func(s games.Seat) bool { return s == 1 }) {
			lines = append(lines, p.Phrase.Facts(games.SeatLetter))
		}
		return lines
	}
	require.Equal(t, []string{"games.highlights.pot chips=(games.chips N=15) who=P,R", "poker.best.hand N=1 who=P,R"},
		facts(highlights{pot: 15, potWinners: []games.Seat{1, 3}, hand: make([]games.ShownSet, 1), handSeats: []games.Seat{1, 3}}))
	require.Equal(t, []string{"games.highlights.pot chips=(games.chips N=15) who=Q"},
		facts(highlights{pot: 15, potWinners: []games.Seat{2}, hand: make([]games.ShownSet, 1), handSeats: []games.Seat{1}}))
	require.Empty(t, facts(highlights{pot: 15, potWinners: []games.Seat{1}, hand: make([]games.ShownSet, 1), handSeats: []games.Seat{1}}))
}

// Between hands, a house player buys in, begins the next hand, or does nothing.
func TestHouseBetweenHands(t *testing.T) {
	says := func(offers ...games.Offer) string {
		return housePlayer(games.View{Viewer: 1, Offers: offers}, games.Steady, rand.New(rand.NewPCG(1, 1)))
	}
	require.Equal(t, "buy", says(games.Offer{Words: "buy"}, games.Offer{Words: "next"}))
	require.Equal(t, "next", says(games.Offer{Words: "next"}))
	require.Equal(t, "drop", says(games.Offer{Words: "drop"}), "without a call, only a drop is possible")
	require.Empty(t, says(games.Offer{Words: "leave"}))
}

// startedHand returns a hand of two players in which seat 2 acts first. Cards are dealt in ascending order, so no one
// has a set at first.
func startedHand(t *testing.T) *game {
	t.Helper()
	table, err := Rules{}.Open(games.Options{"turn": "30"})
	require.NoError(t, err)
	g := table.(*game)
	for _, a := range []games.Action{{Seat: 1, Move: games.Join{}}, {Seat: 2, Move: games.Join{}},
		{Seat: 1, Move: games.Start{}}} {
		g, _ = g.afterMove(t, a.Seat, a.Move)
	}
	owed, _ := g.Owed()
	g, _ = g.afterMove(t, games.Dealer, games.Deal{Cards: owed.From.Cards()[:owed.Count]})
	return g
}

var evening8 = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

// afterMove applies a move. It returns the resulting game and the keys of the events.
func (g *game) afterMove(t *testing.T, seat games.Seat, m games.Move) (after *game, told []string) {
	t.Helper()
	step, err := g.Apply(games.Action{At: evening8, Seat: seat, Move: m})
	require.NoError(t, err)
	for _, e := range step.Events {
		told = append(told, e.Say().Key)
	}
	return step.Game.(*game), told
}

// The moves "always pass" and "always ask" are confirmed only to the player who makes them, only during a hand, and
// only if they change the setting.
func TestAlwaysIsConfirmedOnce(t *testing.T) {
	refused := func(g *game, pass bool) string {
		_, err := g.Apply(games.Action{At: evening8, Seat: 1, Move: Always{Pass: pass}})
		require.Error(t, err)
		return err.(games.Illegal).Key
	}
	table, err := Rules{}.Open(nil)
	require.NoError(t, err)
	lobby, _ := table.(*game).afterMove(t, 1, games.Join{})
	for _, pass := range []bool{true, false} {
		_, err := lobby.Apply(games.Action{At: evening8, Seat: 1, Move: Always{Pass: pass}})
		require.Equal(t, games.ErrGathering, err)
	}
	g := startedHand(t)
	require.Equal(t, "poker.is_asked_already", refused(g, false))
	g, told := g.afterMove(t, 1, Always{Pass: true})
	require.Equal(t, []string{"poker.always_passes"}, told)
	require.Equal(t, "poker.passes_already", refused(g, true))
	_, told = g.afterMove(t, 1, Always{})
	require.Equal(t, []string{"poker.always_asked"}, told)
	require.False(t, g.alwaysPasses(games.Watcher))
	require.True(t, g.alwaysPasses(1))
	last, _ := g.afterMove(t, 2, Always{Pass: true})
	require.True(t, last.alwaysPasses(2))
	require.False(t, g.alwaysPasses(3), "the seat has no player")
}

// No clock runs at a closed table or while the dealer lays cards.
func TestNoClockRunsWithoutAQuestion(t *testing.T) {
	g := startedHand(t)
	require.Equal(t, evening8.Add(30*time.Second), g.Deadline())
	for _, p := range []phase{closed, dealing} {
		still := *g
		still.phase = p
		require.True(t, still.Deadline().IsZero(), p)
	}
}

// A hand that is voided before anyone has bet has its own message, which mentions nothing from the previous hand.
func TestEmptyHandIsVoided(t *testing.T) {
	g := startedHand(t)
	g.pots, g.shown = []games.PotShare{{Amount: 1, Winners: []games.Seat{1}}}, true
	for _, seat := range []games.Seat{1, 2} {
		var told []string
		if g, told = g.afterMove(t, seat, games.Void{}); seat == 2 {
			require.Contains(t, told, "poker.voided_empty")
		}
	}
	require.Equal(t, between, g.phase)
	require.Nil(t, g.pots)
	require.False(t, g.shown)
	require.Equal(t, []games.Chips{20, 20}, []games.Chips{g.seats.Players[0].chips, g.seats.Players[1].chips})
}

// The named amounts of a bet are between the minimum and the maximum, and less than the player's whole stack.
func TestMarksOfABet(t *testing.T) {
	marks := func(pot, has, limit games.Chips) (all []games.Chips) {
		for _, m := range amountOffer("bet", pot, has, limit).Marks {
			all = append(all, m.N)
		}
		return all
	}
	require.Equal(t, []games.Chips{1, 2}, marks(2, 9, 3), "the minimum is one")
	require.Equal(t, []games.Chips{2, 4}, marks(4, 9, 4), "the maximum is the limit")
	require.Equal(t, []games.Chips{2, 4}, marks(4, 4, 9), "the whole stack has only the name all")
	require.Equal(t, []games.Chips{1, 9}, marks(1, 9, 20), "half of one chip rounds to none")
	require.Nil(t, marks(20, 9, 3))
}
