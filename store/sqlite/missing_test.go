package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlstore"
	"settable/store/storetest"
)

// The tests in this file remove one table of the database after another. Reads and writes that need the table then fail
// halfway, as on an unreadable disk. If an error gets lost on the way, the result or the written rows show it.

// few is the number of rows of each kind.
const few = 3

// refusals are ordinary errors that don't mean an unreadable database.
var refusals = []error{store.ErrNoTable, store.ErrNoNight, store.ErrNoPlan, store.ErrUnknown, store.ErrPlayed,
	store.ErrStale, store.ErrOver, store.ErrNightOver, store.ErrBusyChannel, store.ErrBusyNight, store.ErrDealt,
	store.ErrOverdraft, store.ErrGranted, store.ErrEnough}

// requireStoreError requires an error that isn't a refusal.
func requireStoreError(t testing.TB, err error, name, table string) {
	t.Helper()
	for _, refusal := range refusals {
		require.NotErrorIs(t, err, refusal, "%s without %s", name, table)
	}
}

// withoutTable calls do while a table is missing.
func withoutTable(t testing.TB, s *DB, table string, do func()) {
	t.Helper()
	rename := func(from, to string) {
		for _, text := range []string{`PRAGMA legacy_alter_table = ON`, `PRAGMA foreign_keys = OFF`} {
			_, err := s.base.Tx.ExecContext(t.Context(), text)
			require.NoError(t, err, text)
		}
		raw(t, s, fmt.Sprintf(`ALTER TABLE %s RENAME TO %s`, from, to))
		must(s.base.Tx.ExecContext(t.Context(), `PRAGMA foreign_keys = ON`))
	}
	rename(table, "away_"+table)
	do()
	rename("away_"+table, table)
}

// withChangedCells calls do while the cells of a table have other values.
func withChangedCells(t testing.TB, s *DB, table string, cell func(column string) string, do func()) {
	t.Helper()
	columns := query[string](t, s, `SELECT name FROM pragma_table_info(?)`, table)
	for i, c := range columns {
		columns[i] = cell(c) + ` AS ` + c
	}
	withoutTable(t, s, table, func() {
		view := fmt.Sprintf(`CREATE VIEW %s AS SELECT %s FROM away_%s`, table, strings.Join(columns, ", "), table)
		raw(t, s, view)
		do()
		raw(t, s, `DROP VIEW `+table)
	})
}

// withUnreadableRow calls do while the last row of a table can't be read. Reads of its cells fail after the earlier
// rows have been read.
func withUnreadableRow(t testing.TB, s *DB, table string, do func()) {
	t.Helper()
	withChangedCells(t, s, table, func(column string) string {
		return fmt.Sprintf(`iif(rowid = (SELECT max(rowid) FROM away_%s), abs(-9223372036854775807 - 1), %s)`,
			table, column)
	}, do)
}

// withUnchangeableRows calls do while no row of a table can be changed or deleted.
func withUnchangeableRows(t testing.TB, s *DB, table string, do func()) {
	t.Helper()
	for _, how := range []string{"UPDATE", "DELETE"} {
		raw(t, s, fmt.Sprintf(`CREATE TRIGGER stuck_%s BEFORE %s ON %s BEGIN SELECT raise(ABORT, 'stuck'); END`,
			how, how, table))
	}
	do()
	raw(t, s, `DROP TRIGGER stuck_UPDATE`, `DROP TRIGGER stuck_DELETE`)
}

