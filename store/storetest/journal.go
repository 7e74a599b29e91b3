package storetest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// Noon is the time at which the tests play.
var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const (
	Guild   ids.Guild   = 1000
	Channel ids.Channel = 2000
	Ann     ids.User    = 11
	Bob     ids.User    = 12
	Cat     ids.User    = 13
)

// OpenTable returns an open table in the given channel.
func OpenTable(t testing.TB, s Store, in ids.Channel) store.Table {
	t.Helper()
	row := tableOf("classic", in, 0)
	row.Options = games.Options{"penalty": "point"}
	return must(s.OpenTable(context.Background(), row, ""))
}

// tableOf returns a table that ann has opened, with or without a night.
func tableOf(game string, in ids.Channel, night store.NightID) store.Table {
	return store.Table{Guild: Guild, Channel: in, Game: game, Opener: Ann, Opened: Noon, Night: night}
}

// PlayerLine returns a line by a player. The player's seat is 1 for ann, 2 for bob and 3 for cat.
func PlayerLine(player ids.User, words string, source store.Source, tallies ...games.Tally) store.Played {
	return store.Played{
		Line: store.Line{At: Noon, Seat: games.Seat(player - Ann + 1), Player: player, Words: words,
			Source: source},
		Tallies: tallies,
	}
}

// Append appends lines to the journal of a table.
func Append(t testing.TB, s store.Store, table store.TableID, after int, played ...store.Played) {
	t.Helper()
	require.NoError(t, s.Append(context.Background(), store.Entry{Table: table, After: after, Played: played}))
}

func Dealt(words string) store.Played {
	return store.Played{Line: store.Line{At: Noon, Seat: games.Dealer, Words: words}}
}

// errorOf drops the result of a call and keeps its error.
func errorOf[T any](_ T, err error) error { return err }

func testJournal(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	table := must(s.OpenTable(ctx, store.Table{
		Guild: Guild, Channel: Channel, Game: "classic", Opener: Ann, Opened: Noon,
		Options: games.Options{"penalty": "point"},
	}, "i1"))
	require.NotZero(t, table.ID)

	late := Noon.Add(1234567 * time.Nanosecond).In(time.FixedZone("here", 3600))
	Append(t, s, table.ID, 0, PlayerLine(Ann, "join", "m1"),
		store.Played{Line: store.Line{At: late, Seat: games.Dealer, Words: "deal 1SRD"}})
	Append(t, s, table.ID, 2, store.Played{Line: store.Line{N: 3, At: late, Seat: games.Clock}})

	lines := must(s.Lines(ctx, table.ID))
	require.Empty(t, cmp.Diff([]store.Line{
		{N: 1, At: Noon, Seat: 1, Player: Ann, Words: "join", Source: "m1"},
		{N: 2, At: late.UTC(), Seat: games.Dealer, Words: "deal 1SRD"},
		{N: 3, At: late.UTC(), Seat: games.Clock},
	}, lines))
	seats := must(s.Seats(ctx, table.ID))
	require.Equal(t, map[games.Seat]ids.User{1: Ann}, seats)
	again, all, err := s.Export(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(table, again))
	require.Empty(t, cmp.Diff(lines, all))
	require.NoError(t, s.Check(ctx))
}

