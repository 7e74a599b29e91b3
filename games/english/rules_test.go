package english_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/english"
	"settable/games/gamestest"
)

// Players may type a move in several ways (behaviour, Moves 2).
func TestMoves(t *testing.T) {
	gamestest.Moves(t, english.Rules{}, map[string]string{
		"turn": "turn", " TURN ": "turn", "exchange": "exchange", "Reshuffle": "reshuffle", "discount,": "discount",
		"turn!": "turn", "ｔｕｒｎ": "turn", "*turn*": "turn",
		"join": "join", "leave": "leave", "start": "start", "end": "end", "": "", "deal TD AS": "deal TD AS",
	})
}

// All other messages are talk (behaviour, Moves 3).
func TestTalk(t *testing.T) {
	gamestest.Talk(t, english.Rules{},
		"my turn", "turn it off", "turns", "turn?", "exchange gifts", "exchange 8", "a discount", "discounts",
		"reshuffle please",
		"set 8", "set a b c", "call", "t\u200burn", "turn\nturn", " ", ",", "deal", "deal me in",
		strings.Repeat("turn ", 200),
	)
}

// The example shows a starter that has just joined a set, and sets of all kinds.
func TestExampleShowsAMatchingStarter(t *testing.T) {
	v := english.Rules{}.Manual().Example()
	require.Equal(t, `english, playing: english.head.example who=P
starter
  =8H+!
hand of P
  =9S =KH =2D =KD
graveyard of P
  Q=QCx4(QS QH QD)| 6=6Dx3(6S 6H) 8=8Hx3(8S 8D)+!
hand of Q
  =5C =7S =2H =JC
graveyard of Q
  A=AHx4(AC AD AS)| 3=3Hx2(3S) 10=THx4(TD TC TS)|
P 1 cards 4
Q 2 cards 4
left 24
`, v.String())
}

// gameAfter returns a table after the given lines, which are a second apart. A fixed seed decides the dealer's cards.
func gameAfter(t *testing.T, o games.Options, lines ...string) games.Game {
	t.Helper()
	game, err := english.Rules{}.Open(o)
	require.NoError(t, err)
	seats := map[string]games.Seat{"dealer": games.Dealer, "clock": games.Clock, "P": 1, "Q": 2, "R": 3}
	luck := games.Seeded(3)
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for _, line := range lines {
		at = at.Add(time.Second)
		who, words, _ := strings.Cut(line, " ")
		move, ok := english.Rules{}.Parse(words)
		require.True(t, ok, line)
		step, err := game.Apply(games.Action{At: at, Seat: seats[who], Move: move})
		require.NoError(t, err, line)
		game = dealAllOwed(t, step.Game, luck, at)
	}
	return game
}

// dealAllOwed returns the game after all owed cards have been dealt.
func dealAllOwed(t testing.TB, game games.Game, luck games.Chance, at time.Time) games.Game {
	for owed, ok := game.Owed(); ok; owed, ok = game.Owed() {
		drawn, err := luck.Draw(owed)
		require.NoError(t, err)
		step, err := game.Apply(games.Action{At: at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
		require.NoError(t, err)
		game = step.Game
	}
	return game
}

// houseOffers are the offers to add a house player.
const houseOffers = "house easy, house steady, house sharp, "

func TestOffersAreTheViewersOwn(t *testing.T) {
	require.Equal(t, "join", gamestest.Offers(gameAfter(t, nil), games.Watcher))

	alone := gameAfter(t, nil, "P join")
	require.Equal(t, "option auto=5, "+houseOffers+"leave", gamestest.Offers(alone, 1))
	require.Equal(t, "option auto=5, "+houseOffers+"join, leave", gamestest.Offers(alone, games.Watcher))

	gathering := gameAfter(t, nil, "P join", "Q join")
	require.Equal(t, "start, option auto=5, "+houseOffers+"leave", gamestest.Offers(gathering, 1))
	require.Equal(t, "join", gamestest.Offers(gathering, 3))
	require.Equal(t, "start, option auto=5, "+houseOffers+"join, leave",
		gamestest.Offers(gathering, games.Watcher))

	started := gameAfter(t, nil, "P join", "Q join", "P start")
	require.Equal(t, "turn, leave", gamestest.Offers(started, 2))
	require.Equal(t, "turn, leave", gamestest.Offers(started, games.Watcher))
	require.Empty(t, gamestest.Offers(started, 3), "nobody joins a game that has started")

	stuck := gameAfter(t, games.Options{"discount": "true"}, "P join", "Q join", "P start")
	luck := games.Seeded(8)
	turn := func(seat games.Seat, words string) {
		move, ok := english.Rules{}.Parse(words)
		require.True(t, ok)
		step, err := stuck.Apply(games.Action{Seat: seat, Move: move})
		require.NoError(t, err)
		if _, owed := step.Game.Owed(); owed {
			require.Empty(t, gamestest.Offers(step.Game, seat), "no moves while cards are owed")
		}
		stuck = dealAllOwed(t, step.Game, luck, time.Time{})
	}
	for gamestest.Offers(stuck, 1) == "turn, leave" {
		turn(1, "turn")
	}
	require.Equal(t, "exchange, discount, leave", gamestest.Offers(stuck, 1))
	turn(1, "exchange")
	require.Equal(t, "discount, leave", gamestest.Offers(stuck, 1))
	require.Equal(t, "exchange, discount, leave", gamestest.Offers(stuck, 2))
	exchange := games.Typed{Game: "english", Words: "exchange"}
	require.Equal(t, games.Say("english.said", "choice", exchange), stuck.View(2).Seats[0].Remark)
	turn(2, "exchange")
	require.Empty(t, gamestest.Offers(stuck, 1))
	require.Empty(t, stuck.View(1).Seats[0].Remark)
}
