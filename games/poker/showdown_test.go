package poker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/games/poker"
)

// A standing pass is private: other players see no change, and the pass takes effect when the player is asked.
func TestStandingPassIsPrivate(t *testing.T) {
	g := gameAfterLines(t, nil, "P join", "Q join", "R join", "P start", "Q check")
	step, err := g.Apply(games.Action{At: gamestest.Evening, Seat: 2, Move: poker.Always{Pass: true}})
	require.NoError(t, err)
	require.True(t, step.Secret)
	require.Empty(t, step.Transfers)
	require.Equal(t, g.Deadline(), step.Game.Deadline())
	for _, s := range []games.Seat{games.Watcher, 1, 3, 4} {
		require.Equal(t, g.View(s), step.Game.View(s), "seat %d", s)
	}
	require.Contains(t, gamestest.Offers(step.Game, 2), "always ask")
	_, err = step.Game.Apply(games.Action{At: gamestest.Evening, Seat: 2, Move: poker.Always{Pass: true}})
	require.True(t, err.(games.Illegal).Secret)

	begun := []string{"P join", "Q join", "R join", "P start", "Q always pass", "Q check"}
	answers := func(more ...string) []games.Action {
		return games.Course{Game: gameAfterLines(t, games.Options{"show_needs_set": "false"},
			append(begun[:len(begun):len(begun)], more...)...)}.Answers()
	}
	pass := []games.Action{{Seat: 2, Move: poker.Pass{}}}
	require.Empty(t, answers(), "the question has not been asked yet")
	require.Equal(t, pass, answers("R check", "P check"))
	require.Empty(t, answers("R check", "P check", "Q pass"))
	require.Equal(t, pass, answers("R check", "P check", "Q pass", "R pass", "P pass", "Q check", "R check",
		"P check"))
	require.Empty(t, answers("R check", "P check", "Q always ask"))
	require.Empty(t, answers("Q away", "Q back", "R check", "P check"), "going away clears the standing pass")
	require.Equal(t, pass, answers("R drop", "P bet 1", "Q drop", "P next", "R check", "P check", "Q check"),
		"the standing pass still applies in the next hand")
}

// A standing pass does not count as a sign of presence, so the clock still notices if no one is present.
func TestStandingPassIsNoSignOfPresence(t *testing.T) {
	g := gameAfterLines(t, nil, "P join", "Q join", "P start", "P always pass", "Q check")
	at := g.Deadline()
	apply := func(s games.Seat, m games.Move) {
		step, err := g.Apply(games.Action{At: at, Seat: s, Move: m})
		require.NoError(t, err)
		g = step.Game
		if owed, any := g.Owed(); any {
			step, err = g.Apply(games.Action{At: at, Seat: games.Dealer,
				Move: games.Deal{Cards: owed.From.Cards()[:owed.Count]}})
			require.NoError(t, err)
			g = step.Game
		}
		at = at.Add(time.Second)
	}
	apply(games.Clock, games.Tick{}) // the clock checks for P
	apply(2, poker.Pass{})
	apply(1, poker.Pass{}) // made by the house
	apply(2, poker.Check{})
	at = g.Deadline()
	apply(games.Clock, games.Tick{})
	unresponsive, any := g.Presence().Unresponsive()
	require.True(t, any)
	require.Equal(t, games.Seat(1), unresponsive)
}