func testTables(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	first := OpenTable(t, s, Channel)
	_, err := s.OpenTable(ctx, first, "")
	require.ErrorIs(t, err, store.ErrBusyChannel)
	other := OpenTable(t, s, Channel+1)

	all := must(s.OpenTables(ctx))
	require.Empty(t, cmp.Diff([]store.Table{first, other}, all))
	_, err = s.LastTable(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoTable)

	require.NoError(t, s.NoteShown(ctx, first.ID, 7, 99))
	require.NoError(t, s.NoteShown(ctx, first.ID, 3, 98))
	in := must(s.TableIn(ctx, Channel))
	require.Equal(t, 7, in.Shown, "the last shown line never decreases")
	require.EqualValues(t, 98, in.Post)
	require.ErrorIs(t, s.NoteShown(ctx, 404, 1, 1), store.ErrNoTable)

	require.NoError(t, s.CloseTable(ctx, first.ID, Noon.Add(time.Hour)))
	next := store.Table{Guild: Guild, Channel: Channel + 2, Game: "classic", Opener: Ann, Opened: Noon,
		Follows: first.ID}
	next = must(s.OpenTable(ctx, next, ""))
	kept := must(s.Table(ctx, next.ID))
	require.Empty(t, cmp.Diff(next, kept))
	require.Equal(t, first.ID, kept.Follows)
	require.ErrorIs(t, s.CloseTable(ctx, first.ID, Noon), store.ErrOver)
	require.ErrorIs(t, s.CloseTable(ctx, 404, Noon), store.ErrNoTable)
	_, err = s.TableIn(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoTable)
	last := must(s.LastTable(ctx, Channel))
	require.Equal(t, Noon.Add(time.Hour), last.Closed)

	second := OpenTable(t, s, Channel)
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: second.ID, Over: true, Played: []store.Played{Dealt("end")}}))
	last = must(s.LastTable(ctx, Channel))
	require.Equal(t, Noon.Add(time.Hour), last.Closed, "the table that was closed last")
	closed := must(s.Closed(ctx, Channel, 9))
	require.Equal(t, []store.TableID{first.ID, second.ID}, []store.TableID{closed[0].ID, closed[1].ID},
		"newest first")
	closed = must(s.Closed(ctx, Channel, 1))
	require.Len(t, closed, 1)
	closed = must(s.Closed(ctx, Channel+1, 9))
	require.Empty(t, closed, "the other channel's table is open")
	_, err = s.Table(ctx, 404)
	require.ErrorIs(t, err, store.ErrNoTable)
}

func testAppendRefuses(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	a, b := OpenTable(t, s, Channel), OpenTable(t, s, Channel+1)
	Append(t, s, a.ID, 0, PlayerLine(Ann, "join", "m1"))
	must(s.OpenTable(ctx, tableOf("classic", Channel+2, 0), "i7"))
	over := OpenTable(t, s, Channel+3)
	require.NoError(t, s.CloseTable(ctx, over.ID, Noon))

	next := func(played ...store.Played) store.Entry {
		return store.Entry{Table: a.ID, After: 1, Played: played}
	}
	first := func(table store.TableID, played ...store.Played) store.Entry {
		return store.Entry{Table: table, Played: played}
	}
	line := func(l store.Line) store.Played { return store.Played{Line: l} }
	for name, c := range map[string]struct {
		e    store.Entry
		want error
		says string
	}{
		"twice at a table":      {next(PlayerLine(Ann, "set a b c", "m1")), store.ErrPlayed, ""},
		"twice and stale":       {first(a.ID, PlayerLine(Ann, "join", "m1")), store.ErrPlayed, ""},
		"twice at two tables":   {first(b.ID, PlayerLine(Ann, "join", "m1")), store.ErrPlayed, ""},
		"a line and an opening": {first(b.ID, PlayerLine(Ann, "join", "i7")), store.ErrPlayed, ""},
		"twice in an entry": {first(b.ID, PlayerLine(Ann, "join", "m2"), PlayerLine(Ann, "start", "m2")), store.ErrPlayed,
			""},
		"the journal went on": {first(a.ID, PlayerLine(Bob, "join", "m3")), store.ErrStale, "its last line is 1"},
		"from the future": {store.Entry{
			Table: a.ID, After: 2, Played: []store.Played{PlayerLine(Bob, "join", "m3")}}, store.ErrStale, ""},
		"a closed table": {first(over.ID, PlayerLine(Bob, "join", "m3")), store.ErrOver, ""},
		"no table":       {first(404, PlayerLine(Bob, "join", "m3")), store.ErrNoTable, ""},
		"no line":        {next(), nil, "needs at least one line"},
		"a number out of order": {next(line(store.Line{N: 3, At: Noon, Seat: -1})), nil,
			"line 3 is out of order, expected line 2"},
		"a seat without a player": {next(line(store.Line{At: Noon, Seat: 1})), nil, "seat 1 has no player"},
		"a dealer who plays": {next(line(store.Line{At: Noon, Seat: -1, Player: Ann})), nil,
			"the dealer is not a player"},
		"a watcher": {next(line(store.Line{At: Noon})), nil, "constraint"},
		"somebody else's seat": {next(line(store.Line{At: Noon, Seat: 1, Player: Bob})), nil,
			"seat 1 belongs to player 11"},
		"somebody else's seat, in a later line": {next(PlayerLine(Bob, "join", "m5"),
			line(store.Line{At: Noon, Seat: 1, Player: Bob})), nil, "line 3: seat 1 belongs to player 11"},
		"no time":          {next(line(store.Line{Seat: -1})), nil, "constraint"},
		"two lines in one": {next(Dealt("deal\nend")), nil, "constraint"},
		"too long":         {next(Dealt(strings.Repeat("x", 2001))), nil, "constraint"},
		"a tally of an empty seat": {next(PlayerLine(Ann, "x", "m4", games.Tally{Seat: 9, Count: games.Sets, N: 1})), nil,
			"a tally is of a line and a seat"},
		"a tally of nothing": {next(PlayerLine(Ann, "x", "m4", games.Tally{Seat: 1, Count: games.Sets})), nil,
			"constraint"},
	} {
		t.Run(name, func(t *testing.T) {
			err := s.Append(ctx, c.e)
			require.Error(t, err)
			if c.want != nil {
				require.ErrorIs(t, err, c.want)
			}
			require.ErrorContains(t, err, c.says)
		})
	}
	lines := must(s.Lines(ctx, a.ID))
	require.Len(t, lines, 1, "refused entries must leave nothing")
	lines = must(s.Lines(ctx, b.ID))
	require.Empty(t, lines)
	_, err := s.OpenTable(ctx, tableOf("classic", Channel+9, 0), "m1")
	require.ErrorIs(t, err, store.ErrPlayed)
	seats := must(s.Seats(ctx, b.ID))
	require.Empty(t, seats)
}

