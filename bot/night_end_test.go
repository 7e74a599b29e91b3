package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/gamestest"
)

// Rights 11: /night end is announced once, and the standings follow the current hand, even if the bot restarts in
// between. Bets are not returned, whoever ends the night.
func TestNightEndsAfterItsHand(t *testing.T) {
	for _, who := range []string{"Bob", "Ann"} { // the opener of the night, and a member with Manage Server
		t.Run(who, func(t *testing.T) {
			gamestest.SkipUnderRace(t)
			n := pokerEvening(t)
			require.Contains(t, n.slash("Bob", "night", world.Sub("start", world.Opt("buy_in", 5))), "begins")
			n.shows("Bob buys in for 5 chips")
			n.press("Cid", ":join")
			n.shows("Cid buys in for 5 chips")
			n.move("Bob", "start", "Hand 1")
			n.move("Cid", "bet 2", "Cid bets 2")
			require.Contains(t, n.slash(who, "night", world.Sub("end")), "The night ends after this hand.")
			require.Contains(t, n.slash(who, "night", world.Sub("end")), "The night is already ending")
			n.stop()
			n.start()
			n.move("Bob", "drop", "Cid takes the pot, 2 chips")
			require.Contains(t, n.standings(), "1 hand")
			requireAudited(n, 1)
			require.Contains(t, n.slash(who, "night", world.Sub("end")), "No night is on")
		})
	}
}

// standings waits for the standings of a night and returns their text.
func (n *testBot) standings() (text string) {
	n.t.Helper()
	n.wait("the standings of the night", func() bool { text = n.standingsPost().Content; return text != "" })
	return text
}