// populated returns a database with rows of every kind, for reads and writes.
func populated(t *testing.T, path string) *DB {
	t.Helper()
	ctx, s := t.Context(), openAt(t, path, Options{})
	check := func(err error) {
		t.Helper()
		require.NoError(t, err)
	}
	storedEvening := evening(t, s)
	check(s.SetSettings(ctx, guild, store.GuildSettings{Theme: "x", Grace: time.Second}))
	for i := range few {
		at, c := noon.Add(time.Duration(i)*time.Minute), channel+100*ids.Channel(i+1)
		for k, open := range []store.Table{
			{Guild: guild, Channel: c}, {Guild: guild, Channel: c + 1},
			{Guild: guild + 100 + ids.Guild(i), Channel: c + 2},
			{Guild: guild, Channel: c, Opener: cat, Daily: games.DayOf(noon) - games.Day(i)},
			{Guild: guild, Channel: c + 7},
		} {
			open.Game, open.Opened = "classic", at
			if open.Opener == 0 {
				open.Opener = ann
			}
			row, err := s.OpenTable(ctx, open, "")
			check(err)
			check(s.Append(ctx, store.Entry{Table: row.ID, Over: k == 2, Played: []store.Played{
				{Line: store.Line{At: at, Seat: 1, Player: open.Opener, Words: "join"},
					Tallies: []games.Tally{{Seat: 1, Count: games.Sets, N: 2}, {Seat: 1, Count: games.Wins, N: 1}}}}}))
		}
		check(s.Depart(ctx, guild+100+ids.Guild(i), at))
		night, err := s.StartNight(ctx,
			store.Night{Guild: guild, Channel: c + 3, Opener: ann, BuyIn: 5, Started: at}, "")
		check(err)
		for _, who := range []ids.User{200, 300} {
			check(s.SetName(ctx, guild, who+ids.User(i), "x"))
		}
		if i == 0 {
			_, err = s.EndNight(ctx, night.ID, at)
			check(err)
			plan, err := s.PlanNight(ctx, store.Plan{Guild: guild, Channel: c, Planner: ann, Made: at,
				Starts: at.Add(time.Hour), Remind: at}, "")
			check(err)
			check(s.SignUp(ctx, plan.ID, bob, true, at))
		}
	}
	_, err := s.Give(ctx, store.Grant{Guild: guild, Player: bob, Amount: 5, At: noon, Granter: cat, Reason: "x"})
	check(err)
	check(s.SetPlayerSettings(ctx, ann, store.PlayerSettings{Palette: "x"}))
	check(s.SetName(ctx, guild, ann, "Ann"))
	check(s.Forgetting(ctx, 200, noon))
	check(s.Identify(ctx, noon))
	check(s.NoteJudged(ctx, storedEvening.ID, 7))
	check(s.NoteShown(ctx, storedEvening.ID, 1, 5000))
	for n := range few {
		check(s.Leave(ctx, store.Leftover{Guild: guild, Channel: channel, Message: ids.Message(7000 + n)}))
	}
	return s
}

// Every read returns either the right result or an error.
func TestFailedReadsReturnErrors(t *testing.T) {
	gamestest.SkipUnderRace(t)
	ctx := t.Context()
	s := populated(t, filepath.Join(t.TempDir(), "settable.db"))
	all := storetest.Reads()
	for name, look := range map[string]func(context.Context) ([]store.Finding, error){
		"violations": s.violations, "BrokenChains": s.base.BrokenChains} {
		all = append(all, storetest.Read{Method: name, Do: func(store.Store) (any, error) { return look(ctx) }})
	}
	want, failed := make([]any, len(all)), make([]int, len(all))
	for i, q := range all {
		var err error
		want[i], err = q.Do(s)
		require.NoError(t, err, q.Method)
	}
	for _, table := range sqlstore.Tables {
		ask := func() {
			for i, q := range all {
				if got, err := q.Do(s); err != nil {
					failed[i]++
					requireStoreError(t, err, q.Method, table)
				} else {
					require.Equal(t, want[i], got, "%s without %s", q.Method, table)
				}
			}
		}
		withoutTable(t, s, table, ask)
		withUnreadableRow(t, s, table, ask)
	}
	for i, q := range all {
		require.NotZero(t, failed[i], q.Method)
	}
}

