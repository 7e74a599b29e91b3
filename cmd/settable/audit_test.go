package main

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// openUntilEnd opens a database in the same way as a bot, and closes it when the test ends.
func openUntilEnd(t *testing.T, path string) *sqlite.DB {
	t.Helper()
	st, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, st.Close()) })
	return st
}

// databaseMidHand returns the database of a running bot in the middle of a hand. Two players of server 7 have anted,
// and a member of server 8 has chips.
func databaseMidHand(t *testing.T) (path string) {
	path, _ = openMidHand(t)
	return path
}

// openMidHand returns the database of databaseMidHand together with the bot's open handle.
func openMidHand(t *testing.T) (path string, st *sqlite.DB) {
	t.Helper()
	if !slices.ContainsFunc(kinds, func(r games.Kind) bool { return r.Name() == "poker" }) {
		before := kinds
		kinds = append(slices.Clone(kinds), poker.Game)
		t.Cleanup(func() { kinds = before })
	}
	path, ctx := filepath.Join(t.TempDir(), "settable.db"), t.Context()
	st = openUntilEnd(t, path)
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, who := range []struct {
		guild  ids.Guild
		player ids.User
	}{{7, 1}, {7, 2}, {8, 1}} {
		_, err := st.Welcome(ctx, who.guild, who.player, 100, at)
		require.NoError(t, err)
	}
	table, err := st.OpenTable(ctx, store.Table{Guild: 7, Channel: 5, Game: "poker", Opener: 1, Opened: at,
		Options: games.Options{"stack": "20", "ante": "1"}}, "")
	require.NoError(t, err)
	course := games.Course{}
	course.Game, err = poker.Rules{}.Open(table.Options)
	require.NoError(t, err)
	n := 0
	play := func(seat games.Seat, move games.Move) {
		var step games.Step
		course, step, err = course.Apply(games.Action{At: at, Seat: seat, Move: move})
		require.NoError(t, err)
		require.NoError(t, st.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{{
			Line:      store.Line{At: at, Seat: seat, Player: ids.User(max(seat, 0)), Words: move.String()},
			Transfers: step.Transfers, Tallies: step.Tallies,
		}}}))
		n++
	}
	play(1, games.Join{})
	play(2, games.Join{})
	play(1, games.Start{})
	owed, ok := course.Game.Owed()
	require.True(t, ok)
	drawn, err := games.Seeded(1).Draw(owed)
	require.NoError(t, err)
	play(games.Dealer, owed.Move(drawn))
	require.EqualValues(t, 2, course.Game.View(games.Watcher).Pot, "the antes")
	return path, st
}

// spoil changes the database behind the bot's back.
func spoil(t *testing.T, path string, texts ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	for _, text := range texts {
		_, err := db.ExecContext(t.Context(), text)
		require.NoError(t, err, text)
	}
	require.NoError(t, db.Close())
}

// The audit works in the middle of a hand while a bot is running, and lists what it has checked.
func TestAuditPassesDuringAHand(t *testing.T) {
	path := databaseMidHand(t)
	code, out, errs := settable(t, "", "audit", "--database", path)
	require.Zero(t, code, errs)
	require.Empty(t, errs)
	require.Contains(t, out, "2 servers, 8 accounts, 7 transfers, 3 grants; 300 chips granted.\n")
	require.Contains(t, out, "Replayed 1 open table:")
	code, out, _ = settable(t, "", "audit", "--database", path, "--guild", "8")
	require.Zero(t, code)
	require.Contains(t, out, "1 server, 2 accounts, 1 transfer, 1 grant; 100 chips granted.\n")
	require.Contains(t, out, "Replayed 0 open tables:")
}

