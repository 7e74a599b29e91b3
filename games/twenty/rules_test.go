package twenty

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// Players may type a move in several ways (behaviour, Moves 2).
func TestMoves(t *testing.T) {
	for typed, want := range map[string]string{
		"set b 1 4": "set b 1 4", "SET B,1,4": "set b 1 4", "set b14": "set b 1 4", " set  1 B , 4 ": "set 1 b 4",
		"set abc": "set a b c",
		"set 123": "set 1 2 3", "set 2srd 1 b": "set 2SRD 1 b", "set 1SRD 2SRD 3SRD": "set 1SRD 2SRD 3SRD",
		"set a b z": "set a b z", "set a b 0": "set a b 0", "set a b 10": "set a b 10", "set a a b": "set a a b",
		"draw": "draw", "Draw": "draw", "none": "none", "next": "next",
		"set b 1 4!": "set b 1 4", "set\u00a0b 1 4": "set b 1 4", "set b １ 4": "set b 1 4",
		"`set b 1 4`": "set b 1 4", "draw!": "draw", "> draw": "draw",
		"join": "join", "leave": "leave", "start": "start", "end": "end", "": "",
		"deal 2SRD 1TGQ": "deal 2SRD 1TGQ",
	} {
		move, ok := Rules{}.Parse(typed)
		require.True(t, ok, "%q", typed)
		require.Equal(t, want, move.String())
		require.IsNotType(t, BadClaim{}, move)
	}
}

// A claim with a number of cards other than three is refused and costs nothing (Every game 2).
func TestInvalidClaims(t *testing.T) {
	game := gameAfter(t, nil, "P join", "Q join", "P start")
	for _, typed := range []string{"set", "set a b", "set 1 4", "set b 1", "set 2SRD 3NPV", "set a b c d",
		"SET 1,2,3,4,5", "set a 2srd 1 3"} {
		move, ok := Rules{}.Parse(typed)
		require.True(t, ok, "%q", typed)
		require.IsType(t, BadClaim{}, move, typed)
		_, err := game.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: move})
		require.EqualError(t, err, "twenty.slip")
		_, err = game.Apply(games.Action{At: gamestest.Evening, Seat: 3, Move: move})
		require.EqualError(t, err, "games.join_first")
	}
}

// All other messages are talk (behaviour, Moves 3).
func TestTalk(t *testing.T) {
	gamestest.Talk(t, Rules{},
		"set a reminder", "set the table", "I set b 1 4", "set a", "set 5", "set ab", "set aab", "set xyz",
		"set a10", "set b 1 4 please",
		"set b 1 4?", "sets b 1 4", "set up 2 3", "set 100 2 3", "set 2 at 9", "set b\u200b14",
		"set b ١ 4",
		"set b 1 4\nset a b c", "draw a card", "draw 2", "draw?", "none of them", "next please", "next one",
		"nobody", "call", "pass", "bet 2",
		"`set b 1 4", "/draw", "<@1> draw", "\u202edraw", "deal me in", "deal", " ", ",",
		strings.Repeat("set a b ", 200),
	)
}

// The example shows a set of one table card and two personal cards, and shows no cards of other players.
func TestExampleIsASet(t *testing.T) {
	v := Rules{}.Manual().Example()
	require.Equal(t, games.Seat(1), v.Viewer)
	var marked []cards.Card
	var labels []string
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			require.True(t, c.Kind != games.Face || a.Seat == games.Watcher || a.Seat == v.Viewer)
			if c.Marked {
				marked, labels = append(marked, c.Card), append(labels, strings.ToLower(c.Label))
			}
		}
	}
	require.Len(t, marked, 3)
	require.Len(t, cards.Sets(append(v.Faces(v.Viewer), v.Faces(games.Watcher)...)), 1, "the view has exactly one set")
	require.True(t, cards.IsSet(marked[0], marked[1], marked[2]))
	require.Equal(t, games.Say("twenty.head.example"), v.Headline)
	require.Equal(t, []string{"b", "1", "4"}, labels, "the headline names the set")
	total := v.CardsLeft + len(v.Taken) + tableCards
	for _, p := range v.Seats {
		total += p.Cards
	}
	require.Equal(t, 81, total, "no card is missing")
}

// gameAfter returns a table after the given lines, which are a second apart. Owed cards are dealt in ascending order.
func gameAfter(t testing.TB, o games.Options, lines ...string) games.Game {
	t.Helper()
	return gamestest.GameAfterDealing(t, Rules{}, o, lines...)
}

// houseOffers are the offers to add a house player.
const houseOffers = "house easy, house steady, house sharp, "

