package bot_test

import (
	"fmt"
	"testing"
	"time"

	"settable/bot/sandbox/world"

	"github.com/stretchr/testify/require"
)

// A late claim is also forgiven if its player wasn't seated: both players join with their claims. A late typed claim
// by someone without a seat is talk.
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
			require.Contains(t, n.reply("It costs you nothing").Content, first,
				"the taker is named, although they have only just sat down")
			m := n.shows([]string{"Cid was " + secondsBetween(bobs, cids) + " behind", "Bob had the same set"}[i])
			require.NotContains(t, m.Content, "not a set")
			require.Len(t, n.words(), 4, "the late claim leaves no line: %v", n.words())
		})
	}
}

func TestJoiningAfterTheTakeIsStillLate(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.sb.HoldEvents()
	n.say("Ann", "set a b c")
	n.say("Bob", "join")
	n.say("Bob", "set a b c")
	n.sb.ReleaseEvents()
	n.reply("It costs you nothing")
	require.Contains(t, n.shows("Bob sits down").Content, "Bob **0**")
}

func TestRepeatedCommandIsPlayedOnce(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.sb.Duplicate(1)
	id, err := n.sb.Slash("Ann", n.channel, "set", world.Opt("words", "a b c"))
	require.NoError(t, err)
	require.Contains(t, n.answer(id), "Ann takes")
	n.say("Ann", "set a b c") // and typed again, in a hurry
	n.reply("You already took that set")
	n.say("Bob", "set d e f")
	m := n.shows("Bob takes")
	require.NotContains(t, m.Content, "had the same set")
	require.NotContains(t, m.Content, "Ann was")
}

// A player who calls just after the cards were taken can no longer name them, so the call costs nothing.
func TestLateCallCostsNothing(t *testing.T) {
	n := newBot(t)
	n.deal(world.Opt("call", 1))
	n.sb.HoldEvents()
	n.say("Bob", "set a b c")
	n.say("Ann", "set")
	n.say("Ann", "set a b c")
	n.sb.ReleaseEvents()
	n.shows("Bob takes")
	n.reply("look again")
	n.say("Cid", "set d e f") // no one has called
	require.Contains(t, n.shows("Cid takes").Content, "Ann **0**")
}