// Each mismatch is reported on one line, and the exit status is 1.
func TestAuditReportsMismatches(t *testing.T) {
	for broken, c := range map[string]struct {
		says   []string
		others bool // the change also affects server 8
	}{
		// Move one more chip to the pot and change the accounts to match.
		`UPDATE transfers SET amount = 2 WHERE id = 6; UPDATE accounts SET paid_out = 2 WHERE kind = 'seat' AND seat = 2; UPDATE accounts SET paid_in = 3 WHERE kind = 'pot'`: {says: []string{
			"guild 7: a hash chain is broken: table 1: line 4: its content was changed (stored hash ",
			"guild 7: a line's transfers differ: table 1: line 4: [{2 0 1} {1 0 1}] in the replay, [{2 0 2} {1 0 1}] " +
				"in the ledger",
			"guild 7: the game and the ledger differ: table 1: after line 4: the pot has 2 in the game, but 3 in " +
				"the ledger",
			"guild 7: the game and the ledger differ: table 1: after line 4: seat 2 has 19 in the game, but 18 in " +
				"the ledger"}},
		`UPDATE lines SET words = 'leave' WHERE n = 2`: {says: []string{
			"guild 7: a hash chain is broken: table 1: line 2: its content was changed (stored hash ",
			"guild 7: a journal can't be replayed: table 1: line 2"}},
		`UPDATE tables SET game = 'whist'`: {says: []string{
			"guild 7: a hash chain is broken: table 1: its opening: its content was changed (stored hash ",
			"guild 7: unknown game: table 1: whist"}},
		`UPDATE accounts SET paid_in = 101 WHERE guild = 8 AND kind = 'player'`: {others: true, says: []string{
			"guild 8: the chips of a guild don't sum to zero: they sum to 1",
			"guild 8: an account differs from its transfers: the player of player 1 says 101 in and 0 out, its " +
				"transfers 100 and 0"}},
	} {
		t.Run(broken, func(t *testing.T) {
			path := databaseMidHand(t)
			texts := []string{`DROP TRIGGER accounts_update`, `DROP TRIGGER transfers_update`,
				`DROP TRIGGER lines_update`, `DROP TRIGGER tables_update`}
			spoil(t, path, append(texts, strings.Split(broken, "; ")...)...)
			named, other := "7", "8"
			if c.others {
				named, other = other, named
			}
			for _, args := range [][]string{
				{"audit", "--database", path}, {"audit", "--database", path, "--guild", named}} {
				code, out, errs := settable(t, "", args...)
				require.Equal(t, 1, code)
				for _, want := range c.says {
					require.Contains(t, out, want)
				}
				require.Len(t, strings.Split(strings.TrimSpace(out), "\n"), len(c.says), out)
				require.Contains(t, errs, "found in "+path)
			}
			code, out, _ := settable(t, "", "audit", "--database", path, "--guild", other)
			require.Zero(t, code, out)
		})
	}
}

// If a database can't be audited, a single line explains why.
func TestAuditRefuses(t *testing.T) {
	path := databaseMidHand(t)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--guild", "9", "--database", path}, 1, "server 9 has no chips and no open tables"},
		{[]string{"--guild=-9", "--database", path}, 2, "must be a server ID"},
		{[]string{"--guild", "cards", "--database", path}, 2, "guild"},
		{[]string{"--database", path + ".none"}, 4, "there is no such database"},
		{[]string{"--database", filepath.Dir(path)}, 4, "not a file"},
	} {
		code, out, errs := settable(t, "", append([]string{"audit"}, c.args...)...)
		require.Equal(t, c.code, code, errs)
		require.Contains(t, errs, c.says)
		require.Empty(t, out)
		require.Equal(t, 1, strings.Count(errs, "\n"), fmt.Sprint("the error must be a single line: ", errs))
	}
}

// databaseAfterGame returns the bot's database after the game. Both players have left with their chips.
func databaseAfterGame(t *testing.T) (path string) {
	path, _ = openAfterGame(t)
	return path
}

