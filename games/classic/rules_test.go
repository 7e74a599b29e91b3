package classic_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
)

// PLAY.md: "The whole message must be a move of the game on the table (case,
// spaces and commas do not matter; `set abc` is `set a b c`)."
func TestMoves(t *testing.T) {
	for typed, want := range map[string]string{
		"set a b c": "set a b c", "set abc": "set a b c", "SET A,B,C": "set a b c", "  set  a ,b  c ": "set a b c",
		"Set u T s": "set u t s", "set 2srd 1TGQ 3npv": "set 2SRD 1TGQ 3NPV", "set a 2SRD b": "set a 2SRD b",
		"set": "set", " SET ": "set", "none": "none", "None": "none",
		"join": "join", "Leave": "leave", "start": "start", "end": "end", "": "",
		"deal 2SRD 1TGQ": "deal 2SRD 1TGQ",
	} {
		move, ok := classic.Rules{}.Parse(typed)
		require.True(t, ok, "%q", typed)
		require.Equal(t, want, move.String())
	}
}

// PLAY.md: "anything else is talk, and the bot stays silent".
func TestTalk(t *testing.T) {
	for _, typed := range []string{
		"set a reminder", "set the table", "I set the table", "SET a b", "set abcd", "set a", "set aab", "call me later",
		"check this out", "set a b c please", "set a b c!", "set xyz", "set 1 2 3", "sets a b c", "seta b c",
		"set a\u200bb c", "\u200bset a b c", "set a b c\u200d", "\u202eset a b c\u202c", "سيت a b c", "set а b c", "ｓｅｔ a b c",
		"set\na b c", "set a b c\nset d e f", " ", ",", "\u00a0", "none of them", "nobody", "join us", "let's start",
		"deal", "deal with it", "deal me in", "`set a b c`", "> set a b c", "/set a b c", "<@1> set a b c",
		strings.Repeat("set a b c ", 200), strings.Repeat("x", 2000), "set " + strings.Repeat(" ", 1990) + "a b c",
	} {
		move, ok := classic.Rules{}.Parse(typed)
		require.False(t, ok, "%q is read as %#v", typed, move)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, bad := range map[string][]string{
		"deal": {"fast", ""}, "pace": {"0", "61", "x"}, "call": {"-1", "61", "1.5"}, "extra": {"none"},
		"penalty": {"death"}, "joker": {"1"},
	} {
		for _, value := range bad {
			_, err := classic.Rules{}.Open(games.Options{name: value})
			require.IsType(t, games.Illegal(""), err, "%s=%q", name, value)
		}
	}
	for _, o := range (classic.Rules{}).Manual().Options {
		for _, value := range append(o.Values, o.Default) {
			_, err := classic.Rules{}.Open(games.Options{o.Name: value})
			require.NoError(t, err)
		}
	}
}

func TestTheManualFits(t *testing.T) {
	m := classic.Rules{}.Manual()
	require.LessOrEqual(t, utf8.RuneCountInString(m.Rules), 1800)
	for _, v := range m.Verbs {
		require.LessOrEqual(t, len(v.Help), 100, v.Name)
		_, ok := classic.Rules{}.Parse(v.Example)
		require.True(t, ok, v.Example)
	}
	for _, o := range m.Options {
		require.LessOrEqual(t, len(o.Help), 100, o.Name)
	}
}

// played is a table after these lines, each a second after the one before.
func played(t *testing.T, o games.Options, lines ...string) games.Game {
	t.Helper()
	game, err := classic.Rules{}.Open(o)
	require.NoError(t, err)
	seats := map[string]games.Seat{"dealer": games.Dealer, "clock": games.Clock, "P": 1, "Q": 2, "R": 3}
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for _, line := range lines {
		at = at.Add(time.Second)
		who, words, _ := strings.Cut(line, " ")
		move, ok := classic.Rules{}.Parse(words)
		require.True(t, ok, line)
		step, err := game.Apply(games.Action{At: at, Seat: seats[who], Move: move})
		require.NoError(t, err, line)
		game = step.Game
	}
	return game
}

const deal = "dealer deal 1SRD 2SRD 3SRD 3SGD 2NRV 2SGD 1SGQ 2NGQ 2TGD 2NRD 3TGD 3NPV"

func offers(g games.Game, seat games.Seat) string {
	var words []string
	for _, o := range g.View(seat).Offers {
		words = append(words, o.String())
	}
	return strings.Join(words, ", ")
}

func TestOffersAreTheViewersOwn(t *testing.T) {
	open := played(t, nil)
	require.Equal(t, "join", offers(open, games.Watcher))

	gathering := played(t, nil, "P join", "Q join", "Q leave")
	require.Equal(t, "start, leave", offers(gathering, 1))
	require.Equal(t, "join", offers(gathering, 2))
	require.Equal(t, "start, join, leave", offers(gathering, games.Watcher))

	owed := played(t, nil, "P join", "P start")
	require.Equal(t, "leave", offers(owed, 1))

	called := played(t, nil, "P join", "Q join", "P start", deal, "P set")
	require.Equal(t, "set ..., leave", offers(called, 1))
	require.Equal(t, "leave", offers(called, 2))
	require.Equal(t, "join", offers(called, 3))

	locked := played(t, games.Options{"penalty": "lockout", "extra": "agree"}, "P join", "Q join", "P start", deal, "P set a b d")
	require.Equal(t, "none, leave", offers(locked, 1))
	require.Equal(t, "set ..., set, none, leave", offers(locked, 2))
	require.Equal(t, "set ..., set, none, join, leave", offers(locked, games.Watcher))

	said := played(t, games.Options{"extra": "agree", "call": "0"}, "P join", "Q join", "P start", deal, "P none")
	require.Equal(t, "set ..., leave", offers(said, 1))
	require.Equal(t, "set ..., none, leave", offers(said, 2))

	closed := played(t, nil, "P join", "P start", deal, "dealer end")
	require.Empty(t, offers(closed, 1))
	require.Empty(t, offers(closed, games.Watcher))
}

// A journal keeps milliseconds in UTC, so nothing finer and no place on earth
// may make a difference.
func TestTimesAreMoments(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 123_456_789, time.FixedZone("somewhere", 3600))
	game := played(t, nil, "P join", "P start", deal)
	one, err := game.Apply(games.Action{At: at, Seat: 1, Move: classic.Call{}})
	require.NoError(t, err)
	two, err := game.Apply(games.Action{At: games.Moment(at), Seat: 1, Move: classic.Call{}})
	require.NoError(t, err)
	require.Equal(t, two.Game, one.Game)
	require.Equal(t, "2026-11-20T19:00:10.123Z", one.Game.Deadline().Format(time.RFC3339Nano))
}

