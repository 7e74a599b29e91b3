package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/gamestest"
)

// A profile shows what a player has done on the server, and a chart of their chips.
func TestProfile(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	bob := n.sb.User("Bob").ID
	require.Equal(t, "Bob hasn't played here yet.", n.slash("Bob", "profile"))
	n.deal()
	n.say("Bob", "set a b c")
	n.shows("Bob takes **A B C**")
	for _, why := range []string{"one", "two", "three"} {
		n.slash("Ann", "chips", world.Sub("grant", world.Opt("member", bob), world.Opt("amount", 7),
			world.Opt("reason", why)))
	}
	id, err := n.sb.Slash("Ann", n.channel, "profile", world.Opt("member", bob))
	require.NoError(t, err)
	said := n.answer(id)
	require.Contains(t, said, "**Bob** on this server\nSets taken: **1** (place 1)")
	require.Contains(t, said, "**21 chips**")
	out, err := n.sb.WaitOutcome(n.ctx(), id)
	require.NoError(t, err)
	require.True(t, out.Message.Ephemeral(), "private unless the caller makes it public")
	require.Len(t, out.Message.Attachments, 1)
	require.Equal(t, "Chips after each of the last 3 wins and losses. From 7 to 21. Lowest: 7. Highest: 21.",
		out.Message.Attachments[0].Description)
	id, err = n.sb.Slash("Cid", n.channel, "profile", world.Opt("member", bob), world.Opt("public", true))
	require.NoError(t, err)
	n.answer(id)
	out, err = n.sb.WaitOutcome(n.ctx(), id)
	require.NoError(t, err)
	require.False(t, out.Message.Ephemeral())
}

// Players see in their own profile how their last games ended, and the cards of their best moments. Others don't.
func TestProfileShowsFormAndMoments(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Cid"}, deckOfSets(), nil)
	f.later(3e9)
	f.moveAll("set 1 2 3", "Cid")
	for range 8 {
		f.move("Cid", "deal")
	}
	f.move("Cid", "done")
	id, err := f.sb.Slash("Cid", f.channel, "profile")
	require.NoError(t, err)
	require.Contains(t, f.answer(id), "Last game: L")
	out, err := f.sb.WaitOutcome(f.ctx(), id)
	require.NoError(t, err)
	require.Len(t, out.Message.Attachments, 1)
	require.Contains(t, out.Message.Attachments[0].Description, "Best moments of your last games. Fastest set: Cid.")
	require.Contains(t, out.Message.Attachments[0].Description, "Cards: ")
	other := f.slash("Ann", "profile", world.Opt("member", f.sb.User("Cid").ID))
	require.NotContains(t, other, "Last game")
}
