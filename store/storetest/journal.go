package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store"
)

// Noon is when the tests play.
var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const (
	Guild   store.GuildID   = 1000
	Channel store.ChannelID = 2000
	Ann     store.PlayerID  = 11
	Bob     store.PlayerID  = 12
	Cat     store.PlayerID  = 13
)

// Seated is an open table in that channel.
func Seated(t testing.TB, s Store, in store.ChannelID) store.Table {
	t.Helper()
	table, err := s.OpenTable(context.Background(), store.Table{
		Guild: Guild, Channel: in, Game: "classic", Opener: Ann, Opened: Noon,
		Options: games.Options{"penalty": "point"},
	}, "")
	require.NoError(t, err)
	return table
}

// Said is a line by a player who sits on the seat of the same rank: ann 1, bob 2, cat 3.
func Said(player store.PlayerID, words string, source store.Source, tallies ...games.Tally) store.Played {
	return store.Played{
		Line: store.Line{At: Noon, Seat: games.Seat(player - Ann + 1), Player: player, Words: words,
			Source: source},
		Tallies: tallies,
	}
}

func Dealt(words string) store.Played {
	return store.Played{Line: store.Line{At: Noon, Seat: games.Dealer, Words: words}}
}

func testJournal(t *testing.T, open Opener) {
	s, ctx := opened(t, open), t.Context()
	table, err := s.OpenTable(ctx, store.Table{
		Guild: Guild, Channel: Channel, Game: "classic", Opener: Ann, Opened: Noon,
		Options: games.Options{"penalty": "point"},
	}, "i1")
	require.NoError(t, err)
	require.NotZero(t, table.ID)

	late := Noon.Add(1234567 * time.Nanosecond).In(time.FixedZone("here", 3600))
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, Played: []store.Played{
		Said(Ann, "join", "m1"),
		{Line: store.Line{At: late, Seat: games.Dealer, Words: "deal 1SRD"}},
	}}))
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: 2, Played: []store.Played{
		{Line: store.Line{N: 3, At: late, Seat: games.Clock}},
	}}))

	lines, err := s.Lines(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]store.Line{
		{N: 1, At: Noon, Seat: 1, Player: Ann, Words: "join", Source: "m1"},
		{N: 2, At: late.UTC(), Seat: games.Dealer, Words: "deal 1SRD"},
		{N: 3, At: late.UTC(), Seat: games.Clock},
	}, lines))
	seats, err := s.Seats(ctx, table.ID)
	require.NoError(t, err)
	require.Equal(t, map[games.Seat]store.PlayerID{1: Ann}, seats)
	again, all, err := s.Export(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(table, again))
	require.Empty(t, cmp.Diff(lines, all))
	require.NoError(t, s.Check(ctx))
}

func testTables(t *testing.T, open Opener) {
	s, ctx := opened(t, open), t.Context()
	first := Seated(t, s, Channel)
	_, err := s.OpenTable(ctx, first, "")
	require.ErrorIs(t, err, store.ErrBusyChannel)
	other := Seated(t, s, Channel+1)

	all, err := s.OpenTables(ctx)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]store.Table{first, other}, all))
	_, err = s.LastTable(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoTable)

	require.NoError(t, s.Shown(ctx, first.ID, 7, 99))
	require.NoError(t, s.Shown(ctx, first.ID, 3, 98))
	in, err := s.TableIn(ctx, Channel)
	require.NoError(t, err)
	require.Equal(t, 7, in.Shown, "what was shown stays shown")
	require.EqualValues(t, 98, in.Post)
	require.ErrorIs(t, s.Shown(ctx, 404, 1, 1), store.ErrNoTable)

	require.NoError(t, s.CloseTable(ctx, first.ID, Noon.Add(time.Hour)))
	require.ErrorIs(t, s.CloseTable(ctx, first.ID, Noon), store.ErrOver)
	require.ErrorIs(t, s.CloseTable(ctx, 404, Noon), store.ErrNoTable)
	_, err = s.TableIn(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoTable)
	last, err := s.LastTable(ctx, Channel)
	require.NoError(t, err)
	require.Equal(t, Noon.Add(time.Hour), last.Closed)

	second := Seated(t, s, Channel)
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: second.ID, Over: true, Played: []store.Played{Dealt("end")}}))
	last, err = s.LastTable(ctx, Channel)
	require.NoError(t, err)
	require.Equal(t, Noon.Add(time.Hour), last.Closed, "the later of two closings")
	closed, err := s.Closed(ctx, Channel, 9)
	require.NoError(t, err)
	require.Equal(t, []store.TableID{first.ID, second.ID}, []store.TableID{closed[0].ID, closed[1].ID},
		"the one that was closed later first")
	closed, err = s.Closed(ctx, Channel, 1)
	require.NoError(t, err)
	require.Len(t, closed, 1)
	closed, err = s.Closed(ctx, Channel+1, 9)
	require.NoError(t, err)
	require.Empty(t, closed, "the other channel's is open")
	_, err = s.Table(ctx, 404)
	require.ErrorIs(t, err, store.ErrNoTable)
}

