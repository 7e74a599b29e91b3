package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// testNewestMessageNeverDecreases checks that the newest handled message never decreases, whether it is stored
// separately or together with lines.
func testNewestMessageNeverDecreases(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	table := Evening(t, s)
	heard := func() ids.Message {
		row := must(s.Table(ctx, table.ID))
		return row.LastJudged
	}
	require.Zero(t, heard())
	require.NoError(t, s.NoteJudged(ctx, table.ID, 7))
	require.NoError(t, s.NoteJudged(ctx, table.ID, 5))
	require.EqualValues(t, 7, heard())
	lines := must(s.Lines(ctx, table.ID))
	entry := store.Entry{Table: table.ID, After: len(lines), NewestMessage: 9,
		Played: []store.Played{{Line: PlayerLine(Ann, "join", "m900").Line}}}
	require.NoError(t, s.Append(ctx, entry))
	require.EqualValues(t, 9, heard())
	require.ErrorIs(t, s.Append(ctx, entry), store.ErrPlayed)
	require.ErrorIs(t, s.NoteJudged(ctx, table.ID+1, 7), store.ErrNoTable)
}

// testEntryIsStoredCompletely checks that all parts of an entry are stored.
func testEntryIsStoredCompletely(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	table := OpenTable(t, s, Channel)
	now := func(e store.Entry) store.Table {
		t.Helper()
		e.Table, e.Name = table.ID, store.PlayerName{Player: Ann, Name: e.Played[0].Line.Words}
		require.NoError(t, s.Append(ctx, e))
		row := must(s.Table(ctx, table.ID))
		require.Equal(t, e.NewestMessage, row.LastJudged)
		names := must(s.Names(ctx, Guild, []ids.User{Ann}))
		require.Equal(t, e.Name.Name, names[Ann])
		return row
	}
	row := now(store.Entry{NewestMessage: 1, Asleep: true, Played: []store.Played{PlayerLine(Ann, "join", ""), Dealt("wait")}})
	require.Equal(t, 2, row.Asleep, "the last line of the entry")
	row = now(store.Entry{After: 2, NewestMessage: 2, Woke: true, Played: []store.Played{PlayerLine(Ann, "look", "")}})
	require.Zero(t, row.Asleep)
	row = now(store.Entry{After: 3, NewestMessage: 3, Asleep: true, Over: true,
		Played: []store.Played{PlayerLine(Ann, "end", "")}})
	require.Equal(t, 4, row.Asleep)
	require.Equal(t, Noon, row.Closed)
	require.NoError(t, s.Check(ctx))
}

// offerMessage is the bot's answer to a player who asked for a game.
var offerMessage = store.Leftover{Guild: Guild, Channel: Channel, Message: 50}

// testLeftovers checks that a leftover message is listed until it is deleted, and that a new post of a table makes the
// old post a leftover.
func testLeftovers(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	table := OpenTable(t, s, Channel)
	left := func(want ...store.Leftover) {
		t.Helper()
		for _, ask := range []func() ([]store.Leftover, error){
			func() ([]store.Leftover, error) { return s.Leftovers(ctx) },
			func() ([]store.Leftover, error) { return s.LeftIn(ctx, Channel) },
		} {
			all := must(ask())
			require.Empty(t, cmp.Diff(want, all))
		}
	}
	left()
	reminder := store.Leftover{Guild: Guild, Channel: Channel, Message: 40, Table: table.ID,
		Turn: Noon.Add(time.Minute)}
	for _, l := range []store.Leftover{offerMessage, reminder, reminder} {
		require.NoError(t, s.Leave(ctx, l))
	}
	left(reminder, offerMessage)

	old := func(post ids.Message) store.Leftover {
		return store.Leftover{Guild: Guild, Channel: Channel, Message: post, Table: table.ID}
	}
	for _, post := range []ids.Message{60, 60, 61, 62} {
		require.NoError(t, s.NoteShown(ctx, table.ID, 0, post))
	}
	left(reminder, offerMessage, old(60), old(61))
	require.NoError(t, s.NoteShownBelow(ctx, table.ID, 0, 63, 62))
	left(reminder, offerMessage, old(60), old(61))
	for _, l := range []store.Leftover{reminder, old(60), old(60), old(9)} {
		require.NoError(t, s.Deleted(ctx, l))
	}
	left(offerMessage, old(61))
	elsewhere := must(s.LeftIn(ctx, Channel+1))
	require.Empty(t, elsewhere)
	require.Error(t, s.Leave(ctx, store.Leftover{Guild: Guild, Channel: Channel, Message: 1, Turn: Noon}),
		"a reminder needs a table")
	require.NoError(t, s.Check(ctx))
}