// openAfterGame returns the database of databaseAfterGame together with the bot's open handle.
func openAfterGame(t *testing.T) (path string, st *sqlite.DB) {
	t.Helper()
	path, st = openMidHand(t)
	ctx := t.Context()
	row, err := st.Table(ctx, 1)
	require.NoError(t, err)
	lines, err := st.Lines(ctx, 1)
	require.NoError(t, err)
	said := make([]games.Line, len(lines))
	for i, l := range lines {
		said[i] = games.Line{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	course, err := games.ReplayLines(poker.Rules{}, row.Options, said)
	require.NoError(t, err)
	_, step, err := course.Apply(games.Action{At: said[0].At, Seat: games.Dealer, Move: games.End{}})
	require.NoError(t, err)
	end := store.Played{Transfers: step.Transfers, Tallies: step.Tallies,
		Line: store.Line{At: said[0].At, Seat: games.Dealer, Words: games.End{}.String()}}
	require.NoError(t, st.Append(ctx,
		store.Entry{Table: 1, After: len(lines), Over: true, Played: []store.Played{end}}))
	return path, st
}

// If a game was played by older rules, the audit checks only its chain and says so.
func TestAuditReportsGamesOfOlderRules(t *testing.T) {
	path, st := openAfterGame(t)
	_, err := st.OpenTable(t.Context(), store.Table{Guild: 7, Channel: 99, Game: "classic", Opener: 1,
		Opened: time.Now()}, "i99", store.Line{At: time.Now(), Seat: games.Dealer, Words: "rules 1"})
	require.NoError(t, err)
	code, out, errs := settable(t, "", "audit", "--all", "--database", path)
	require.Zero(t, code, out+errs)
	require.Contains(t, out, "Replayed 1 table:")
	require.Contains(t, out, "Not replayed: 1 game (compacted, or played by older rules).")
	require.Contains(t, out, "the replay produced every transfer and tally of these tables.")
}

// The audit also checks finished games and the database itself if --all is given. Otherwise, it checks only open
// games.
func TestAuditAll(t *testing.T) {
	path := databaseAfterGame(t)
	code, out, errs := settable(t, "", "audit", "--all", "--database", path)
	require.Zero(t, code, out+errs)
	require.Contains(t, out, "Replayed 1 table:")
	require.Contains(t, out, "All hash chains of journals and grants are intact")
	require.Contains(t, out, "The database is intact, and the replay produced every stored transfer and tally.")
	code, out, _ = settable(t, "", "audit", "--database", path, "--guild", "7")
	require.Zero(t, code)
	require.Regexp(t, `The head of this server's hash chain is [0-9a-f]{12}\.`, out)
	code, _, errs = settable(t, "", "audit", "--database", path, "--guild", "7", "--all")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "--all checks every server")

	for _, c := range []struct{ broken, says string }{
		{`UPDATE lines SET words = 'leave' WHERE n = 2`, "a hash chain is broken: table 1: line 2"},
		{`UPDATE tables SET closed = closed + 1`, "a table wasn't closed when its game ended: table 1"},
		{`UPDATE tables SET shown = 99, seen = 99`, "the last line shown doesn't exist: table 1 line 99"},
		{`UPDATE tables SET seen = 4, post = 3`, "what was shown of a table is inconsistent: table 1"},
		{`INSERT INTO seats VALUES (1, 3, 5)`, "a seat has no lines: table 1 seat 3"},
		{`INSERT INTO tallies VALUES (1, 'sets', 2, 1, 7)`,
			"a line's tallies differ: table 1: line 2: map[] in the replay, map[sets of seat 1:7] in the "},
		{`DROP TRIGGER lines_delete`, "the schema differs from this version's: trigger lines_delete of lines"},
		{`CREATE TABLE notes (text TEXT)`, "the schema differs from this version's: table notes of notes"},
	} {
		t.Run(c.broken, func(t *testing.T) {
			path := databaseAfterGame(t)
			spoil(t, path, append([]string{`PRAGMA ignore_check_constraints = ON`,
				`DROP TRIGGER lines_update`, `DROP TRIGGER tables_update`}, c.broken)...)
			code, _, _ := settable(t, "", "audit", "--database", path)
			require.Zero(t, code)
			code, out, errs := settable(t, "", "audit", "--all", "--database", path)
			require.Equal(t, 1, code)
			require.Contains(t, out, c.says)
			require.Contains(t, errs, "found in "+path)
		})
	}
}

// waitForRemoval implements the script command "sentaway SERVER". It waits until the bot has recorded that the server
// removed it, and has closed all the server's tables.
func waitForRemoval(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite", "file:"+ts.Getenv("SETTABLE_DATABASE")+"?mode=ro")
	ts.Check(err)
	defer db.Close()
	for late := time.Now().Add(time.Minute); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		var done bool
		ts.Check(db.QueryRow(`SELECT EXISTS (SELECT 1 FROM departed WHERE guild = ?)
			AND NOT EXISTS (SELECT 1 FROM tables WHERE closed IS NULL)`, args[0]).Scan(&done))
		if done {
			return
		}
	}
	ts.Fatalf("the bot doesn't record that server %s removed it", args[0])
}
