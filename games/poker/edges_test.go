package poker

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// gameAfter returns a game after the given lines. Cards are dealt in ascending order, so no one has a set at first.
func gameAfter(t *testing.T, o games.Options, lines ...string) *game {
	t.Helper()
	return gamestest.GameAfterDealing(t, Rules{}, o, lines...).(*game)
}

// A button that was shown before a bet never pays more than it says. Within a hand, only a change in the price of a
// call makes older buttons stale.
func TestBetsMakeButtonsStale(t *testing.T) {
	for _, e := range []games.Event{betAction{move: Bet{1}}, betAction{move: Raise{1}}} {
		require.True(t, e.CardsMoved(), e)
	}
	for _, e := range []games.Event{
		betAction{move: Check{}}, betAction{move: Call{}}, betAction{move: Drop{}}, antePaid{}, potWon{},
	} {
		require.False(t, e.CardsMoved(), e)
	}
}

// Simulating a table with too many players returns an error. The figures count a hand once for each player who had a
// set and won nothing.
func TestFiguresOfAHand(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 1))
	require.Error(t, trials(source, nil, mostPlayers+1, 1, games.Counts{}))
	for _, c := range []struct {
		sets []int
		want int
	}{{[]int{2, 1, 0}, 1}, {[]int{2, 0, 0}, 0}, {[]int{2, 0, 1}, 1}} {
		counts := games.Counts{}
		(&trial{count: counts}).finish(games.View{
			Seats: []games.SeatView{{Winner: true}, {}, {}}, Areas: make([]games.Area, 1),
			Pots: []games.PotShare{{Amount: 6, Eligible: []games.Seat{1, 2, 3}, Sets: c.sets,
				Winners: []games.Seat{1}}},
		})
		require.Equal(t, map[int]int{c.want: 1}, counts["loser_had_set"], c.sets)
	}
}

// A player who leaves keeps the stack (Poker 13), even if the hand is voided later.
func TestVoidedHandRefundsPlayersWhoLeft(t *testing.T) {
	g := gameAfter(t, nil, "P join", "Q join", "R join", "P start", "Q bet 2", "R call", "R leave", "P void", "Q void")
	require.Zero(t, g.seats.Of(3).chips)
	require.Equal(t, games.Chips(20), g.seats.Of(3).cashedOut)
	g = gameAfter(t, nil, "P join", "Q join", "P start", "dealer last", "P void", "Q void")
	require.Equal(t, closed, g.phase, "the last hand is over")
}

// Between two hands, the clock runs only while two players have chips.
func TestNoClockIfNoHandCanBeDealt(t *testing.T) {
	over := []string{"P join", "Q join", "P start", "Q drop"}
	o := games.Options{"pause": "20"}
	pause := func(g *game) games.Phrase { return g.View(games.Watcher).Pause }
	g := gameAfter(t, o, over...)
	require.False(t, g.Deadline().IsZero())
	require.Equal(t, games.Say("poker.next_hand"), pause(g))
	g = gameAfter(t, o, append(over, "Q leave")...)
	require.True(t, g.Deadline().IsZero())
	require.True(t, pause(g).Silent())
	require.True(t, pause(gameAfter(t, games.Options{"pause": "0"}, over...)).Silent(), "the next hand waits for a player's next")
	require.True(t, pause(gameAfter(t, o, "P join", "Q join", "P start")).Silent(), "there is no pause during a hand")
}

// The stacks in a script are the first buy-ins. A returning player buys in like anyone else and no longer counts as
// having cashed out.
func TestReturningPlayerBuysInAgain(t *testing.T) {
	g := gameAfter(t, games.Options{"stacks": "4,9"}, "P join", "Q join", "Q leave", "Q join")
	require.Equal(t, []games.Chips{4, 20}, []games.Chips{g.seats.Of(1).chips, g.seats.Of(2).chips})
	require.Zero(t, g.seats.Of(2).cashedOut)
}

// The table remembers the chips that a player took home until the end of the evening, no matter how many hands are
// dealt afterwards.
func TestChipsTakenHomeAreRemembered(t *testing.T) {
	v := gameAfter(t, games.Options{"stacks": "4,9,5"},
		"P join", "Q join", "R join", "Q leave", "P start", "dealer end").View(games.Watcher)
	require.Equal(t, []games.Chips{4, 9, 5}, []games.Chips{v.Seats[0].CashedOut, v.Seats[1].CashedOut, v.Seats[2].CashedOut})
	require.Equal(t, "poker.head.home N=1 who=Q", v.Headline.Facts(games.SeatLetter))
}

