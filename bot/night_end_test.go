package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
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

// A game with scores is played to its end, unless a moderator ends the night: then the leader wins.
func TestNightEndsAfterItsGame(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	n.config.Chance = func() games.Chance { return deck(t, knownCards) }
	n.stop()
	n.start()
	require.Contains(t, n.slash("Bob", "night", world.Sub("start", world.Opt("buy_in", 5))), "begins")
	n.shows("Bob buys in for 5 chips")
	require.Contains(t, n.slash("Bob", "end"), "The table is closed")
	require.Contains(t, n.slash("Cid", "play", world.Sub("classic")), "Your table is open")
	n.shows("Cid sits down")
	n.press("Bob", ":join")
	n.shows("Bob sits down")
	n.press("Cid", ":start")
	n.shows("Cid starts the game")
	n.move("Cid", "set a b c", "Cid takes")
	require.Contains(t, n.slash("Bob", "night", world.Sub("end")), "The night ends after this game.")
	n.shows("Cid takes") // it continues
	require.Regexp(t, `^\*\*Poker night 1|The night is over`, n.slash("Ann", "night", world.Sub("end")))
	n.shows("Cid wins")
	require.Contains(t, n.standings(), "1 other game")
}

// standings waits for the standings of a night and returns their text.
func (n *testBot) standings() (text string) {
	n.t.Helper()
	n.wait("the standings of the night", func() bool { text = n.standingsPost().Content; return text != "" })
	return text
}