// Reading a cell of the wrong type gives an error instead of zero.
func TestCellsOfTheWrongTypeAreErrors(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s := populated(t, filepath.Join(t.TempDir(), "settable.db"))
	all := map[string]storetest.Read{}
	for _, q := range storetest.Reads() {
		all[q.Method] = q
	}
	for cell, asked := range map[string][]string{
		"grants.amount":    {"Gifts", "History", "Audit", "PlayerData"},
		"transfers.amount": {"Lines", "Played", "Export", "Stakes"},
		"seats.player":     {"Seats"},
		"tables.options":   {"Table", "Lines", "OpenTables"},
		"lines.at":         {"Lines", "PlayerData"},
		"names.guild":      {"PlayerData"},
		"nights.started":   {"PlayerData", "Night"},
		"people.discord":   {"PendingForgets"},
	} {
		table, column, _ := strings.Cut(cell, ".")
		withChangedCells(t, s, table, func(c string) string {
			if c == column {
				return `'[x'`
			}
			return c
		}, func() {
			for _, name := range asked {
				_, err := all[name].Do(s)
				require.Error(t, err, "%s of %s", cell, name)
				requireStoreError(t, err, name, cell)
			}
		})
	}
}

// A write that fails because a table is missing or unchangeable leaves nothing behind. A write that succeeds in spite
// of that is complete.
func TestFailedWritesLeaveNothing(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	gamestest.SkipUnderRace(t)
	h := newTestFolder(t)
	open := func() *DB {
		return must(h.open())
	}
	require.NoError(t, open().Close())
	for i, w := range storetest.Writes() {
		start := h.disk.Contents()
		s := open()
		before := dump(t, s)
		require.NoError(t, w.Do(s), w.Method)
		after := dump(t, s)
		require.NoError(t, s.Close())
		next, failed := h.disk.Contents(), 0
		for _, table := range sqlstore.Tables {
			for _, hindered := range []func(testing.TB, *DB, string, func()){withoutTable, withUnchangeableRows} {
				require.NoError(t, h.disk.Load(start.Clone()))
				s, err := open(), error(nil)
				hindered(t, s, table, func() { err = w.Do(s) })
				if err == nil {
					require.Equal(t, after, dump(t, s), "%s without %s", w.Method, table)
				} else {
					failed++
					requireStoreError(t, err, w.Method, table)
					require.Equal(t, before, dump(t, s), "%s without %s: %v", w.Method, table, err)
				}
				require.NoError(t, s.Close())
			}
		}
		require.True(t, failed > 0 || w.Method == "Beat", "%d: %s", i, w.Method)
		require.NoError(t, h.disk.Load(next))
	}
}

// requireSound requires that the store finds no problems.
func requireSound(t *testing.T, s *DB) {
	t.Helper()
	for _, look := range []func(context.Context) ([]store.Finding, error){
		s.violations, s.base.AuditFindings, s.base.BrokenChains} {
		found := must(look(t.Context()))
		require.Empty(t, found)
	}
}

// A database is copied completely or not at all.
func TestFailedCopyLeavesNothing(t *testing.T) {
	gamestest.SkipUnderRace(t)
	home, ctx := t.TempDir(), t.Context()
	from := populated(t, filepath.Join(home, "settable.db"))
	to := openAt(t, filepath.Join(home, "new.db"), Options{})
	empty := dump(t, to)
	for _, table := range sqlstore.Tables {
		for _, lacks := range []*DB{from, to} {
			withoutTable(t, lacks, table, func() {
				_, err := to.Fill(ctx, from.Base())
				require.Error(t, err, table)
			})
			require.Equal(t, empty, dump(t, to), "without %s", table)
		}
	}
	rows := must(to.Fill(ctx, from.Base()))
	require.Greater(t, rows, 10*few)
	all := dump(t, from)
	require.Equal(t, all, dump(t, to))
	guards := `SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'`
	require.Equal(t, queryNumber(t, from, guards), queryNumber(t, to, guards))
	_, err := to.Fill(ctx, from.Base())
	require.ErrorContains(t, err, "the database isn't empty")
	require.Equal(t, all, dump(t, to))
	require.NoError(t, to.Close()) // the key that came with the rows is read at the start
	requireSound(t, openAt(t, filepath.Join(home, "new.db"), Options{}))
}
