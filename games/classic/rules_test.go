package classic_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/gamestest"
)

// Players may type a move in several ways (behaviour, Moves 2).
func TestMoves(t *testing.T) {
	gamestest.Moves(t, classic.Rules{}, map[string]string{
		"set a b c": "set a b c", "set abc": "set a b c", "SET A,B,C": "set a b c", "  set  a ,b  c ": "set a b c",
		"Set u T s": "set u t s", "set 2srd 1TGQ 3npv": "set 2SRD 1TGQ 3NPV", "set a 2SRD b": "set a 2SRD b",
		"set a b c!": "set a b c", "Set: a, g, l.": "set a g l", "`set a b c`": "set a b c",
		"> set a b c": "set a b c", "set\na b c": "set a b c", "ｓｅｔ a b c": "set a b c",
		"set a, b and c ✅": "set a b c", "set a-b-c": "set a b c",
		"set": "set", " SET ": "set", "none": "none", "None": "none",
		"join": "join", "Leave": "leave", "start": "start", "end": "end", "": "",
		"deal 2SRD 1TGQ": "deal 2SRD 1TGQ",
	})
}

// All other messages are talk (behaviour, Moves 3).
func TestTalk(t *testing.T) {
	gamestest.Talk(t, classic.Rules{},
		"set a reminder", "set the table", "I set the table", "SET a b", "set abcd", "set a", "set aab",
		"call me later",
		"check this out", "set a b c please", "set a b c?", "set xyz", "set 1 2 3", "sets a b c", "seta b c",
		"set a\u200bb c", "\u200bset a b c", "set a b c\u200d", "\u202eset a b c\u202c", "سيت a b c", "set а b c",
		"set a b c\nset d e f",
		"set -a b c", "set a + b = c", " ", ",", "\u00a0", "none of them", "nobody", "join us",
		"let's start",
		"deal", "deal with it", "deal me in", "`set a b c", "!set a b c", "/set a b c", "<@1> set a b c",
		strings.Repeat("set a b c ", 200), strings.Repeat("x", 2000), "set "+strings.Repeat(" ", 1990)+"a b c",
	)
}

// gameAfter returns a game after the given lines, which are a second apart.
func gameAfter(t testing.TB, o games.Options, lines ...string) games.Game {
	t.Helper()
	return gamestest.GameAfter(t, classic.Rules{}, o, lines...)
}

const deal = "dealer deal 1SRD 2SRD 3SRD 3SGD 2NRV 2SGD 1SGQ 2NGQ 2TGD 2NRD 3TGD 3NPV"

// houseOffers are the offers to add a house player.
const houseOffers = "house easy, house steady, house sharp, "

func TestOffersAreTheViewersOwn(t *testing.T) {
	open := gameAfter(t, nil)
	require.Equal(t, "join", gamestest.Offers(open, games.Watcher))

	gathering := gameAfter(t, nil, "P join", "Q join", "Q leave")
	require.Equal(t, "start, "+houseOffers+"leave", gamestest.Offers(gathering, 1))
	require.Equal(t, "join", gamestest.Offers(gathering, 2))
	require.Equal(t, "start, "+houseOffers+"join, leave", gamestest.Offers(gathering, games.Watcher))

	owed := gameAfter(t, nil, "P join", "P start")
	require.Equal(t, "leave", gamestest.Offers(owed, 1))

	called := gameAfter(t, nil, "P join", "Q join", "P start", deal, "P set")
	require.Equal(t, "set ..., leave", gamestest.Offers(called, 1))
	require.Equal(t, "leave", gamestest.Offers(called, 2))
	require.Equal(t, "join", gamestest.Offers(called, 3))

	locked := gameAfter(t, games.Options{"penalty": "lockout", "extra": "agree"}, "P join", "Q join", "P start",
		deal, "P set a b d")
	require.Equal(t, "none, leave", gamestest.Offers(locked, 1))
	require.Equal(t, "set ..., set, none, leave", gamestest.Offers(locked, 2))
	require.Equal(t, "set ..., set, none, join, leave", gamestest.Offers(locked, games.Watcher))

	said := gameAfter(t, games.Options{"extra": "agree", "call": "0"}, "P join", "Q join", "P start", deal,
		"P none")
	require.Equal(t, "set ..., leave", gamestest.Offers(said, 1))
	require.Equal(t, "set ..., none, leave", gamestest.Offers(said, 2))

	closed := gameAfter(t, nil, "P join", "P start", deal, "dealer end")
	require.Empty(t, gamestest.Offers(closed, 1))
	require.Empty(t, gamestest.Offers(closed, games.Watcher))
}

// Messages can arrive out of order. A claim that seems to be older than the deal counts as fast, but its time is never
// negative.
func TestClaimIsNeverBeforeTheDeal(t *testing.T) {
	game := gameAfter(t, nil, "P join", "P start", deal)
	claim, _ := classic.Rules{}.Parse("set a b c")
	step, err := game.Apply(games.Action{
		At: time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC), Seat: 1, Move: claim})
	require.NoError(t, err)
	require.Equal(t, games.ClaimTaken, step.Claim)
	require.Zero(t, step.Events[0].(games.SetTaken).After)
}
