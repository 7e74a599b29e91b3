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

// The tests of this file remove one table of the database after another. Reads and writes that need it then fail
// halfway, as on an unreadable disk. An error that is lost on the way shows in the result or in the written rows.

// few and many are the numbers of rows of each kind: enough to read, and enough to try each write on a new one.
const few, many = 3, 44

// operation is an operation that can be repeated.
type operation struct {
	name string
	do   func(s *DB, n int) (any, error)
}

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

// withoutTable runs something while a table is missing.
func withoutTable(t testing.TB, s *DB, table string, do func()) {
	t.Helper()
	rename := func(from, to string) {
		for _, text := range []string{`PRAGMA legacy_alter_table = ON`, `PRAGMA foreign_keys = OFF`} {
			_, err := s.base.Tx.ExecContext(t.Context(), text)
			require.NoError(t, err, text)
		}
		raw(t, s, fmt.Sprintf(`ALTER TABLE %s RENAME TO %s`, from, to))
		_, err := s.base.Tx.ExecContext(t.Context(), `PRAGMA foreign_keys = ON`)
		require.NoError(t, err)
	}
	rename(table, "away_"+table)
	do()
	rename("away_"+table, table)
}

// withChangedCells runs something while the cells of a table have other values.
func withChangedCells(t testing.TB, s *DB, table string, cell func(column string) string, do func()) {
	t.Helper()
	rows, err := s.base.Readers.QueryContext(t.Context(), `SELECT name FROM pragma_table_info(?)`, table)
	require.NoError(t, err)
	columns, err := collect(rows, scanName, "columns")
	require.NoError(t, err)
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

// withUnreadableRow runs something while the last row of a table can't be read: reads of its cells fail after the rows before
// it.
func withUnreadableRow(t testing.TB, s *DB, table string, do func()) {
	t.Helper()
	withChangedCells(t, s, table, func(column string) string {
		return fmt.Sprintf(`iif(rowid = (SELECT max(rowid) FROM away_%s), abs(-9223372036854775807 - 1), %s)`,
			table, column)
	}, do)
}

// withUnchangeableRows runs something while no row of a table can be changed or deleted.
func withUnchangeableRows(t testing.TB, s *DB, table string, do func()) {
	t.Helper()
	for _, how := range []string{"UPDATE", "DELETE"} {
		raw(t, s, fmt.Sprintf(`CREATE TRIGGER stuck_%s BEFORE %s ON %s BEGIN SELECT raise(ABORT, 'stuck'); END`,
			how, how, table))
	}
	do()
	raw(t, s, `DROP TRIGGER stuck_UPDATE`, `DROP TRIGGER stuck_DELETE`)
}

// rowsOf returns everything in a database.
func rowsOf(t testing.TB, s *DB, tables []string) string {
	t.Helper()
	var out strings.Builder
	for _, name := range tables {
		rows, err := s.base.Readers.QueryContext(t.Context(), `SELECT * FROM `+name)
		require.NoError(t, err)
		columns, err := rows.Columns()
		require.NoError(t, err)
		all, err := collect(rows, func(r row) (string, error) {
			cells, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range cells {
				into[i] = &cells[i]
			}
			err := r.Scan(into...)
			return fmt.Sprint(cells), err
		}, name)
		require.NoError(t, err)
		fmt.Fprintln(&out, name, strings.Join(all, "\n"))
	}
	return out.String()
}

// populated returns a database with rows of every kind, for reads and writes.
func populated(t *testing.T, path string, rooms int) *DB {
	t.Helper()
	ctx, s := t.Context(), openAt(t, path, Options{})
	must := func(err error) {
		t.Helper()
		require.NoError(t, err)
	}
	storedEvening := evening(t, s)
	must(s.SetSettings(ctx, guild, store.GuildSettings{Theme: "x", Grace: time.Second}))
	for i := range rooms {
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
			must(err)
			must(s.Append(ctx, store.Entry{Table: row.ID, Over: k == 2, Played: []store.Played{
				{Line: store.Line{At: at, Seat: 1, Player: open.Opener, Words: "join"},
					Tallies: []games.Tally{{Seat: 1, Count: games.Sets, N: 2}, {Seat: 1, Count: games.Wins, N: 1}}}}}))
		}
		must(s.Depart(ctx, guild+100+ids.Guild(i), at))
		night, err := s.StartNight(ctx,
			store.Night{Guild: guild, Channel: c + 3, Opener: ann, BuyIn: 5, Started: at}, "")
		must(err)
		for _, who := range []ids.User{200, 300} {
			must(s.SetName(ctx, guild, who+ids.User(i), "x"))
		}
		if i == 0 {
			_, err = s.EndNight(ctx, night.ID, at)
			must(err)
			plan, err := s.PlanNight(ctx, store.Plan{Guild: guild, Channel: c, Planner: ann, Made: at,
				Starts: at.Add(time.Hour), Remind: at}, "")
			must(err)
			must(s.SignUp(ctx, plan.ID, bob, true, at))
		}
	}
	_, err := s.Give(ctx, store.Grant{Guild: guild, Player: bob, Amount: 5, At: noon, Granter: cat, Reason: "x"})
	must(err)
	must(s.SetPlayerSettings(ctx, ann, store.PlayerSettings{Palette: "x"}))
	must(s.SetName(ctx, guild, ann, "Ann"))
	must(s.Forgetting(ctx, 200, noon))
	must(s.Identify(ctx, noon))
	must(s.NoteHandled(ctx, storedEvening.ID, 7))
	must(s.NoteShown(ctx, storedEvening.ID, 1, 5000))
	for n := range rooms {
		must(s.Leave(ctx, store.Leftover{Guild: guild, Channel: channel, Message: ids.Message(7000 + n)}))
	}
	return s
}

