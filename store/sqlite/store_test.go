package sqlite

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"settable/games"
	"settable/games/poker"
	"settable/store"
)

func TestMain(m *testing.M) {
	if acted() {
		return
	}
	goleak.VerifyTestMain(m)
}

// noon is when the tests play.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const (
	guild   store.GuildID   = 1000
	channel store.ChannelID = 2000
	ann     store.PlayerID  = 11
	bob     store.PlayerID  = 12
	cat     store.PlayerID  = 13
)

// opened is a store on a file of its own, closed when the test ends.
func opened(t testing.TB, opt Options) *DB {
	t.Helper()
	s := openedAt(t, filepath.Join(t.TempDir(), "settable.db"), opt)
	// Whoever plays here has the number that Discord gave them, so that a test can write by hand what is theirs.
	for _, who := range []store.PlayerID{ann, bob, cat} {
		_, err := s.tx.ExecContext(t.Context(), `INSERT INTO people (id, discord) VALUES (?1, ?1)`, int64(who))
		require.NoError(t, err)
	}
	return s
}

func openedAt(t testing.TB, path string, opt Options) *DB {
	t.Helper()
	s, err := Open(context.Background(), path, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// seated is an open table in that channel.
func seated(t testing.TB, s *DB, in store.ChannelID) store.Table {
	t.Helper()
	table, err := s.OpenTable(context.Background(), store.Table{
		Guild: guild, Channel: in, Game: "classic", Opener: ann, Opened: noon,
		Options: games.Options{"penalty": "point"},
	}, "")
	require.NoError(t, err)
	return table
}

// said is a line by a player who sits on the seat of the same rank: ann 1, bob 2, cat 3.
func said(player store.PlayerID, words string, source store.Source, tallies ...games.Tally) store.Played {
	return store.Played{
		Line: store.Line{At: noon, Seat: games.Seat(player - ann + 1), Player: player, Words: words,
			Source: source},
		Tallies: tallies,
	}
}

func dealt(words string) store.Played {
	return store.Played{Line: store.Line{At: noon, Seat: games.Dealer, Words: words}}
}

func TestJournal(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table, err := s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon,
		Options: games.Options{"penalty": "point"},
	}, "i1")
	require.NoError(t, err)
	require.NotZero(t, table.ID)

	late := noon.Add(1234567 * time.Nanosecond).In(time.FixedZone("here", 3600))
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, Played: []store.Played{
		said(ann, "join", "m1"),
		{Line: store.Line{At: late, Seat: games.Dealer, Words: "deal 1SRD"}},
	}}))
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: 2, Played: []store.Played{
		{Line: store.Line{N: 3, At: late, Seat: games.Clock}},
	}}))

	lines, err := s.Lines(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]store.Line{
		{N: 1, At: noon, Seat: 1, Player: ann, Words: "join", Source: "m1"},
		{N: 2, At: late.UTC(), Seat: games.Dealer, Words: "deal 1SRD"},
		{N: 3, At: late.UTC(), Seat: games.Clock},
	}, lines))
	seats, err := s.Seats(ctx, table.ID)
	require.NoError(t, err)
	require.Equal(t, map[games.Seat]store.PlayerID{1: ann}, seats)
	again, all, err := s.Export(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(table, again))
	require.Empty(t, cmp.Diff(lines, all))
	require.NoError(t, s.Check(ctx))
}

func TestTables(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	first := seated(t, s, channel)
	_, err := s.OpenTable(ctx, first, "")
	require.ErrorIs(t, err, store.ErrBusyChannel)
	other := seated(t, s, channel+1)

	all, err := s.OpenTables(ctx)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]store.Table{first, other}, all))
	_, err = s.LastTable(ctx, channel)
	require.ErrorIs(t, err, store.ErrNoTable)

	require.NoError(t, s.Shown(ctx, first.ID, 7, 99))
	require.NoError(t, s.Shown(ctx, first.ID, 3, 98))
	in, err := s.TableIn(ctx, channel)
	require.NoError(t, err)
	require.Equal(t, 7, in.Shown, "what was shown stays shown")
	require.EqualValues(t, 98, in.Post)
	require.ErrorIs(t, s.Shown(ctx, 404, 1, 1), store.ErrNoTable)

	require.NoError(t, s.CloseTable(ctx, first.ID, noon.Add(time.Hour)))
	require.ErrorIs(t, s.CloseTable(ctx, first.ID, noon), store.ErrOver)
	require.ErrorIs(t, s.CloseTable(ctx, 404, noon), store.ErrNoTable)
	_, err = s.TableIn(ctx, channel)
	require.ErrorIs(t, err, store.ErrNoTable)
	last, err := s.LastTable(ctx, channel)
	require.NoError(t, err)
	require.Equal(t, noon.Add(time.Hour), last.Closed)

	second := seated(t, s, channel)
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: second.ID, Over: true, Played: []store.Played{dealt("end")}}))
	last, err = s.LastTable(ctx, channel)
	require.NoError(t, err)
	require.Equal(t, noon.Add(time.Hour), last.Closed, "the later of two closings")
	closed, err := s.Closed(ctx, channel, 9)
	require.NoError(t, err)
	require.Equal(t, []store.TableID{first.ID, second.ID}, []store.TableID{closed[0].ID, closed[1].ID},
		"the one that was closed later first")
	closed, err = s.Closed(ctx, channel, 1)
	require.NoError(t, err)
	require.Len(t, closed, 1)
	closed, err = s.Closed(ctx, channel+1, 9)
	require.NoError(t, err)
	require.Empty(t, closed, "the other channel's is open")
	_, err = s.Table(ctx, 404)
	require.ErrorIs(t, err, store.ErrNoTable)
}

