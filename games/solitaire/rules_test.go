package solitaire_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/solitaire"
)

// PLAY.md: "The whole message must be a move of the game on the table (case,
// spaces and commas do not matter)."
func TestMoves(t *testing.T) {
	for typed, want := range map[string]string{
		"set 1 2 3": "set 1 2 3", "set 159": "set 1 5 9", "SET 1,5,9": "set 1 5 9", "set 2srd 1TGQ 3": "set 2SRD 1TGQ 3",
		"set 0 1 10": "set 0 1 10", "Move 4 1": "move 4 1", "move 2srd 1": "move 2SRD 1", "move 4 10": "move 4 10",
		"look 4": "look 4", "LOOK 2srd": "look 2SRD", "deal": "deal", " Deal ": "deal", "undo": "undo", "done": "done",
		"join": "join", "Leave": "leave", "start": "start", "end": "end", "": "", "deal 2SRD 1TGQ": "deal 2SRD 1TGQ",
	} {
		move, ok := solitaire.Rules{}.Parse(typed)
		require.True(t, ok, "%q", typed)
		require.Equal(t, want, move.String())
	}
}

// PLAY.md: "anything else is talk, and the bot stays silent".
func TestTalk(t *testing.T) {
	for _, typed := range []string{
		"set a reminder", "set the table", "set", "set 1 2", "set 1 2 3 4", "set 112", "set a b c", "set 1 2 100", "set 01 2 3", "set -1 2 3",
		"move it", "move", "move 4", "move 4 1 2", "move 4 a", "move 4 2SRD", "moves 4 1", "look", "look out", "look at 4", "look 4 please",
		"deal with it", "deal me in", "deal!", "undone", "done!", "I am done", "undo that", "none", "move 4\u00a01", "look ４",
	} {
		move, ok := solitaire.Rules{}.Parse(typed)
		require.False(t, ok, "%q is read as %#v", typed, move)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, bad := range map[string][]string{
		"who": {"anyone", ""}, "peek": {"no", "1"}, "must_clear": {"yes"}, "joker": {"1"},
	} {
		for _, value := range bad {
			_, err := solitaire.Rules{}.Open(games.Options{name: value})
			require.IsType(t, games.Illegal(""), err, "%s=%q", name, value)
		}
	}
	for _, o := range (solitaire.Rules{}).Manual().Options {
		for _, value := range append(o.Values, o.Default) {
			_, err := solitaire.Rules{}.Open(games.Options{o.Name: value})
			require.NoError(t, err)
		}
	}
}

func TestTheManualFits(t *testing.T) {
	m := solitaire.Rules{}.Manual()
	require.LessOrEqual(t, utf8.RuneCountInString(m.Rules), 1800)
	require.Len(t, m.Verbs[0].Name, 3, "set is what a moment decides")
	for _, v := range m.Verbs {
		require.LessOrEqual(t, utf8.RuneCountInString(v.Help), 100, v.Name)
		_, ok := solitaire.Rules{}.Parse(v.Example)
		require.True(t, ok, v.Example)
	}
	for _, o := range m.Options {
		require.LessOrEqual(t, utf8.RuneCountInString(o.Help), 100, o.Name)
		require.Len(t, o.Labels, len(o.Values), o.Name)
	}
}

// The table beside the rules shows what they speak of: a marked set on top, an
// empty pile, and cards below.
func TestTheExampleTeaches(t *testing.T) {
	v := solitaire.Rules{}.Manual().Example
	var set []cards.Card
	var labels []string
	empty, deep := 0, 0
	for _, c := range v.Areas[0].Cells {
		if c.Marked {
			set, labels = append(set, c.Card), append(labels, c.Label)
		}
		if c.Kind == games.Empty {
			empty++
		}
		deep = max(deep, len(c.Under))
	}
	require.Len(t, set, 3)
	require.True(t, cards.IsSet(set[0], set[1], set[2]))
	require.Len(t, cards.Sets(tops(v)), 1, "no other")
	require.Positive(t, empty)
	require.GreaterOrEqual(t, deep, 2)
	require.Contains(t, v.Headline, labels[0]+", "+labels[1]+" and "+labels[2])
	require.Equal(t, v, solitaire.Rules{}.Manual().Example)
}

// played is a table after these lines, each a second after the one before.
func played(t testing.TB, o games.Options, lines ...string) games.Game {
	t.Helper()
	game, err := solitaire.Rules{}.Open(o)
	require.NoError(t, err)
	seats := map[string]games.Seat{"dealer": games.Dealer, "P": 1, "Q": 2, "R": 3}
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for _, line := range lines {
		at = at.Add(time.Second)
		who, words, _ := strings.Cut(line, " ")
		move, ok := solitaire.Rules{}.Parse(words)
		require.True(t, ok, line)
		step, err := game.Apply(games.Action{At: at, Seat: seats[who], Move: move})
		require.NoError(t, err, line)
		game = step.Game
	}
	return game
}

const nine = "dealer deal 1SRD 2SRD 3SRD 1TRD 1NRD 2TGQ 3NPV 2NGV 3TPQ"

func offers(g games.Game, seat games.Seat) string {
	var words []string
	for _, o := range g.View(seat).Offers {
		words = append(words, o.String())
	}
	return strings.Join(words, ", ")
}

func TestOffersAreTheViewersOwn(t *testing.T) {
	require.Equal(t, "join", offers(played(t, nil), games.Watcher))
	gathering := played(t, nil, "P join", "Q join", "Q leave")
	require.Equal(t, "start, leave", offers(gathering, 1))
	require.Equal(t, "join", offers(gathering, 2))
	require.Equal(t, "start, join, leave", offers(gathering, games.Watcher))
	require.Equal(t, "leave", offers(played(t, nil, "P join", "P start"), 1))

	laid := played(t, nil, "P join", "Q join", "P start", nine)
	require.Equal(t, "set ..., deal, look ., leave", offers(laid, 1))
	require.Equal(t, "set ..., deal, look ., leave", offers(laid, 2))
	require.Equal(t, "join", offers(laid, 3))

	alone := played(t, games.Options{"who": "alone"}, "P join", "Q join", "Q start", nine, "P set 1 2 3")
	require.Equal(t, "set ..., deal, move . ., undo, look ., leave", offers(alone, 1))
	require.Equal(t, "look ., leave", offers(alone, 2))
	require.Equal(t, "set ..., deal, move . ., undo, look ., join, leave", offers(alone, games.Watcher))

	blind := played(t, games.Options{"peek": "false"}, "P join", "P start", nine, "P set 1 2 3")
	require.Equal(t, "set ..., deal, move . ., leave", offers(blind, 1))

	require.Empty(t, offers(played(t, nil, "P join", "P start", nine, "dealer end"), 1))
}

// games.Step.Aside: a look leaves no line, and gives the very game it was asked of.
func TestALookIsAside(t *testing.T) {
	game := played(t, nil, "P join", "P start", nine, "P deal",
		"dealer deal 3NGD 2TGD 3SGQ 2SRV 1SGV 1NRQ 1SGD 3NGQ 1TGD")
	look, _ := solitaire.Rules{}.Parse("look 4")
	step, err := game.Apply(games.Action{Seat: 1, Move: look})
	require.NoError(t, err)
	require.True(t, step.Aside)
	require.Same(t, game, step.Game)
	low, _ := cards.Parse("1TRD")
	require.Equal(t, []games.Event{{Kind: games.Looked, Labels: []string{"4"}, Cards: []cards.Card{low}}}, step.Events)
}

// Two ways from one table do not meet: what one takes back is not the other's.
func TestUndoBranches(t *testing.T) {
	game := played(t, nil, "P join", "P start", nine, "P set 1 2 3")
	apply := func(g games.Game, words string) games.Game {
		move, ok := solitaire.Rules{}.Parse(words)
		require.True(t, ok)
		step, err := g.Apply(games.Action{Seat: 1, Move: move})
		require.NoError(t, err)
		return step.Game
	}
	one, two := apply(game, "move 4 1"), apply(game, "move 5 1")
	require.Equal(t, apply(one, "undo").View(1), apply(two, "undo").View(1))
	require.Equal(t, 1, game.View(1).Seats[0].Score)
	require.Zero(t, apply(apply(one, "undo"), "undo").View(1).Seats[0].Score)
}

func TestTwentyPlayAtOnce(t *testing.T) {
	game := played(t, nil)
	for s := games.Seat(1); s <= 20; s++ {
		step, err := game.Apply(games.Action{Seat: s, Move: games.Join{}})
		require.NoError(t, err)
		game = step.Game
	}
	_, err := game.Apply(games.Action{Seat: 21, Move: games.Join{}})
	require.EqualError(t, err, "The table is full: 20 play.")
	require.NotContains(t, offers(game, games.Watcher), "join")
}

func TestForeignMovesAreRefused(t *testing.T) {
	game := played(t, nil, "P join", "P start", nine)
	for seat, move := range map[games.Seat]games.Move{1: games.Away{For: time.Second}, games.Dealer: games.Deal{}, games.Watcher: solitaire.Done{}} {
		_, err := game.Apply(games.Action{Seat: seat, Move: move})
		require.IsType(t, games.Illegal(""), err)
	}
}