// allReads returns all reads of a store.
func allReads() []operation {
	ctx, day := context.Background(), games.DayOf(noon)
	all := []operation{
		{"Table", func(s *DB, _ int) (any, error) { return s.Table(ctx, 1) }},
		{"TableIn", func(s *DB, _ int) (any, error) { return s.TableIn(ctx, channel) }},
		{"LastTable", func(s *DB, _ int) (any, error) { return s.LastTable(ctx, channel+102) }},
		{"Closed", func(s *DB, _ int) (any, error) { return s.Closed(ctx, channel+102, 9) }},
		{"Sleeping", func(s *DB, _ int) (any, error) { return s.Sleeping(ctx, noon.Add(time.Hour)) }},
		{"OpenTables", func(s *DB, _ int) (any, error) { return s.OpenTables(ctx) }},
		{"UnshownTables", func(s *DB, _ int) (any, error) { return s.UnshownTables(ctx, noon) }},
		{"Lines", func(s *DB, _ int) (any, error) { return s.Lines(ctx, 1) }},
		{"Played", func(s *DB, _ int) (any, error) { return s.Played(ctx, 1) }},
		{"Tables", func(s *DB, _ int) (any, error) { return s.Tables(ctx, 0, 9) }},
		{"Seats", func(s *DB, _ int) (any, error) { return s.Seats(ctx, 1) }},
		{"Export", func(s *DB, _ int) (any, error) {
			row, lines, err := s.Export(ctx, 1)
			return []any{row, lines}, err
		}},
		{"Gifts", func(s *DB, _ int) (any, error) { return s.Gifts(ctx, guild, 1, 9) }},
		{"Balance", func(s *DB, _ int) (any, error) { return s.Balance(ctx, guild, bob) }},
		{"History", func(s *DB, _ int) (any, error) { return s.History(ctx, guild, bob, 1, 9) }},
		{"Purses", func(s *DB, _ int) (any, error) {
			all, n, err := s.Purses(ctx, 1)
			return []any{all, n}, err
		}},
		{"Stakes", func(s *DB, _ int) (any, error) { return s.Stakes(ctx, 1) }},
		{"Audit", func(s *DB, _ int) (any, error) { return s.Audit(ctx, guild) }},
		{"the whole audit", func(s *DB, _ int) (any, error) { return s.Audit(ctx, 0) }},
		{"what breaks a law", func(s *DB, _ int) (any, error) { return s.violations(ctx) }},
		{"which chains break", func(s *DB, _ int) (any, error) { return s.base.BrokenChains(ctx) }},
		{"Night", func(s *DB, _ int) (any, error) { return s.Night(ctx, guild, 2) }},
		{"OpenNight", func(s *DB, _ int) (any, error) { return s.OpenNight(ctx, channel+203) }},
		{"LastNight", func(s *DB, _ int) (any, error) { return s.LastNight(ctx, guild) }},
		{"Nights", func(s *DB, _ int) (any, error) { return s.Nights(ctx, guild, 1, 9) }},
		{"Standing", func(s *DB, _ int) (any, error) { return s.Standing(ctx, 1) }},
		{"Plan", func(s *DB, _ int) (any, error) { return s.Plan(ctx, 1) }},
		{"Planned", func(s *DB, _ int) (any, error) { return s.Planned(ctx, guild, noon) }},
		{"Pending", func(s *DB, _ int) (any, error) { return s.Pending(ctx) }},
		{"Record", func(s *DB, _ int) (any, error) { return s.Record(ctx, guild, "classic") }},
		{"Settings", func(s *DB, _ int) (any, error) { return s.Settings(ctx, guild) }},
		{"PlayerSettings", func(s *DB, _ int) (any, error) { return s.PlayerSettings(ctx, ann) }},
		{"Names", func(s *DB, _ int) (any, error) { return s.Names(ctx, guild, []ids.User{200, 201}) }},
		{"PendingForgets", func(s *DB, _ int) (any, error) { return s.PendingForgets(ctx) }},
		{"SeatedAt", func(s *DB, _ int) (any, error) { return s.SeatedAt(ctx, ann) }},
		{"PlayerData", func(s *DB, _ int) (any, error) { return s.PlayerData(ctx, ann) }},
		{"Identified", func(s *DB, _ int) (any, error) { return s.Identified(ctx, noon.Add(-time.Hour)) }},
		{"Leftovers", func(s *DB, _ int) (any, error) { return s.Leftovers(ctx) }},
		{"LeftIn", func(s *DB, _ int) (any, error) { return s.LeftIn(ctx, channel) }},
		{"Key", func(s *DB, _ int) (any, error) { return s.Key(ctx) }},
		{"Daily", func(s *DB, _ int) (any, error) { return s.Daily(ctx, cat, "classic", day) }},
		{"Streak", func(s *DB, _ int) (any, error) { return s.Streak(ctx, cat, "classic", day) }},
		{"OpenDailies", func(s *DB, _ int) (any, error) { return s.OpenDailies(ctx, day) }},
	}
	for _, count := range append(storetest.AnyCounts, store.ChipsWon, store.ChipsOwned, store.NightsWon) {
		all = append(all, operation{string(count), func(s *DB, _ int) (any, error) {
			return s.Leaderboard(ctx, store.Board{Guild: guild, Count: count}, 1, 9, ann)
		}})
	}
	return all
}

