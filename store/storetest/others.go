package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// testForgetElsewhere checks that a player who holds a seat at an open table on another shard is forgotten only after
// they have left the table or it has closed. Seats that the player has left, at this or any other table, don't delay
// forgetting.
func testForgetElsewhere(t *testing.T, open Sharers) {
	sharing, ctx := open(t, 2), t.Context()
	a, b := sharing.By[0], sharing.By[1]
	require.NoError(t, a.Divide(ctx, 2))
	here, there := a.Of(takeLease(t, a, "a", shard(0, 2)), ignoreLoss), b.Of(takeLease(t, b, "b", shard(1, 2)), ignoreLoss)
	far := ids.Guild(1<<22 + 5)
	row := must(there.OpenTable(ctx, store.Table{Guild: far, Channel: Channel, Game: "classic", Opener: Dora,
		Opened: Noon}, ""))
	Append(t, there, row.ID, 0, store.Played{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "join"}})
	require.NoError(t, here.SetName(ctx, Guild, Dora, "Dora"))

	require.NoError(t, here.Forgetting(ctx, Dora, Noon))
	var leaver store.ForgottenPlayer
	for _, s := range []store.Store{here, there} {
		leaving := must(s.PendingForgets(ctx))
		require.Len(t, leaving, 1, "every shard sees the pending player")
		leaver = leaving[0]
	}
	before := sharing.All(t)
	require.ErrorIs(t, here.Forget(ctx, Dora), store.ErrSeated)
	require.Equal(t, before, sharing.All(t))
	require.NoError(t, there.Append(ctx, store.Entry{Table: row.ID, After: 1, Held: heldSeats(), Played: []store.Played{
		{Line: store.Line{At: Noon, Seat: 1, Player: leaver.As, Words: "leave"}}}}))
	require.NoError(t, here.Forget(ctx, Dora))
	require.ErrorIs(t, there.Append(ctx, store.Entry{Table: row.ID, After: 2, Sits: Dora, Played: []store.Played{
		joinLine(2, Dora)}}), store.ErrForgottenHere)
	require.NoError(t, there.CloseTable(ctx, row.ID, Noon))
	require.ErrorIs(t, there.Forget(ctx, Dora), store.ErrUnknown, "the other shard has already forgotten the player")

	// Every process treats a forgotten player who comes back as a new player.
	require.NoError(t, there.SetName(ctx, far, Dora, "Dora again"))
	seats := must(there.Seats(ctx, row.ID))
	require.True(t, seats[1].IsForgotten())
}

// testChanges checks that every process is notified of changes to cached data, even if it was disconnected in the
// meantime.
func testChanges(t *testing.T, open Sharers) {
	both := open(t, 2).By
	a, b := both[0], both[1]
	require.NoError(t, a.Divide(t.Context(), 1))
	s := a.Of(takeLease(t, a, "a", shard(0, 1)), ignoreLoss)
	ctx, enough := context.WithCancel(t.Context())
	heard, ended := make(chan store.Change, 100), make(chan error, 1)
	go func() { ended <- b.Changes(ctx, func(c store.Change) { heard <- c }) }()
	hears := func(want ...store.Change) {
		t.Helper()
		for _, c := range want {
			select {
			case is := <-heard:
				require.Equal(t, c, is)
			case <-time.After(20 * time.Second):
				require.Fail(t, "no notification came", c)
			}
		}
	}
	hears(store.Change{})
	for range 2 { // the second time nothing changes, so no notification is sent
		require.NoError(t, s.SetSettings(ctx, Guild, store.GuildSettings{Theme: "dark"}))
		require.NoError(t, s.SetName(ctx, Guild+1, Dora, "Dora"))
		require.NoError(t, s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain"}))
	}
	hears(store.Change{Guild: Guild}, store.Change{Guild: Guild + 1}, store.Change{Player: Dora})
	kept := must(b.PlayerData(ctx, Dora))
	require.Len(t, kept.Names, 1)
	require.NoError(t, s.Forgetting(ctx, Dora, Noon))
	hears(store.Change{Player: Dora}, store.Change{Guild: Guild + 1})
	require.NoError(t, s.Forget(ctx, Dora))
	hears(store.Change{Player: Dora})
	kept = must(b.PlayerData(ctx, Dora))
	require.Zero(t, kept.Number, "a process that cached the number must not find the player any more")
	enough()
	if err := <-ended; err != nil {
		require.True(t, errors.Is(err, context.Canceled), err)
	}
}
