package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

var (
	flips    = flag.Int("flips", 0, "how many bytes TestEveryFlippedByteIsFound flips; 0: a slice; -1: each")
	flipSeed = flag.Uint64("flipseed", 1, "which bytes these are, and how they are flipped")
)

// fullDatabase returns the file of a closed database that has a row in each table and an empty WAL.
func fullDatabase(t *testing.T) []byte {
	t.Helper()
	path, st := openAfterGame(t)
	ctx, at := t.Context(), time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	_, err := st.Give(ctx, store.Grant{Guild: 7, Player: 2, Amount: 40, Granter: 1, Reason: "for the cake",
		At: at, Source: "i50"})
	require.NoError(t, err)
	_, err = st.StartNight(ctx, store.Night{Guild: 7, Channel: 6, Opener: 1, BuyIn: 20, Started: at}, "i51")
	require.NoError(t, err)
	_, err = st.PlanNight(ctx, store.Plan{Guild: 7, Channel: 6, Planner: 1, Made: at, Starts: at.Add(time.Hour),
		Remind: at.Add(time.Minute)}, "i53")
	require.NoError(t, err)
	writeGame(t, st, 9, at)
	_, compacted, err := st.Compact(ctx, at.Add(time.Hour), 0, 1)
	require.NoError(t, err)
	require.Equal(t, 1, compacted)
	writeGame(t, st, 10, at)
	const forgotten = 1143218765432198765
	open, err := st.OpenTable(ctx, store.Table{Guild: 7, Channel: 11, Game: "classic", Opener: 2, Opened: at}, "i54")
	require.NoError(t, err)
	require.NoError(t, st.Append(ctx, store.Entry{Table: open.ID, Played: []store.Played{{
		Line: store.Line{At: at, Seat: 1, Player: forgotten, Words: "join", Source: "i55"}}}}))
	for _, err := range []error{
		st.SetSettings(ctx, 7, store.GuildSettings{Theme: "dark", Palette: "classic", Grace: time.Second,
			Zone: "Europe/Berlin"}),
		st.SignUp(ctx, 1, 2, true, at), st.Announced(ctx, 1, 1575000000000000001, 1575000000000000002),
		st.CancelPlan(ctx, 1, at), st.PlanDone(ctx, 1, at),
		st.SetPlayerSettings(ctx, 1, store.PlayerSettings{Palette: "contrast"}),
		st.SetName(ctx, 7, 1, "Ann"), st.SetName(ctx, 7, 2, "Bob"),
		st.Identify(ctx, at), st.SetName(ctx, 7, 1043218765432198765, "Cid"), st.Depart(ctx, 7, at),
		st.SetName(ctx, 7, forgotten, "Dee"), st.Forgetting(ctx, forgotten, at),
		st.Forget(ctx, forgotten), st.Forgetting(ctx, 1043218765432198765, at),
		st.NoteShown(ctx, 1, 3, 1575000000000000000), st.Reconcile(ctx),
		st.Leave(ctx, store.Leftover{Guild: 7, Channel: 6, Message: 1575000000000000003, Table: 1, Turn: at}),
		st.Close(),
	} {
		require.NoError(t, err)
	}
	_, err = os.Stat(path + "-wal")
	require.ErrorIs(t, err, fs.ErrNotExist)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	return whole
}

// writeGame writes a finished game with right and wrong claims. Because the table is closed, its tallies are also in
// the totals.
func writeGame(t *testing.T, st *sqlite.DB, in ids.Channel, at time.Time) {
	t.Helper()
	ctx := t.Context()
	table, err := st.OpenTable(ctx, store.Table{Guild: 7, Channel: in, Game: "classic", Opener: 2,
		Opened: at}, store.Source(fmt.Sprint("i52", in)))
	require.NoError(t, err)
	course, err := games.Begin(classic.Game, table.Options)
	require.NoError(t, err)
	for n, words := range []string{"join", "start", "", "set a b c", "end"} {
		action := games.Action{At: at, Seat: games.Dealer}
		if words != "" {
			move, ok := classic.Game.Parse(words)
			require.True(t, ok)
			action.Seat, action.Move = 1, move
			if words == "end" {
				action.Seat = games.Dealer
			}
		} else {
			owed, ok := course.Game.Owed()
			require.True(t, ok)
			drawn, err := games.Seeded(1).Draw(owed)
			require.NoError(t, err)
			action.Move = owed.Move(drawn)
		}
		var step games.Step
		course, step, err = course.Apply(action)
		require.NoError(t, err)
		require.NoError(t, st.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{{
			Line: store.Line{At: at, Seat: action.Seat, Player: ids.User(max(0, action.Seat)),
				Words: action.Move.String(), Source: store.Source(fmt.Sprint("m6", in, n))},
			Tallies: step.Tallies}}, Over: words == "end"}))
	}
}