// A read returns the right result or an error.
func TestFailedReadsReturnErrors(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s := populated(t, filepath.Join(t.TempDir(), "settable.db"), few)
	all := allReads()
	want, failed := make([]any, len(all)), make([]int, len(all))
	for i, q := range all {
		var err error
		want[i], err = q.do(s, 0)
		require.NoError(t, err, q.name)
	}
	for _, table := range sqlstore.Tables {
		ask := func() {
			for i, q := range all {
				if got, err := q.do(s, 0); err != nil {
					failed[i]++
					requireStoreError(t, err, q.name, table)
				} else {
					require.Equal(t, want[i], got, "%s without %s", q.name, table)
				}
			}
		}
		withoutTable(t, s, table, ask)
		withUnreadableRow(t, s, table, ask)
	}
	for i, q := range all {
		require.NotZero(t, failed[i], q.name)
	}
}

// A cell of the wrong type isn't read as zero.
func TestCellsOfTheWrongTypeAreErrors(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s := populated(t, filepath.Join(t.TempDir(), "settable.db"), few)
	all := map[string]operation{}
	for _, q := range allReads() {
		all[q.name] = q
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
				_, err := all[name].do(s, 0)
				require.Error(t, err, "%s of %s", cell, name)
				requireStoreError(t, err, name, cell)
			}
		})
	}
}