func TestOffersAreTheViewersOwn(t *testing.T) {
	require.Equal(t, "join", gamestest.Offers(gameAfter(t, nil), games.Watcher))
	require.Equal(t, "option length=hand, "+houseOffers+"leave", gamestest.Offers(gameAfter(t, nil, "P join"), 1))
	two := gameAfter(t, nil, "P join", "Q join")
	require.Equal(t, "start, option length=hand, "+houseOffers+"leave", gamestest.Offers(two, 1))
	require.Equal(t, "start, option length=hand, "+houseOffers+"join, leave", gamestest.Offers(two, games.Watcher))
	require.Equal(t, "join", gamestest.Offers(two, 3))

	hand := gameAfter(t, nil, "P join", "Q join", "P start", "P draw", "P draw", "P draw", "P none", "R join")
	require.Equal(t, "set ..., leave", gamestest.Offers(hand, 1), "nine cards, and no set seen")
	require.Equal(t, "set ..., draw, none, leave", gamestest.Offers(hand, 2))
	require.Equal(t, "leave", gamestest.Offers(hand, 3), "not in this hand")
	require.Equal(t, games.Say("twenty.head.next_hand"), hand.View(3).Headline)
	require.Equal(t, hand.View(games.Watcher).Headline, hand.View(1).Headline)
	require.Equal(t, "set ..., draw, none, join, leave", gamestest.Offers(hand, games.Watcher))
	stays := gameAfter(t, games.Options{"stuck": "none"}, "P join", "Q join", "P start")
	require.Equal(t, "set ..., draw, leave", gamestest.Offers(stays, 1))

	over := gameAfter(t, nil, "P join", "Q join", "R join", "P start", "S join", "Q leave", "R leave")
	require.Equal(t, "next, leave", gamestest.Offers(over, 1), "the hand was voided")
	require.Equal(t, "next, leave", gamestest.Offers(over, 4))
	require.Equal(t, "next, join, leave", gamestest.Offers(over, games.Watcher))

	closed := gameAfter(t, nil, "P join", "Q join", "P start", "dealer end")
	require.Empty(t, gamestest.Offers(closed, 1))
	require.Empty(t, gamestest.Offers(closed, games.Watcher))
}

// While cards are owed, the game refuses all other moves, but the table can be closed.
func TestNothingIsPlayedWhileCardsAreOwed(t *testing.T) {
	two := gameAfter(t, nil, "P join", "Q join")
	step, err := two.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: games.Start{}})
	require.NoError(t, err)
	owed, ok := step.Game.Owed()
	require.True(t, ok)
	require.Equal(t, games.Owed{Count: 18, From: cards.SETPack(), Deck: 1}, owed)
	require.Empty(t, gamestest.Offers(step.Game, 1))
	require.True(t, step.Game.Deadline().IsZero())
	require.Equal(t, games.Say("games.head.coming"), step.Game.View(1).Headline)
	for _, words := range []string{"join", "leave", "draw", "none", "next", "set a b c"} {
		move, _ := Rules{}.Parse(words)
		_, err := step.Game.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: move})
		require.EqualError(t, err, "games.cards_coming")
	}
	for _, wrong := range []string{
		"deal 1SRD",
		"deal 1SRD 1SRQ 1SRV 1SGD 1SGQ 1SGV 1SPD 1SPQ 1SPV 1TRD 1TRQ 1TRV 1TGD 1TGQ 1TGV 1TPD 1TPQ AS",
		"deal 1SRD 1SRQ 1SRV 1SGD 1SGQ 1SGV 1SPD 1SPQ 1SPV 1TRD 1TRQ 1TRV 1TGD 1TGQ 1TGV 1TPD 1TPQ 1SRD",
	} {
		move, ok := Rules{}.Parse(wrong)
		require.True(t, ok)
		_, err := step.Game.Apply(games.Action{At: gamestest.Evening, Seat: games.Dealer, Move: move})
		require.IsType(t, games.Illegal{}, err, wrong)
	}
	_, err = step.Game.Apply(games.Action{At: gamestest.Evening, Seat: games.Dealer, Move: games.End{}})
	require.NoError(t, err)
}

// If the deck and the discard pile together hold fewer than six cards at a sweep, these cards are laid, and the other
// places are filled from the six old ones. The rules don't mention this case, but no table card may be missing, and all
// 81 cards stay in play.
func TestSweepWithTooFewCards(t *testing.T) {
	lines := []string{}
	for s := games.Seat(1); s <= mostPlayers; s++ {
		lines = append(lines, games.SeatLetter(s)+" join")
	}
	lines = append(lines, "P start")
	for _, words := range []string{"draw", "draw", "draw", "none"} {
		for s := games.Seat(1); s <= mostPlayers; s++ {
			lines = append(lines, games.SeatLetter(s)+" "+words)
		}
	}
	before := gameAfter(t, nil, lines[:len(lines)-1]...).(*game)
	require.Equal(t, 3, before.deck.Len())
	after := gameAfter(t, nil, lines...).(*game)
	require.NoError(t, check(after))
	for _, c := range before.deck.Cards() {
		require.Contains(t, after.table, c, "the deck's last three cards are on the table")
	}
	require.Equal(t, 3, after.deck.Len())
	require.Equal(t, 1, after.shuffled, "the old six were shuffled once")
}

// The time for a set starts when the player sees the last new card, on the table or in their hand. It is never
// negative, although messages can arrive out of order.
func TestSetTimeStartsWithTheLastNewCard(t *testing.T) {
	table := gameAfter(t, nil, "P join", "Q join", "P start", "Q draw")
	took := func(seat games.Seat, at time.Time) time.Duration {
		g := table.(*game)
		three := cards.Sets(append(cards.WithoutHidden(g.table[:]), cards.WithoutHidden(g.seats.Of(seat).slots[:])...))[0]
		step, err := table.Apply(games.Action{At: at, Seat: seat, Move: games.ClaimOf(three)})
		require.NoError(t, err)
		return step.Events[0].(games.SetTaken).After
	}
	require.Equal(t, 7*time.Second, took(1, gamestest.Evening.Add(10*time.Second)), "since the deal")
	require.Equal(t, 6*time.Second, took(2, gamestest.Evening.Add(10*time.Second)), "since the draw")
	require.Zero(t, took(1, gamestest.Evening.Add(-time.Hour)))
}
