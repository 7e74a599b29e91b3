package bot_test

import (
	"fmt"
	"testing"
	"time"

	"settable/bot/sandbox/world"

	"github.com/stretchr/testify/require"
)

// In this test, both players join the game with their claims. The late claim costs nothing, even though its player
// had no seat yet. A late claim that such a user types counts as talk.
func TestLateClaimWithoutASeatIsForgiven(t *testing.T) {
	for i, order := range [][]int{{0, 1}, {1, 0}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			n := newBot(t)
			n.deal()
			n.sb.HoldEvents()
			bobs := n.say("Bob", "<@"+botID(n)+"> set a b c")
			n.later(150 * time.Millisecond)
			cids := n.say("Cid", "<@"+botID(n)+"> set a b c")
			n.sb.ReleaseEvents(order...)
			first := []string{"Bob", "Cid"}[i]
			n.shows(first + " takes **A B C**")
			require.Contains(t, n.reply("There's no penalty").Content, first,
				"the message names the taker, who has only just sat down")
			m := n.shows([]string{"Cid was " + secondsBetween(bobs, cids) + " behind", "Bob had the same set"}[i])
			require.NotContains(t, m.Content, "not a set")
			require.Len(t, n.words(), 4, "a late claim must not write a line: %v", n.words())
		})
	}
}

func TestRepeatedCommandIsPlayedOnce(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.sb.Duplicate(1)
	id, err := n.sb.Slash("Ann", n.channel, "set", world.Opt("words", "a b c"))
	require.NoError(t, err)
	require.Contains(t, n.answer(id), "Ann takes")
	n.say("Ann", "set a b c") // the same claim again, in a hurry
	n.reply("You already took that set")
	n.say("Bob", "set d e f")
	m := n.shows("Bob takes")
	require.NotContains(t, m.Content, "had the same set")
	require.NotContains(t, m.Content, "Ann was")
}
