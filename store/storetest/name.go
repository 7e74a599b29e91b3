package storetest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

func testNamesAreKeptPerGuild(t *testing.T, open Opener) {
	ctx := t.Context()
	s := opened(t, open)
	require.NoError(t, s.SetName(ctx, 1, 7, "Ann"))
	require.NoError(t, s.SetName(ctx, 1, 7, "Annabel 🂡"))
	require.NoError(t, s.SetName(ctx, 1, 8, strings.Repeat("ß", 300)))
	require.NoError(t, s.SetName(ctx, 2, 7, "Nan"))
	names, err := s.Names(ctx, 1, []store.PlayerID{7, 8, 9})
	require.NoError(t, err)
	require.Equal(t, map[store.PlayerID]string{7: "Annabel 🂡", 8: strings.Repeat("ß", 100)}, names)
	for guild, who := range map[store.GuildID][]store.PlayerID{1: nil, 2: {}, 3: {7}} {
		names, err = s.Names(ctx, guild, who)
		require.NoError(t, err)
		require.Empty(t, names)
	}
}

// testServersAreAttended: a server of which something is kept, and at which the bot is not, has sent it away.
// That is news once.
func testServersAreAttended(t *testing.T, open Opener) {
	ctx := t.Context()
	s := opened(t, open)
	require.NoError(t, s.SetName(ctx, 1, 7, "Ann"))
	require.NoError(t, s.SetName(ctx, 2, 7, "Ann"))
	for _, step := range []struct{ here, gone []store.GuildID }{
		{[]store.GuildID{1, 2, 3}, nil}, {[]store.GuildID{2}, []store.GuildID{1}}, {[]store.GuildID{2}, nil},
		{[]store.GuildID{1, 2}, nil}, {nil, []store.GuildID{1, 2}}, {[]store.GuildID{}, nil},
	} {
		gone, err := s.Attend(ctx, step.here, Noon)
		require.NoError(t, err)
		require.Equal(t, step.gone, gone, "at %v", step.here)
	}
}