// Ids of messages may come out of order: a claim sent before the deal reached
// everybody is fast, not negative.
func TestAClaimIsNeverBeforeTheDeal(t *testing.T) {
	game := played(t, nil, "P join", "P start", deal)
	claim, _ := classic.Rules{}.Parse("set a b c")
	step, err := game.Apply(games.Action{At: time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC), Seat: 1, Move: claim})
	require.NoError(t, err)
	require.Equal(t, games.Took, step.Events[0].Kind)
	require.Zero(t, step.Events[0].After)
}

func TestTwentyPlayAtOnce(t *testing.T) {
	game := played(t, nil)
	for s := games.Seat(1); s <= 21; s++ {
		step, err := game.Apply(games.Action{Seat: s, Move: games.Join{}})
		if s == 21 {
			require.EqualError(t, err, "The table is full: 20 play.")
			require.NotContains(t, offers(game, games.Watcher), "join")
			return
		}
		require.NoError(t, err)
		game = step.Game
	}
}

func TestForeignMovesAreRefused(t *testing.T) {
	game := played(t, nil, "P join", "P start", deal)
	for seat, move := range map[games.Seat]games.Move{1: games.Away{For: time.Second}, games.Dealer: games.Deal{}, games.Watcher: classic.None{}} {
		_, err := game.Apply(games.Action{Seat: seat, Move: move})
		require.IsType(t, games.Illegal(""), err)
	}
}
