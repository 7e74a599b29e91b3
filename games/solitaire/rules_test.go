package solitaire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/games/solitaire"
)

// Players may type a move in several ways (behaviour, Moves 2).
func TestMoves(t *testing.T) {
	gamestest.Moves(t, solitaire.Rules{}, map[string]string{
		"set 1 2 3": "set 1 2 3", "set 159": "set 1 5 9", "SET 1,5,9": "set 1 5 9",
		"set 2srd 1TGQ 3": "set 2SRD 1TGQ 3",
		"set 0 1 10":      "set 0 1 10", "Move 4 1": "move 4 1", "move 2srd 1": "move 2SRD 1",
		"move 4 10": "move 4 10", "move 4\u00a01": "move 4 1", "Move: 4 to 1.": "move 4 1",
		"move 4 -> 1": "move 4 1", "look ４": "look 4", "deal!": "deal", "done!": "done",
		"look 4": "look 4", "LOOK 2srd": "look 2SRD", "deal": "deal", " Deal ": "deal", "undo": "undo",
		"done": "done",
		"join": "join", "Leave": "leave", "start": "start", "end": "end", "": "",
		"deal 2SRD 1TGQ": "deal 2SRD 1TGQ",
	})
}

// All other messages are talk (behaviour, Moves 3).
func TestTalk(t *testing.T) {
	gamestest.Talk(t, solitaire.Rules{},
		"set a reminder", "set the table", "set", "set 1 2", "set 1 2 3 4", "set 112", "set a b c", "set 1 2 100",
		"set 01 2 3", "set -1 2 3",
		"move it", "move", "move 4", "move 4 1 2", "move 4 a", "move 4 2SRD", "moves 4 1", "look", "look out",
		"look at 4", "look 4 please",
		"deal with it", "deal me in", "deal?", "undone", "I am done", "undo that", "none",
		"move 4 to", "move to 4 1", "look \u0664",
	)
}

// The example table beside the rules shows everything that the rules mention: a marked set on top, an empty pile, and
// cards below.
func TestExampleIsInstructive(t *testing.T) {
	v := solitaire.Rules{}.Manual().Example()
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
	require.Len(t, cards.Sets(v.Faces(games.Watcher)), 1, "the example has exactly one set")
	require.Positive(t, empty)
	require.GreaterOrEqual(t, deep, 2)
	require.Subset(t, v.Headline.Args, games.Args{"a": labels[0], "b": labels[1], "c": labels[2]})
	require.Equal(t, v, solitaire.Rules{}.Manual().Example())
}

// gameAfter returns a table after the given lines, which are a second apart.
func gameAfter(t testing.TB, o games.Options, lines ...string) games.Game {
	t.Helper()
	return gamestest.GameAfter(t, solitaire.Rules{}, o, lines...)
}

const nine = "dealer deal 1SRD 2SRD 3SRD 1TRD 1NRD 2TGQ 3NPV 2NGV 3TPQ"

// houseOffers are the offers to add a house player.
const houseOffers = "house easy, house steady, house sharp, "

func TestOffersAreTheViewersOwn(t *testing.T) {
	require.Equal(t, "join", gamestest.Offers(gameAfter(t, nil), games.Watcher))
	gathering := gameAfter(t, nil, "P join", "Q join", "Q leave")
	require.Equal(t, "start, "+houseOffers+"leave", gamestest.Offers(gathering, 1))
	require.Equal(t, "join", gamestest.Offers(gathering, 2))
	require.Equal(t, "start, "+houseOffers+"join, leave", gamestest.Offers(gathering, games.Watcher))
	require.Equal(t, "leave", gamestest.Offers(gameAfter(t, nil, "P join", "P start"), 1))

	laid := gameAfter(t, nil, "P join", "Q join", "P start", nine)
	require.Equal(t, "set ..., deal, look ., leave", gamestest.Offers(laid, 1))
	require.Equal(t, "set ..., deal, look ., leave", gamestest.Offers(laid, 2))
	require.Equal(t, "join", gamestest.Offers(laid, 3))

	alone := gameAfter(t, games.Options{"who": "alone"}, "P join", "Q join", "Q start", nine, "P set 1 2 3")
	require.Equal(t, "set ..., deal, move . ., undo, look ., leave", gamestest.Offers(alone, 1))
	require.Equal(t, "look ., leave", gamestest.Offers(alone, 2))
	require.Equal(t, "set ..., deal, move . ., undo, look ., join, leave",
		gamestest.Offers(alone, games.Watcher))

	blind := gameAfter(t, games.Options{"peek": "false"}, "P join", "P start", nine, "P set 1 2 3")
	require.Equal(t, "set ..., deal, move . ., leave", gamestest.Offers(blind, 1))

	require.Empty(t, gamestest.Offers(gameAfter(t, nil, "P join", "P start", nine, "dealer end"), 1))
}

// A look writes no line and returns the unchanged game, as games.Step.LookOnly requires.
func TestLookChangesNothing(t *testing.T) {
	game := gameAfter(t, nil, "P join", "P start", nine, "P deal",
		"dealer deal 3NGD 2TGD 3SGQ 2SRV 1SGV 1NRQ 1SGD 3NGQ 1TGD")
	look, _ := solitaire.Rules{}.Parse("look 4")
	step, err := game.Apply(games.Action{Seat: 1, Move: look})
	require.NoError(t, err)
	require.True(t, step.LookOnly)
	require.Same(t, game, step.Game)
	low, _ := cards.Parse("1TRD")
	require.Len(t, step.Events, 1)
	require.Equal(t, games.Say("solitaire.under", "pile", "4", "N", 1, "cards", []cards.Card{low}),
		step.Events[0].Say())
}

// Two copies of a game are independent: an undo in one copy does not affect the other.
func TestUndoLeavesOtherCopiesAlone(t *testing.T) {
	game := gameAfter(t, nil, "P join", "P start", nine, "P set 1 2 3")
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
