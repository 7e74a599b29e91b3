package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// playAgain returns a bot with a table after Ann, Bob and Cid have finished a game and Ann has pressed "Play again".
func playAgain(t *testing.T) *testBot {
	t.Helper()
	n := newBot(t)
	n.deal()
	for _, who := range []string{"Bob", "Cid"} {
		n.press(who, ":join")
		n.shows(who + " sits down")
	}
	for _, who := range []string{"Cid", "Bob", "Ann"} {
		n.slash(who, "end")
	}
	n.shows("has ended")
	n.press("Ann", "again:")
	n.shows("Waiting for Bob and Cid from the last game")
	return n
}

// After a restart, a table opened with "Play again" still names the players of the last game and starts when they sit
// down. The table doesn't name forgotten players.
func TestPlayAgainSurvivesARestart(t *testing.T) {
	n := playAgain(t)
	n.stop()
	n.start()
	require.Contains(t, n.shows("Back after").Content, "Waiting for Bob and Cid from the last game")
	cid := n.sb.User("Cid").ID
	n.forgetMe("Cid")
	n.waitUntilErased(cid)
	n.stop()
	n.start()
	m := n.shows("Back after")
	require.Contains(t, m.Content, "Waiting for Bob from the last game")
	require.NotContains(t, m.Content, "Cid")
	n.press("Bob", ":join")
	n.shows("Bob sits down")
	n.shows("starts the game")
}