// rows returns all rows of a database. It reads the tables without indexes, and reports unreadable rows as such.
func rows(ctx context.Context, db *sql.DB, tables []string) (all []string) {
	for _, table := range tables {
		all = append(all, rowsOf(ctx, db, table)...)
	}
	return all
}

func rowsOf(ctx context.Context, db *sql.DB, table string) (all []string) {
	found, err := db.QueryContext(ctx, `SELECT * FROM `+table+` NOT INDEXED`)
	if err != nil {
		return []string{err.Error()}
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return []string{err.Error()}
	}
	for found.Next() {
		cells := make([]any, len(columns))
		for i := range cells {
			cells[i] = new(any)
		}
		if err := found.Scan(cells...); err != nil {
			return append(all, err.Error())
		}
		text := table
		for i := range cells {
			text += fmt.Sprintf(" %s=%T %[2]v", columns[i], *cells[i].(*any))
		}
		all = append(all, text)
	}
	if err := found.Err(); err != nil {
		all = append(all, err.Error())
	}
	return all
}

// TestEveryFlippedByteIsFound flips the bytes of a database file one at a time. `audit --all` must report every flip
// that changes a row or makes it unreadable.
func TestEveryFlippedByteIsFound(t *testing.T) {
	t.Parallel()
	whole, path := fullDatabase(t), filepath.Join(t.TempDir(), "flipped.db")
	look := func(tables []string) []string {
		db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&immutable=1")
		require.NoError(t, err)
		defer db.Close()
		return rows(t.Context(), db, tables)
	}
	require.NoError(t, os.WriteFile(path, whole, 0o600))
	code, out, errs := settable(t, "", "audit", "--all", "--database", path)
	require.Zero(t, code, out+errs)
	tables := []string{"sqlite_schema", "sqlite_sequence"}
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	names, err := db.QueryContext(t.Context(), `SELECT name FROM sqlite_schema
		WHERE type = 'table' AND name <> 'sqlite_sequence'`)
	require.NoError(t, err)
	for names.Next() {
		var name string
		require.NoError(t, names.Scan(&name))
		require.NotEmpty(t, rowsOf(t.Context(), db, name), "the file holds no %s", name)
		tables = append(tables, name)
	}
	require.NoError(t, names.Close())
	require.NoError(t, db.Close())
	before := look(tables)

	r := rand.New(rand.NewPCG(*flipSeed, 16))
	places := r.Perm(len(whole))
	switch {
	case *flips > 0:
		places = places[:min(*flips, len(places))]
	case *flips == 0:
		places = places[:gamestest.Times(100, 600)]
	}
	changed, missed := 0, 0
	for _, at := range places {
		flip := byte(1 + r.IntN(255))
		whole[at] ^= flip
		require.NoError(t, os.WriteFile(path, whole, 0o600))
		whole[at] ^= flip
		after := look(tables)
		if fmt.Sprint(after) == fmt.Sprint(before) {
			continue
		}
		changed++
		if code, _, _ := settable(t, "", "audit", "--all", "--database", path); code == 0 {
			missed++
			t.Errorf("byte %d (page %d, %d), %#x for %#x, is not found: %q", at, at/4096+1, at%4096,
				whole[at]^flip, whole[at], firstDifference(before, after))
		}
	}
	t.Logf("%d bytes flipped, %d of them changed a row, %d were not found", len(places), changed, missed)
	require.NotZero(t, changed)
}

// firstDifference returns the first difference between two dumps.
func firstDifference(before, after []string) string {
	for i, row := range before {
		if i >= len(after) {
			return row + " is gone"
		}
		if row != after[i] {
			return row + " became " + after[i]
		}
	}
	return "there is more"
}
