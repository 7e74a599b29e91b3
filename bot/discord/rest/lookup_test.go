package rest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox/world"
	"settable/store/ids"
)

// The bot finds out why it can't post even if the permissions in the interaction don't show the reason.
func TestReasonsThatPreventPosting(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	guild := discordtest.ID[ids.Guild](r.Sandbox.Guild())
	obstacle := func(c ids.Channel) Obstacle {
		o, err := r.rest.Obstacle(t.Context(), guild, c)
		require.NoError(t, err)
		return o
	}
	require.Zero(t, obstacle(r.Channel))
	require.NoError(t, r.Sandbox.Deny("card-night", int64(discord.SendMessages|discord.AttachFiles)))
	require.Equal(t, Obstacle{Missing: discord.SendMessages | discord.AttachFiles}, obstacle(r.Channel))
	require.NoError(t, r.Sandbox.Deny("card-night", int64(discord.ViewChannel)))
	require.Equal(t, Obstacle{Hidden: true}, obstacle(r.Channel))
	require.NoError(t, r.Sandbox.Deny("card-night", int64(discord.SendMessages)))
	_, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "x"})
	require.ErrorIs(t, err, discord.ErrMissingAccess)
	require.NoError(t, r.Sandbox.Deny("card-night", 0))
	_, err = r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "x"})
	require.True(t, Unsent(err), "the bot must remember the refusal")
	require.Zero(t, obstacle(r.Channel))
	_, err = r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "x"})
	require.NoError(t, err, "after a successful check, the post must be tried immediately")

	until := time.Now().Add(time.Hour)
	var hidden, locked ids.Channel
	r.Sandbox.Do(func(w *world.World) {
		c, err := w.AddThread("card-night", "secret", true)
		require.NoError(t, err)
		d, err := w.AddThread("card-night", "open", false)
		require.NoError(t, err)
		require.NoError(t, w.Archive(d.ID, true))
		hidden, locked = discordtest.ID[ids.Channel](c.ID), discordtest.ID[ids.Channel](d.ID)
	})
	require.Equal(t, Obstacle{Hidden: true}, obstacle(hidden))
	require.Equal(t, Obstacle{Locked: true}, obstacle(locked))
	r.Sandbox.Do(func(w *world.World) { w.TimeOutBot("", until) })
	o := obstacle(hidden)
	require.WithinDuration(t, until, o.TimedOut, time.Second)
	require.False(t, o.Hidden)
}