// testAfterClose checks that all methods of a closed database fail.
func testAfterClose(t *testing.T, open Opener) {
	s := openStore(t, open)
	table := OpenTable(t, s, Channel)
	require.NoError(t, s.Close())
	for _, r := range Reads() {
		_, err := r.Do(s)
		require.Error(t, err, r.Method)
		require.NotErrorIs(t, err, store.ErrNoTable, "%s: a closed database doesn't mean that a table is missing", r.Method)
		require.NotErrorIs(t, err, store.ErrNoNight, r.Method)
	}
	require.Error(t, s.Check(t.Context()))
	_, _, err := store.AuditTable(t.Context(), s, table, poker.Rules{})
	require.Error(t, err)
	readFirst := []string{"Welcome", "NoteServers", "Purge"}
	for _, w := range Writes() {
		switch err := w.Do(s); {
		case w.Method == "Beat": // works without an open database
		case slices.Contains(readFirst, w.Method):
			require.Error(t, err, w.Method)
		default:
			require.ErrorIs(t, err, store.ErrClosed, w.Method)
		}
	}
}

// testReadErrorsNameThePlace checks that the error about an unreadable list names the server, channel, night or table,
// but no player.
func testReadErrorsNameThePlace(t *testing.T, open Opener) {
	s := openStore(t, open)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, errGifts := s.Gifts(ctx, 4711, 1, 10)
	_, errNights := s.Nights(ctx, 4711, 1, 10)
	_, errNames := s.Names(ctx, 4711, []ids.User{77})
	_, errStanding := s.Standing(ctx, 12)
	_, _, errAccounts := s.TableAccounts(ctx, 31)
	_, errSeats := s.Seats(ctx, 31)
	_, errClosed := s.Closed(ctx, 815, 3)
	_, errTables := s.Tables(ctx, 31, 3)
	_, errSleeping := s.Sleeping(ctx, Noon)
	_, errSeated := s.SeatedAt(ctx, 77)
	for want, err := range map[string]error{
		"reading the gifts of guild 4711: ":          errGifts,
		"reading the nights of guild 4711: ":         errNights,
		"reading the names of guild 4711: ":          errNames,
		"reading the standings of night 12: ":        errStanding,
		"reading the chips of table 31: ":            errAccounts,
		"reading the seats of table 31: ":            errSeats,
		"reading the closed tables of channel 815: ": errClosed,
		"reading the tables: ":                       errTables,
		"reading the sleeping tables: ":              errSleeping,
		"reading the tables of a player: ":           errSeated,
	} {
		require.ErrorIs(t, err, context.Canceled, want)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "77")
	}
}