func TestAppendRefuses(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	a, b := seated(t, s, channel), seated(t, s, channel+1)
	require.NoError(t, s.Append(ctx, store.Entry{Table: a.ID, Played: []store.Played{said(ann, "join", "m1")}}))
	_, err := s.OpenTable(ctx, store.Table{Guild: guild, Channel: channel + 2, Game: "classic", Opener: ann,
		Opened: noon}, "i7")
	require.NoError(t, err)
	over := seated(t, s, channel+3)
	require.NoError(t, s.CloseTable(ctx, over.ID, noon))

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
			Table: a.ID, After: 1, Played: []store.Played{said(ann, "set a b c", "m1")}}, store.ErrPlayed, ""},
		"twice and stale": {store.Entry{Table: a.ID, Played: []store.Played{said(ann, "join", "m1")}},
			store.ErrPlayed, ""},
		"twice at two tables": {store.Entry{Table: b.ID, Played: []store.Played{said(ann, "join", "m1")}},
			store.ErrPlayed, ""},
		"a line and an opening": {store.Entry{Table: b.ID, Played: []store.Played{said(ann, "join", "i7")}},
			store.ErrPlayed, ""},
		"twice in an entry": {store.Entry{
			Table: b.ID, Played: []store.Played{said(ann, "join", "m2"), said(ann, "start", "m2")}}, store.ErrPlayed,
			""},
		"the journal went on": {store.Entry{Table: a.ID, Played: []store.Played{said(bob, "join", "m3")}},
			store.ErrStale, "its last line is 1"},
		"from the future": {store.Entry{
			Table: a.ID, After: 2, Played: []store.Played{said(bob, "join", "m3")}}, store.ErrStale, ""},
		"a closed table": {store.Entry{Table: over.ID, Played: []store.Played{said(bob, "join", "m3")}},
			store.ErrOver, ""},
		"no table": {store.Entry{Table: 404, Played: []store.Played{said(bob, "join", "m3")}},
			store.ErrNoTable, ""},
		"no line": {store.Entry{Table: a.ID, After: 1}, nil, "needs a line"},
		"a number out of order": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{N: 3, At: noon, Seat: -1}}}}, nil,
			"line 3 stands where line 2"},
		"a seat without a player": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: noon, Seat: 1}}}}, nil,
			"seat 1 has no player"},
		"a dealer who plays": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: noon, Seat: -1, Player: ann}}}}, nil,
			"the dealer is no player"},
		"a watcher": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: noon}}}}, nil, "constraint"},
		"somebody else's seat": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{At: noon, Seat: 1, Player: bob}}}}, nil,
			"seat 1 belongs to player 11"},
		"no time": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{{Line: store.Line{Seat: -1}}}}, nil, "constraint"},
		"two lines in one": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{dealt("deal\nend")}}, nil, "constraint"},
		"too long": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{dealt(string(long))}}, nil, "constraint"},
		"a tally of an empty seat": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{
				said(ann, "x", "m4", games.Tally{Seat: 9, Count: games.Sets, N: 1})}}, nil,
			"a tally is of a line and a seat"},
		"a tally of nothing": {store.Entry{
			Table: a.ID, After: 1, Played: []store.Played{
				said(ann, "x", "m4", games.Tally{Seat: 1, Count: games.Sets})}}, nil, "constraint"},
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
		Guild: guild, Channel: channel + 9, Game: "classic", Opener: ann, Opened: noon}, "m1")
	require.ErrorIs(t, err, store.ErrPlayed)
	seats, err := s.Seats(ctx, b.ID)
	require.NoError(t, err)
	require.Empty(t, seats)
}