// allWrites returns all writes of a store, using the rows with this number.
func allWrites() []operation {
	ctx := context.Background()
	only := func(write func(s *DB, n int) error) func(s *DB, n int) (any, error) {
		return func(s *DB, n int) (any, error) { return nil, write(s, n) }
	}
	source := func(n int) store.Source { return store.Source(fmt.Sprint("m", 7000+n)) }
	at := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
	// Five tables are opened for each, after that of the evening.
	table := func(n, which int) store.TableID { return store.TableID(2 + 5*n + which) }
	return []operation{
		{"Append", only(func(s *DB, n int) error {
			return s.Append(ctx, store.Entry{Table: table(n, 0), After: 1, Asleep: true, NewestMessage: 9,
				Name: store.PlayerName{Player: bob, Name: fmt.Sprint("Bob ", n)}, Played: []store.Played{
					paid(store.Played{Line: store.Line{At: at(n), Seat: 2, Player: bob, Words: "x", Source: source(n)},
						Tallies: []games.Tally{{Seat: 2, Count: games.Sets, N: 1}}}, bobsBalance, bobsStack, 1)}})
		})},
		{"a table falls asleep", only(func(s *DB, n int) error {
			return s.Append(ctx, store.Entry{Table: table(n, 4), After: 1, Asleep: true,
				Played: []store.Played{dealt("wait")}})
		})},
		{"the end", only(func(s *DB, n int) error {
			return s.Append(ctx, store.Entry{Table: table(n, 1), After: 1, Over: true, NewestMessage: 9,
				Played: []store.Played{dealt("end")}})
		})},
		{"CloseTable", only(func(s *DB, n int) error { return s.CloseTable(ctx, table(n, 3), at(n)) })},
		{"OpenTable", only(func(s *DB, n int) error {
			_, err := s.OpenTable(ctx, store.Table{Guild: guild, Channel: channel + 100*ids.Channel(n+1) + 5,
				Game: "classic", Opener: ids.User(500 + n), Opened: at(n)}, source(100+n),
				store.Line{At: at(n), Seat: games.Dealer, Words: "x"})
			return err
		})},
		{"a daily deal", only(func(s *DB, n int) error {
			_, err := s.OpenTable(ctx, store.Table{Guild: guild, Channel: channel, Game: "solitaire",
				Opener: ann, Opened: at(n), Daily: games.Day(9000 + n)}, source(200+n))
			return err
		})},
		{"Welcome", only(func(s *DB, n int) error {
			_, err := s.Welcome(ctx, guild, ids.User(600+n), 100, at(n))
			return err
		})},
		{"TopUp", only(func(s *DB, n int) error {
			_, err := s.TopUp(ctx, guild, ids.User(700+n), 100, at(n), source(300+n))
			return err
		})},
		{"Give", only(func(s *DB, n int) error {
			_, err := s.Give(ctx, store.Grant{Guild: guild, Player: ids.User(800 + n), Amount: 5, At: at(n),
				Granter: bob, Reason: "x", Source: source(400 + n)})
			return err
		})},
		{"StartNight", only(func(s *DB, n int) error {
			_, err := s.StartNight(ctx, store.Night{Guild: guild, Channel: channel + 100*ids.Channel(n+1) + 6,
				Opener: bob, BuyIn: 5, Started: at(n)}, source(500+n))
			return err
		})},
		{"EndNight", only(func(s *DB, n int) error {
			_, err := s.EndNight(ctx, store.NightID(2+n), at(n+60))
			return err
		})},
		{"PlanNight", only(func(s *DB, n int) error {
			_, err := s.PlanNight(ctx, store.Plan{Guild: guild + 9 + ids.Guild(n), Channel: channel, Planner: bob,
				Made: at(n), Starts: at(n + 60), Remind: at(n)}, source(600+n))
			return err
		})},
		{"SignUp", only(func(s *DB, n int) error { return s.SignUp(ctx, 1, ids.User(900+n), true, at(n)) })},
		{"Announced", only(func(s *DB, n int) error { return s.Announced(ctx, 1, ids.Message(1+n), ids.Event(2+n)) })},
		{"PlanDone", only(func(s *DB, n int) error { return s.PlanDone(ctx, store.PlanID(2+n), at(n)) })},
		{"NoteHandled", only(func(s *DB, n int) error { return s.NoteHandled(ctx, 1, ids.Message(100+n)) })},
		{"SetSettings", only(func(s *DB, n int) error {
			return s.SetSettings(ctx, guild, store.GuildSettings{Theme: fmt.Sprint(n)})
		})},
		{"SetPlayerSettings", only(func(s *DB, n int) error {
			return s.SetPlayerSettings(ctx, ids.User(1000+n), store.PlayerSettings{Palette: "x"})
		})},
		{"SetName", only(func(s *DB, n int) error {
			return s.SetName(ctx, guild, ids.User(1100+n), "x")
		})},
		{"another post", only(func(s *DB, n int) error { return s.NoteShown(ctx, 1, 0, ids.Message(5001+n)) })},
		{"Leave", only(func(s *DB, n int) error {
			return s.Leave(ctx, store.Leftover{Guild: guild, Channel: channel, Message: ids.Message(9000 + n), Table: 1,
				Turn: at(n)})
		})},
		{"Deleted", only(func(s *DB, n int) error {
			return s.Deleted(ctx, store.Leftover{Guild: guild, Channel: channel, Message: ids.Message(7000 + n)})
		})},
		{"Identify", only(func(s *DB, n int) error { return s.Identify(ctx, at(n)) })},
		{"Forgetting", only(func(s *DB, n int) error { return s.Forgetting(ctx, ids.User(201+n), at(n)) })},
		{"Forget", only(func(s *DB, n int) error { return s.Forget(ctx, ids.User(301+n)) })},
		{"Purge", only(func(s *DB, n int) error {
			_, err := s.Purge(ctx, at(n).Add(time.Second))
			return err
		})},
		{"Compact", only(func(s *DB, n int) error {
			_, _, err := s.Compact(ctx, noon.Add(24*time.Hour), 0, 1)
			return err
		})},
	}
}