// The table never mentions 0 chips, either at the end or when chips are returned because a house player sits down.
func TestZeroChipsAreNotMentioned(t *testing.T) {
	g := gameAfter(t, games.Options{"stacks": "0,5"}, "P join")
	_, told := g.afterMove(t, 2, games.SitIn{Level: games.Easy})
	require.NotContains(t, told, "poker.back_before")
	headline := func(lines ...string) string {
		v := gameAfter(t, games.Options{"stacks": "0,5"}, append(lines, "dealer end")...).View(games.Watcher)
		return v.Headline.Facts(games.SeatLetter)
	}
	require.Equal(t, "poker.head.closed", headline("P join"))
	require.Equal(t, "poker.head.home N=1 who=Q", headline("P join", "Q join"))
	require.Equal(t, true, gameAfter(t, nil, "P join", "dealer end").State(games.SeatLetter).(map[string]any)["closed"])
}

// If only one player could win a pot, its sentence gives no reason. The first three sets of a hand are described by
// their cards, and further sets are only counted.
func TestSentencesAboutPotsAndHands(t *testing.T) {
	for _, won := range []games.WonBy{games.NoSets, games.DeckEmpty} {
		require.Equal(t, "poker.won", potWon{1, 1, games.PotShare{Amount: 1, Winners: []games.Seat{1}, Won: won}}.Say().Key)
		require.Equal(t, "poker.empty.none", potWon{1, 1, games.PotShare{Winners: []games.Seat{1, 2}, Won: won}}.Say().Key)
	}
	for won, want := range map[games.WonBy][2]string{
		games.MostSets: {"poker.empty.one", "poker.empty.tie"}, games.LastRemaining: {"poker.empty.last", "poker.empty.last"},
	} { // an empty pot can't be won or shared
		for i, winners := range [][]games.Seat{{1}, {1, 2}} {
			require.Equal(t, want[i], potWon{1, 1, games.PotShare{Winners: winners, Won: won}}.Say().Key)
		}
	}
	for sets, want := range map[int]int{1: 1, 3: 3, 4: 4, 5: 4} {
		told := handShown(games.Showing{Seat: 1, Sets: make([]games.ShownSet, sets)}, [2]cards.Card{}).Say()
		require.Len(t, told.Args["these"], want, "%d sets", sets)
	}
}

// Once a player shows, their standing pass no longer applies.
func TestShowingEndsAStandingPass(t *testing.T) {
	asked := []string{"P join", "Q join", "P start", "P always pass", "Q check", "P check"}
	o := games.Options{"show_needs_set": "false"}
	require.True(t, gameAfter(t, o, asked...).alwaysPasses(1))
	require.False(t, gameAfter(t, o, append(asked, "P show")...).alwaysPasses(1))
}

// A single silent short turn doesn't count as a missed turn, but two in a row do. A player's own pass resets the count.
func TestOwnPassIsNoMissedTurn(t *testing.T) {
	g := gameAfter(t, games.Options{"stacks": "1,1", "turn": "30"}, "P join", "Q join", "P start", "Q bet 1", "P call")
	say := func(s games.Seat, m games.Move) {
		for due := g.Deadline(); m != nil; {
			step, err := g.Apply(games.Action{At: due, Seat: s, Move: m})
			require.NoError(t, err)
			g, m = step.Game.(*game), nil
			if owed, any := g.Owed(); any {
				s, m = games.Dealer, games.Deal{Cards: owed.From.Cards()[:owed.Count]}
			}
		}
	}
	say(games.Clock, games.Tick{}) // no one can bet, and both players stay silent
	say(1, Pass{})
	say(2, Pass{})
	for n := range 4 {
		_, unresponsive := g.Presence().Unresponsive()
		require.False(t, unresponsive, "after %d", n)
		say(games.Clock, games.Tick{})
	}
	_, unresponsive := g.Presence().Unresponsive()
	require.True(t, unresponsive)
}

// The lobby shows what a table looks like: a hand of two and a centre of five.
func TestLobbyShowsAnExample(t *testing.T) {
	require.Len(t, gameAfter(t, nil, "P join").View(1).Sample, 7)
	require.Empty(t, gameAfter(t, nil, "P join", "Q join", "P start").View(1).Sample)
}
