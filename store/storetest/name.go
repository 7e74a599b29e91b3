package storetest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

func testNamesAreKeptPerGuild(t *testing.T, open Opener) {
	ctx := t.Context()
	s := openStore(t, open)
	require.NoError(t, s.SetName(ctx, 1, 7, "Ann"))
	require.NoError(t, s.SetName(ctx, 1, 7, "Annabel 🂡"))
	require.NoError(t, s.SetName(ctx, 1, 8, strings.Repeat("ß", 300)))
	require.NoError(t, s.SetName(ctx, 2, 7, "Nan"))
	require.NoError(t, s.SetName(ctx, 1, 9, "N\x00i\xffno"))
	require.NoError(t, s.SetName(ctx, 1, 10, "\x00"))
	names := must(s.Names(ctx, 1, []ids.User{7, 8, 9, 10, 11}))
	require.Equal(t, map[ids.User]string{
		7: "Annabel 🂡", 8: strings.Repeat("ß", 100), 9: "Nino",
	}, names)
	names = must(s.AllNames(ctx, 1))
	require.Equal(t, map[ids.User]string{7: "Annabel 🂡", 8: strings.Repeat("ß", 100), 9: "Nino"}, names)
	names = must(s.AllNames(ctx, 3))
	require.Empty(t, names)
	for guild, who := range map[ids.Guild][]ids.User{1: nil, 2: {}, 3: {7}} {
		names = must(s.Names(ctx, guild, who))
		require.Empty(t, names)
	}
}

// testNamesComeWithLines checks that the name of a player is stored when the player joins, but not if the player
// couldn't join.
func testNamesComeWithLines(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	table := Evening(t, s)
	lines := must(s.Lines(ctx, table.ID))
	entry := store.Entry{Table: table.ID, After: len(lines), Name: store.PlayerName{Player: Ann, Name: "Annabel"},
		Played: []store.Played{{Line: PlayerLine(Ann, "join", "m900").Line}}}
	require.NoError(t, s.Append(ctx, entry))
	again := entry
	again.Name.Name = "Ann"
	require.ErrorIs(t, s.Append(ctx, again), store.ErrPlayed)
	names := must(s.Names(ctx, table.Guild, []ids.User{Ann}))
	require.Equal(t, map[ids.User]string{Ann: "Annabel"}, names)
	entry.After, entry.Name.Name = entry.After+1, "\x00"
	entry.Played = []store.Played{{Line: PlayerLine(Ann, "start", "m901").Line}}
	require.NoError(t, s.Append(ctx, entry), "an invalid name must not prevent a move")
}

// testMissingServers checks that NoteServers returns a server that isn't listed, until the bot's removal from it is
// recorded or the bot is back.
func testMissingServers(t *testing.T, open Opener) {
	ctx := t.Context()
	s := openStore(t, open)
	require.NoError(t, s.SetName(ctx, 1, 7, "Ann"))
	require.NoError(t, s.SetName(ctx, 2, 7, "Ann"))
	for _, step := range []struct{ here, missing, departs []ids.Guild }{
		{here: []ids.Guild{1, 2, 3}}, {here: []ids.Guild{2}, missing: []ids.Guild{1}},
		{here: []ids.Guild{2}, missing: []ids.Guild{1}, departs: []ids.Guild{1}},
		{here: []ids.Guild{2}}, {here: []ids.Guild{1, 2}}, {missing: []ids.Guild{1, 2}},
		{here: []ids.Guild{}, missing: []ids.Guild{1, 2}},
	} {
		missing := must(s.NoteServers(ctx, step.here))
		require.Equal(t, step.missing, missing, "at %v", step.here)
		for _, g := range step.departs {
			require.NoError(t, s.Depart(ctx, g, Noon))
		}
	}
}