// Each write is made in two copies of a database, one of which lacks a table. It gets either the same rows as the
// other, or none.
func TestFailedWritesLeaveNothing(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	gamestest.SkipUnderRace(t)
	home := t.TempDir()
	s := populated(t, filepath.Join(home, "settable.db"), many)
	twin := filepath.Join(home, "twin.db")
	_, err := s.Backup(t.Context(), twin)
	require.NoError(t, err)
	other := openAt(t, twin, Options{})
	tables, all := sqlstore.Tables, allWrites()
	done, failed := make([]int, len(all)), make([]int, len(all))
	for _, table := range tables {
		for _, hindered := range []func(testing.TB, *DB, string, func()){withoutTable, withUnchangeableRows} {
			var well []int
			var told []error
			hindered(t, s, table, func() {
				for i, w := range all {
					if _, err := w.do(s, done[i]); err == nil {
						well = append(well, i)
					} else {
						failed[i]++
						requireStoreError(t, err, w.name, table)
						told = append(told, err)
					}
				}
			})
			for _, i := range well {
				_, err := all[i].do(other, done[i])
				require.NoError(t, err, all[i].name)
				done[i]++
			}
			require.Equal(t, rowsOf(t, other, tables), rowsOf(t, s, tables), "without %s: %v", table, told)
		}
	}
	for i, w := range all {
		require.NotZero(t, failed[i], w.name)
		_, err := w.do(s, done[i])
		require.NoError(t, err, w.name)
	}
	requireSound(t, s)
}

// requireSound requires that the store finds no problems.
func requireSound(t *testing.T, s *DB) {
	t.Helper()
	for _, look := range []func(context.Context) ([]store.Finding, error){
		s.violations, s.base.AuditFindings, s.base.BrokenChains} {
		found, err := look(t.Context())
		require.NoError(t, err)
		require.Empty(t, found)
	}
}

// A database is copied completely or not at all.
func TestFailedCopyLeavesNothing(t *testing.T) {
	gamestest.SkipUnderRace(t)
	home, ctx := t.TempDir(), t.Context()
	from := populated(t, filepath.Join(home, "settable.db"), few)
	to := openAt(t, filepath.Join(home, "new.db"), Options{})
	empty := rowsOf(t, to, sqlstore.Tables)
	for _, table := range sqlstore.Tables {
		for _, lacks := range []*DB{from, to} {
			withoutTable(t, lacks, table, func() {
				_, err := to.Fill(ctx, from.Base())
				require.Error(t, err, table)
			})
			require.Equal(t, empty, rowsOf(t, to, sqlstore.Tables), "without %s", table)
		}
	}
	rows, err := to.Fill(ctx, from.Base())
	require.NoError(t, err)
	require.Greater(t, rows, 10*few)
	all := rowsOf(t, from, sqlstore.Tables)
	require.Equal(t, all, rowsOf(t, to, sqlstore.Tables))
	guards := `SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'`
	require.Equal(t, queryNumber(t, from, guards), queryNumber(t, to, guards))
	_, err = to.Fill(ctx, from.Base())
	require.ErrorContains(t, err, "the database isn't empty")
	require.Equal(t, all, rowsOf(t, to, sqlstore.Tables))
	require.NoError(t, to.Close()) // the key that came with the rows is read at the start
	requireSound(t, openAt(t, filepath.Join(home, "new.db"), Options{}))
}