// TestAfterClose finds that nothing is answered from a closed database.
func TestAfterClose(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table := seated(t, s, channel)
	require.NoError(t, s.Close())
	for name, ask := range map[string]func() error{
		"Lines":          func() error { _, err := s.Lines(ctx, table.ID); return err },
		"Seats":          func() error { _, err := s.Seats(ctx, table.ID); return err },
		"Export":         func() error { _, _, err := s.Export(ctx, table.ID); return err },
		"Table":          func() error { _, err := s.Table(ctx, table.ID); return err },
		"TableIn":        func() error { _, err := s.TableIn(ctx, channel); return err },
		"Closed":         func() error { _, err := s.Closed(ctx, channel, 1); return err },
		"LastTable":      func() error { _, err := s.LastTable(ctx, channel); return err },
		"OpenTables":     func() error { _, err := s.OpenTables(ctx); return err },
		"Settings":       func() error { _, err := s.Settings(ctx, guild); return err },
		"PlayerSettings": func() error { _, err := s.PlayerSettings(ctx, ann); return err },
		"Leaderboard": func() error {
			_, err := s.Leaderboard(ctx, store.Board{Guild: guild, Count: games.Sets}, 1, 10, ann)
			return err
		},
		"Balance":    func() error { _, err := s.Balance(ctx, guild, ann); return err },
		"Purses":     func() error { _, _, err := s.Purses(ctx, table.ID); return err },
		"History":    func() error { _, err := s.History(ctx, guild, ann, 1, 10); return err },
		"Gifts":      func() error { _, err := s.Gifts(ctx, guild, 1, 10); return err },
		"Audit":      func() error { _, err := s.Audit(ctx, 0); return err },
		"AuditTable": func() error { _, err := store.AuditTable(ctx, s, table, poker.Rules{}); return err },
		"Welcome":    func() error { _, err := s.Welcome(ctx, guild, ann, store.StartGrant, noon); return err },
		"Check":      func() error { return s.Check(ctx) },
		"Night":      func() error { _, err := s.Night(ctx, guild, 1); return err },
		"OpenNight":  func() error { _, err := s.OpenNight(ctx, channel); return err },
		"LastNight":  func() error { _, err := s.LastNight(ctx, guild); return err },
		"Nights":     func() error { _, err := s.Nights(ctx, guild, 1, 10); return err },
		"Standing":   func() error { _, err := s.Standing(ctx, 1); return err },
	} {
		err := ask()
		require.Error(t, err, name)
		require.NotErrorIs(t, err, store.ErrNoTable, "%s: a table is not gone because the database is", name)
		require.NotErrorIs(t, err, store.ErrNoNight, name)
	}
	for name, write := range map[string]func() error{
		"OpenTable": func() error { _, err := s.OpenTable(ctx, table, ""); return err },
		"Append": func() error {
			return s.Append(ctx, store.Entry{Table: table.ID, Played: []store.Played{dealt("deal")}})
		},
		"CloseTable": func() error { return s.CloseTable(ctx, table.ID, noon) },
		"TopUp":      func() error { _, err := s.TopUp(ctx, guild, ann, store.DailyFloor, noon, ""); return err },
		"Give": func() error {
			_, err := s.Give(ctx, store.Grant{Guild: guild, Player: ann, Amount: 1, Granter: bob, Reason: "x",
				At: noon})
			return err
		},
		"StartNight": func() error {
			_, err := s.StartNight(ctx, store.Night{
				Guild: guild, Channel: channel, Opener: ann, BuyIn: 1, Started: noon}, "")
			return err
		},
		"EndNight": func() error { _, err := s.EndNight(ctx, 1, noon); return err },
		"PlanNight": func() error {
			_, err := s.PlanNight(ctx, planFor(noon.Add(time.Hour)), "")
			return err
		},
		"SignUp":            func() error { return s.SignUp(ctx, 1, ann, true, noon) },
		"Announced":         func() error { return s.Announced(ctx, 1, 2, 3) },
		"PlanDone":          func() error { return s.PlanDone(ctx, 1, noon) },
		"CancelPlan":        func() error { return s.CancelPlan(ctx, 1, noon) },
		"Shown":             func() error { return s.Shown(ctx, table.ID, 1, 1) },
		"SetSettings":       func() error { return s.SetSettings(ctx, guild, store.GuildSettings{}) },
		"SetPlayerSettings": func() error { return s.SetPlayerSettings(ctx, ann, store.PlayerSettings{}) },
	} {
		require.ErrorIs(t, write(), store.ErrClosed, name)
	}
}