func testAppendRefuses(t *testing.T, open Opener) {
	s, ctx := opened(t, open), t.Context()
	a, b := Seated(t, s, Channel), Seated(t, s, Channel+1)
	require.NoError(t, s.Append(ctx, store.Entry{Table: a.ID, Played: []store.Played{Said(Ann, "join", "m1")}}))
	_, err := s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel + 2, Game: "classic", Opener: Ann,
		Opened: Noon}, "i7")
	require.NoError(t, err)
	over := Seated(t, s, Channel+3)
	require.NoError(t, s.CloseTable(ctx, over.ID, Noon))

	long := make([]byte, 2001)
	for i := range long {
		long[i] = 'x'
	}
	for name, c := range map[string]struct {
		e    store.Entry
		want error
		says string
	}{
		"twice at a table": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{Said(Ann, "set a b c", "m1")}}, store.ErrPlayed, ""},
		"twice and stale": {store.Entry{Table: a.ID, Played: []store.Played{Said(Ann, "join", "m1")}},
			store.ErrPlayed, ""},
		"twice at two tables": {store.Entry{Table: b.ID, Played: []store.Played{Said(Ann, "join", "m1")}},
			store.ErrPlayed, ""},
		"a line and an opening": {store.Entry{Table: b.ID, Played: []store.Played{Said(Ann, "join", "i7")}},
			store.ErrPlayed, ""},
		"twice in an entry": {store.Entry{
			Table: b.ID, Played: []store.Played{Said(Ann, "join", "m2"), Said(Ann, "start", "m2")}}, store.ErrPlayed,
			""},
		"the journal went on": {store.Entry{Table: a.ID, Played: []store.Played{Said(Bob, "join", "m3")}},
			store.ErrStale, "its last line is 1"},
		"from the future": {store.Entry{
			Table: a.ID, After: 2, Played: []store.Played{Said(Bob, "join", "m3")}}, store.ErrStale, ""},
		"a closed table": {store.Entry{Table: over.ID, Played: []store.Played{Said(Bob, "join", "m3")}},
			store.ErrOver, ""},
		"no table": {store.Entry{Table: 404, Played: []store.Played{Said(Bob, "join", "m3")}},
			store.ErrNoTable, ""},
		"no line": {store.Entry{Table: a.ID, After: 1}, nil, "needs a line"},
		"a number out of order": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{N: 3, At: Noon, Seat: -1}}}}, nil,
			"line 3 stands where line 2"},
		"a seat without a player": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: Noon, Seat: 1}}}}, nil,
			"seat 1 has no player"},
		"a dealer who plays": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: Noon, Seat: -1, Player: Ann}}}}, nil,
			"the dealer is no player"},
		"a watcher": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: Noon}}}}, nil, "constraint"},
		"somebody else's seat": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: Noon, Seat: 1, Player: Bob}}}}, nil,
			"seat 1 belongs to player 11"},
		"somebody else's seat, in a later line": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{Said(Bob, "join", "m5"),
				{Line: store.Line{At: Noon, Seat: 1, Player: Bob}}}}, nil, "line 3: seat 1 belongs to player 11"},
		"no time": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{Seat: -1}}}}, nil, "constraint"},
		"two lines in one": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{Dealt("deal\nend")}}, nil, "constraint"},
		"too long": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{Dealt(string(long))}}, nil, "constraint"},
		"a tally of an empty seat": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{
				Said(Ann, "x", "m4", games.Tally{Seat: 9, Count: games.Sets, N: 1})}}, nil,
			"a tally is of a line and a seat"},
		"a tally of nothing": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{
				Said(Ann, "x", "m4", games.Tally{Seat: 1, Count: games.Sets})}}, nil, "constraint"},
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
	lines, err := s.Lines(ctx, a.ID)
	require.NoError(t, err)
	require.Len(t, lines, 1, "what was refused left nothing")
	lines, err = s.Lines(ctx, b.ID)
	require.NoError(t, err)
	require.Empty(t, lines)
	_, err = s.OpenTable(ctx, store.Table{
		Guild: Guild, Channel: Channel + 9, Game: "classic", Opener: Ann, Opened: Noon}, "m1")
	require.ErrorIs(t, err, store.ErrPlayed)
	seats, err := s.Seats(ctx, b.ID)
	require.NoError(t, err)
	require.Empty(t, seats)
}

