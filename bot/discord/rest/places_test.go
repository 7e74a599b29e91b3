package rest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

func TestPlacesAndPermissions(t *testing.T) {
	t.Parallel()
	r := table(t, typed)
	rest, ctx := r.rest, t.Context()
	app, err := rest.App(ctx)
	require.NoError(t, err)
	require.Equal(t, r.sb.Application(), app.ID)
	require.True(t, app.MessageContent)
	guild, err := rest.Guild(ctx, discord.GuildID(r.sb.Guild()))
	require.NoError(t, err)
	require.Equal(t, discord.UserID(r.sb.User("Ann").ID), guild.Owner)
	list, err := rest.Guilds(ctx)
	require.NoError(t, err)
	require.Equal(t, guild.Name, list[0].Name)
	ref, in, err := rest.Channel(ctx, r.night)
	require.NoError(t, err)
	require.Equal(t, discord.ChannelRef{ID: r.night, Name: "card-night"}, ref)
	require.Equal(t, guild.ID, in)
	may, err := rest.PermissionsIn(ctx, r.night)
	require.NoError(t, err)
	require.Zero(t, may.Missing(discord.Needed&^discord.SendInThreads))
	require.NoError(t, r.sb.Deny("card-night", int64(discord.AttachFiles)))
	may, err = rest.PermissionsIn(ctx, r.night)
	require.NoError(t, err)
	require.Equal(t, discord.AttachFiles, may.Missing(discord.Needed&^discord.SendInThreads))
	skew, err := rest.Skew(ctx)
	require.NoError(t, err)
	require.Less(t, skew.Abs(), 2*time.Second)
}
