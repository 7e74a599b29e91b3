package bot_test

import (
	"strings"
	"testing"

	"settable/bot/sandbox/world"

	"github.com/stretchr/testify/require"
)

// A player who floods a table with refused moves doesn't delay the answers to other players, although Discord accepts
// only four reactions a second per channel.
func TestFloodOfRefusedMovesDelaysNoAnswers(t *testing.T) {
	n := newBot(t)
	n.deal()
	for range 400 {
		n.say("Bob", "set a a b")
	}
	// Repeat the command until the table has room for it.
	for strings.Contains(n.slash("Cid", "set", world.Opt("words", "a b c")), "Too many moves") {
	}
	n.shows("Cid takes **A B C**")
	require.Contains(t, n.slash("Ann", "help"), "set")
	require.Contains(t, n.slash("Dee", "chips", world.Sub("balance")), "You have")
}
