package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

func TestStandingFitsInAMessage(t *testing.T) {
	known, st := lobby.Names{}, store.Standing{Hands: 9999, Biggest: 1_000_000}
	for i := range 25 {
		p := ids.User(i + 1)
		known[p] = strings.Repeat("*", 32) // twice as long after escaping
		st.By = append(st.By, p)
		st.Players = append(st.Players,
			store.Result{Player: p, Bought: 1_000_000, Cashed: 1_000_000, Won: games.Chips(1_000_000 - i/2),
				Best: 1_000_000, Hands: 9999, Pots: 9999, Sets: 9999})
	}
	n := store.Night{Number: 10_000, Started: time.Unix(1_800_000_000, 0), BuyIn: 1_000_000}
	var ranks []int
	for page := 1; page <= 3; page++ {
		places, at, pages := placesOn(st.Players, page)
		require.Equal(t, []int{page, 3}, []int{at, pages})
		text := standingText(t, n, st, known).shortText(places)
		require.LessOrEqual(t, message.Size(text), detailedSize)
		require.Contains(t, text, "biggest pot 1,000,000 (25 players)")
		for _, p := range places {
			ranks = append(ranks, p.rank)
		}
		require.Len(t, standingText(t, n, st, nil).chart(places).Rows, len(places))
	}
	require.Len(t, ranks, 25)
	require.Equal(t, []int{1, 1, 3, 3, 5}, ranks[:5], "equal results share a rank")
	places, at, _ := placesOn(st.Players, 99)
	require.Equal(t, 3, at, "beyond the last page, the last page is shown")
	require.Len(t, places, 5)

	st.By = st.By[:2]
	known[1], known[2] = "Ann", "Bob_"
	places, _, _ = placesOn(st.Players[:2], 1)
	require.Contains(t, standingText(t, n, st, known).longText(places), "(Ann and Bob\\_)")
	require.Contains(t, standingText(t, n, store.Standing{}, known).longText(nil), "Nobody played.")
}

func TestResultSentence(t *testing.T) {
	known := lobby.Names{1: "Ann"}
	for want, r := range map[string]store.Result{
		"🥈 **Ann +13** · won 1 pot (9), 3 sets": {
			Player: 1, Bought: 20, Cashed: 33, Won: 13, Hands: 12, Pots: 1, Best: 9, Sets: 3},
		"🥈 **Ann -4**": {
			Player: 1, Bought: 4, Won: -4, Hands: 1},
		"🥈 **Ann 0** · 1 set": {Player: 1, Sets: 1},
		"🥈 **Ann +12** · won 2 pots (best 22) and 1 game, 14 sets": {
			Player: 1, Won: 12, Pots: 2, Best: 22, Wins: 1, Sets: 14},
		"🥈 **Ann 0**": {Player: 1},
	} {
		require.Equal(t, want, standingText(t, store.Night{}, store.Standing{}, known).place(place{r, 2}))
	}
}

// Without chips, the players of a night are ranked by the number of games won, and then by the number of sets.
func TestNightDecidedByGames(t *testing.T) {
	won := []store.Result{{Player: 1, Wins: 2, Sets: 5}, {Player: 2, Wins: 1, Sets: 30},
		{Player: 3, Wins: 1, Sets: 30}, {Player: 4, Sets: 8}}
	places, _, _ := placesOn(won, 1)
	require.Equal(t, []int{1, 2, 2, 4}, []int{places[0].rank, places[1].rank, places[2].rank, places[3].rank})
	n := store.Night{Number: 3, BuyIn: 20, Started: time.Unix(1_800_000_000, 0)}
	c := standingText(t, n, store.Standing{Players: won}, nil).chart(places)
	require.Equal(t, "Poker night 3: games won", c.Title)
	require.EqualValues(t, 2, c.Rows[0].Value)
	require.Contains(t, standingText(t, n, store.Standing{Hands: 4, Games: 2, Players: won},
		lobby.Names{}).longText(places), "4 hands, 2 other games")
	sets := []store.Result{{Player: 4, Sets: 8}, {Player: 5}}
	places, _, _ = placesOn(sets, 1)
	c = standingText(t, n, store.Standing{Players: sets}, nil).chart(places)
	require.Equal(t, "command.leaderboard.unit.sets", c.Unit)
	require.EqualValues(t, 8, c.Rows[0].Value)
	sets[0].Bought = 20
	require.Equal(t, "command.leaderboard.unit.chips",
		standingText(t, n, store.Standing{Players: sets}, nil).chart(places).Unit)
}

// A player's mark in a night is their seat at the newest table or, if that is taken, the first free one. The best
// hand of the night uses these marks.
func TestMarksOfANight(t *testing.T) {
	m := nightMoments{marks: map[ids.User]games.Seat{}}
	m.addTable(table.Session{Seats: map[ids.User]games.Seat{11: 1, 12: 2}, Course: games.Course{Game: closedPoker(t)}})
	m.addTable(table.Session{Seats: map[ids.User]games.Seat{12: 1, 13: 2, 14: 3}, Course: games.Course{Game: closedPoker(t)}})
	require.Equal(t, map[ids.User]games.Seat{11: 1, 12: 2, 13: 3, 14: 4}, m.marks)
	require.Equal(t, []games.SeatView{{Seat: 1, Name: "Ann"}, {Seat: 2, Name: "Bob"}, {Seat: 3}, {Seat: 4}},
		m.players(map[ids.User]string{11: "Ann", 12: "Bob"}))

	own := games.ShownSet{Own: cards.ParseList("1SRD"), Common: cards.ParseList("2SRD 3SRD")}
	hand := games.Highlight{Phrase: games.Say("poker.best.hand", "who", []games.Seat{2}, "N", 1), Sets: []games.ShownSet{own}}
	m.hand = hand.For([]games.Seat{3})
	list := m.highlights(store.Standing{Biggest: 9, By: []ids.User{14, 99}})
	require.Equal(t, []games.Seat{4}, list[0].Seats)
	require.Equal(t, []games.Seat{3}, list[1].Phrase.Args["who"])
	require.Equal(t, []games.Seat{2}, hand.Phrase.Args["who"], "the original highlight must not change")
}

func closedPoker(t *testing.T) games.Game {
	t.Helper()
	g, err := poker.Game.Open(nil)
	require.NoError(t, err)
	return g
}

func TestNightNeedsAGameWithChips(t *testing.T) {
	has := func(rules ...games.Kind) string {
		for _, c := range All().Shapes(inventory(t, rules...)) {
			if c.Name == "night" {
				return fmt.Sprint(c.Options)
			}
		}
		return ""
	}
	require.Empty(t, has(classic.Game))
	with := has(classic.Game, poker.Game)
	require.Contains(t, with, "buy_in")
	require.Contains(t, with, "limit")
	require.NotContains(t, with, " stack ")
}

func standingText(t *testing.T, n store.Night, st store.Standing, known lobby.Names) standing {
	t.Helper()
	return standing{newInvocation(t), n, st, known, nightMoments{}}
}

func (s standing) longText(places []place) string  { return s.text(places, s.place) }
func (s standing) shortText(places []place) string { return s.text(places, s.short) }