// testAfterClose finds that nothing is answered from a closed database.
func testAfterClose(t *testing.T, open Opener) {
	s, ctx := opened(t, open), t.Context()
	table := Seated(t, s, Channel)
	require.NoError(t, s.Close())
	for name, ask := range map[string]func() error{
		"Lines":          func() error { _, err := s.Lines(ctx, table.ID); return err },
		"Seats":          func() error { _, err := s.Seats(ctx, table.ID); return err },
		"Export":         func() error { _, _, err := s.Export(ctx, table.ID); return err },
		"Table":          func() error { _, err := s.Table(ctx, table.ID); return err },
		"TableIn":        func() error { _, err := s.TableIn(ctx, Channel); return err },
		"Closed":         func() error { _, err := s.Closed(ctx, Channel, 1); return err },
		"LastTable":      func() error { _, err := s.LastTable(ctx, Channel); return err },
		"OpenTables":     func() error { _, err := s.OpenTables(ctx); return err },
		"Settings":       func() error { _, err := s.Settings(ctx, Guild); return err },
		"PlayerSettings": func() error { _, err := s.PlayerSettings(ctx, Ann); return err },
		"Leaderboard": func() error {
			_, err := s.Leaderboard(ctx, store.Board{Guild: Guild, Count: games.Sets}, 1, 10, Ann)
			return err
		},
		"Balance":    func() error { _, err := s.Balance(ctx, Guild, Ann); return err },
		"Purses":     func() error { _, _, err := s.Purses(ctx, table.ID); return err },
		"History":    func() error { _, err := s.History(ctx, Guild, Ann, 1, 10); return err },
		"Gifts":      func() error { _, err := s.Gifts(ctx, Guild, 1, 10); return err },
		"Audit":      func() error { _, err := s.Audit(ctx, 0); return err },
		"AuditTable": func() error { _, _, err := store.AuditTable(ctx, s, table, poker.Rules{}); return err },
		"Welcome":    func() error { _, err := s.Welcome(ctx, Guild, Ann, store.StartGrant, Noon); return err },
		"Check":      func() error { return s.Check(ctx) },
		"Night":      func() error { _, err := s.Night(ctx, Guild, 1); return err },
		"OpenNight":  func() error { _, err := s.OpenNight(ctx, Channel); return err },
		"LastNight":  func() error { _, err := s.LastNight(ctx, Guild); return err },
		"Nights":     func() error { _, err := s.Nights(ctx, Guild, 1, 10); return err },
		"Standing":   func() error { _, err := s.Standing(ctx, 1); return err },
		"Key":        func() error { _, err := s.Key(ctx); return err },
	} {
		err := ask()
		require.Error(t, err, name)
		require.NotErrorIs(t, err, store.ErrNoTable, "%s: a table is not gone because the database is", name)
		require.NotErrorIs(t, err, store.ErrNoNight, name)
	}
	for name, write := range map[string]func() error{
		"OpenTable": func() error { _, err := s.OpenTable(ctx, table, ""); return err },
		"Append": func() error {
			return s.Append(ctx, store.Entry{Table: table.ID, Played: []store.Played{Dealt("deal")}})
		},
		"CloseTable": func() error { return s.CloseTable(ctx, table.ID, Noon) },
		"TopUp":      func() error { _, err := s.TopUp(ctx, Guild, Ann, store.DailyFloor, Noon, ""); return err },
		"Give": func() error {
			_, err := s.Give(ctx, store.Grant{Guild: Guild, Player: Ann, Amount: 1, Granter: Bob, Reason: "x",
				At: Noon})
			return err
		},
		"StartNight": func() error {
			_, err := s.StartNight(ctx, store.Night{
				Guild: Guild, Channel: Channel, Opener: Ann, BuyIn: 1, Started: Noon}, "")
			return err
		},
		"EndNight": func() error { _, err := s.EndNight(ctx, 1, Noon); return err },
		"PlanNight": func() error {
			_, err := s.PlanNight(ctx, planFor(Noon.Add(time.Hour)), "")
			return err
		},
		"SignUp":            func() error { return s.SignUp(ctx, 1, Ann, true, Noon) },
		"Announced":         func() error { return s.Announced(ctx, 1, 2, 3) },
		"PlanDone":          func() error { return s.PlanDone(ctx, 1, Noon) },
		"CancelPlan":        func() error { return s.CancelPlan(ctx, 1, Noon) },
		"Shown":             func() error { return s.Shown(ctx, table.ID, 1, 1) },
		"SetSettings":       func() error { return s.SetSettings(ctx, Guild, store.GuildSettings{}) },
		"SetPlayerSettings": func() error { return s.SetPlayerSettings(ctx, Ann, store.PlayerSettings{}) },
	} {
		require.ErrorIs(t, write(), store.ErrClosed, name)
	}
}
