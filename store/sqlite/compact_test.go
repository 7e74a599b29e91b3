package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

// playHistory creates a random history: tables of three games with all kinds of counts, two finished poker tables, one
// of them in a night, and an open poker table.
func playHistory(t *testing.T, s *DB, seed uint64) {
	t.Helper()
	storetest.RandomTables(t, s, rand.New(rand.NewPCG(seed, 18)))
	for i := range 3 {
		night := store.NightID(0)
		if i == 1 {
			night = begun(t, s, channel+999).ID
		}
		d := pokerIn(t, s, channel+999, 4, night)
		d.Luck = games.Seeded(seed)
		d.Random(4, 90)
		require.Greater(t, d.Hands, 1)
		if i < 2 {
			require.True(t, d.Play(games.Dealer, games.End{}))
		}
		if i == 1 {
			must(s.EndNight(t.Context(), night, d.At))
		}
	}
}

// allResults returns everything that the store reports about a history: leaderboards of all time and since the given
// time, balances, profiles, and nights.
func allResults(t *testing.T, s *DB, since time.Time) (all []string) {
	t.Helper()
	ctx := t.Context()
	note := func(what any, is any, err error) {
		require.NoError(t, err)
		all = append(all, fmt.Sprintf("%+v: %+v", what, is))
	}
	for g := range ids.Guild(2) {
		for _, count := range append(storetest.AnyCounts, store.ChipsWon, store.ChipsOwned, store.NightsWon) {
			for _, game := range []string{"", "classic", "poker", "solitaire"} {
				for _, from := range []time.Time{{}, since, since.Add(6 * 24 * time.Hour)} {
					b := store.Board{Guild: guild + g, Count: count, Game: game, Since: from}
					page, err := s.Leaderboard(ctx, b, 1, 20, 0)
					note(b, page, err)
				}
			}
		}
		for _, game := range []string{"classic", "poker", "solitaire"} {
			record, err := s.Record(ctx, guild+g, game)
			note(game, record, err)
		}
		for p := range ids.User(5) {
			holding, err := s.Balance(ctx, guild+g, ann+p)
			note(ann+p, holding, err)
			if all := storetest.Statement(t, s, guild+g, ann+p); len(all) > 0 {
				note(ann+p, all[0].After, nil)
			}
		}
		audit, err := s.Audit(ctx, guild+g)
		note("the head of the chains", audit.Head, err)
	}
	nights := must(s.Nights(ctx, guild, 1, 10))
	for _, n := range nights.Nights {
		standing, err := s.Standing(ctx, n.ID)
		note(n, standing, err)
	}
	for p := range ids.User(5) {
		kept, err := s.PlayerData(ctx, ann+p)
		for _, seat := range kept.Seats {
			note(seat.Table, seat.Tallies, err)
		}
	}
	return all
}

// Compacting the tables that ended before a given time doesn't change any leaderboard, balance, profile or night, nor
// the ledger or the chains.
func TestCompactingChangesNoResults(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for seed := range uint64(2) {
		s, ctx := newStore(t, Options{}), t.Context()
		playHistory(t, s, seed)
		require.NoError(t, s.Check(ctx))
		for _, before := range []time.Time{noon.Add(-30 * 24 * time.Hour), noon.Add(24 * time.Hour)} {
			since := before.Add(24 * time.Hour)
			told := allResults(t, s, since)
			lines := queryNumber(t, s, `SELECT count(*) FROM lines`)
			_, compacted, err := s.Compact(ctx, before, 0, 1000)
			require.NoError(t, err)
			require.Greater(t, compacted, 5)
			require.Less(t, queryNumber(t, s, `SELECT count(*) FROM lines`), lines-100)
			require.Empty(t, cmp.Diff(told, allResults(t, s, since)))
			require.NoError(t, s.Check(ctx))
			_, again, err := s.Compact(ctx, before, 0, 1000)
			require.NoError(t, err)
			require.Zero(t, again, "a second run finds nothing to compact")
		}
		require.Equal(t, queryNumber(t, s, `SELECT count(*) FROM tables WHERE closed IS NOT NULL AND night IS NULL`),
			queryNumber(t, s, `SELECT count(*) FROM folds`))
		require.Greater(t, queryNumber(t, s, `SELECT count(*) FROM transfers WHERE line IS NOT NULL`), 0)
		requireCompacted(t, s)
	}
}

// requireCompacted requires that what is left of a compacted table passes the audit, and that its journal is reported
// as compacted.
func requireCompacted(t *testing.T, s *DB) {
	t.Helper()
	ctx := t.Context()
	id := store.TableID(queryNumber(t, s, `SELECT max(table_id) FROM folds JOIN transfers USING (table_id)`))
	row := must(s.Table(ctx, id))
	_, err := s.Lines(ctx, id)
	require.ErrorIs(t, err, store.ErrCompacted)
	_, err = s.Played(ctx, id)
	require.ErrorIs(t, err, store.ErrCompacted)
	_, _, err = s.Export(ctx, id)
	require.ErrorIs(t, err, store.ErrCompacted)
	_, found, err := store.AuditTable(ctx, s, row, poker.Rules{})
	require.NoError(t, err)
	require.Empty(t, found)
	raw(t, s, `DROP TRIGGER tallies_update`, fmt.Sprintf(`UPDATE tallies SET n = n + 1 WHERE table_id = %d`, id))
	_, found, err = store.AuditTable(ctx, s, row, poker.Rules{})
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Contains(t, found[0].Where, "its compaction")
	_, err = s.Lines(ctx, id)
	require.ErrorIs(t, err, store.ErrBroken)
	must(s.base.Tx.ExecContext(ctx, `PRAGMA foreign_keys = OFF`))
	raw(t, s, `DROP TRIGGER lines_delete`, fmt.Sprintf(`DELETE FROM lines WHERE table_id = %d`, id))
	_, err = s.Lines(ctx, id)
	require.ErrorIs(t, err, store.ErrBroken)
}

// Only compacting can change the rows of a closed game, and only all of them at once.
func TestOnlyCompactingChangesClosedTables(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	playHistory(t, s, 3)
	open := queryNumber(t, s, `SELECT max(id) FROM tables`)
	ofNight := queryNumber(t, s, `SELECT max(id) FROM tables WHERE night IS NOT NULL`)
	over := queryNumber(t, s, `SELECT min(table_id) FROM transfers WHERE line IS NOT NULL`)
	refused := func(text string, id int) {
		t.Helper()
		_, err := s.base.Tx.ExecContext(ctx, text, id)
		require.Error(t, err, text)
	}
	refused(`INSERT INTO folds (table_id) VALUES (?)`, open)
	refused(`INSERT INTO folds (table_id) VALUES (?)`, ofNight)
	refused(`INSERT INTO folds (table_id, link) VALUES (?, zeroblob(16))`, over)
	refused(`UPDATE lines SET transfers = transfers + 1 WHERE table_id = ?`, over)
	refused(`DELETE FROM lines WHERE table_id = ?`, over)
	refused(`UPDATE transfers SET amount = amount + 1 WHERE line IS NOT NULL AND table_id = ?`, over)
	refused(`DELETE FROM transfers WHERE line IS NOT NULL AND table_id = ?`, over)
	refused(`DELETE FROM tallies WHERE table_id = ?`, over)
	_, _, err := s.Compact(ctx, noon.Add(24*time.Hour), 0, 1000)
	require.NoError(t, err)
	refused(`DELETE FROM lines WHERE table_id = ?`, over)
	refused(`DELETE FROM folds WHERE table_id = ?`, over)
	refused(`UPDATE folds SET link = NULL WHERE table_id = ?`, over)
	refused(`UPDATE transfers SET amount = amount + 1 WHERE line IS NOT NULL AND table_id = ?`, over)
	require.NoError(t, s.Check(ctx))

	require.NoError(t, s.Depart(ctx, guild+1, noon))
	gone := must(s.Purge(ctx, noon.Add(time.Hour)))
	require.Empty(t, gone, "the guild has open tables")
}

// compactForEver compacts one table after another, reports each table, and returns free pages to the disk.
func compactForEver(path string) {
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	for last, n := store.TableID(0), 1; err == nil && n > 0; {
		if last, n, err = s.Compact(ctx, noon.Add(24*time.Hour), last, 1); n > 0 {
			fmt.Println("compacted", last)
			_, _, err = s.Vacuum(ctx, 3)
		}
	}
	fmt.Println("done", err)
}

// A bot may be killed at any moment while it compacts. Each table is then either whole or compacted, and the store
// reports the same as before.
func TestKilledWhileCompacting(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path := filepath.Join(t.TempDir(), "settable.db")
	s := openAt(t, path, Options{})
	playLongHistory(t, s, 5)
	told := allResults(t, s, noon.Add(48*time.Hour))
	all := queryNumber(t, s, `SELECT count(*) FROM tables WHERE closed IS NOT NULL AND night IS NULL`)
	require.NoError(t, s.Close())
	r := rand.New(rand.NewPCG(5, 5))
	for compacted := 0; compacted < all; {
		cmd := startBot(t, "compact", path)
		out := must(cmd.StdoutPipe())
		require.NoError(t, cmd.Start())
		said := bufio.NewScanner(out)
		for range 1 + r.IntN(25) {
			said.Scan()
		}
		if pause := time.Duration(r.IntN(3)) * time.Millisecond; pause > 0 {
			timer := time.NewTimer(pause)
			<-timer.C
		}
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()
		s := openAt(t, path, Options{})
		require.NoError(t, s.Check(t.Context()))
		require.Empty(t, cmp.Diff(told, allResults(t, s, noon.Add(48*time.Hour))))
		is := queryNumber(t, s, `SELECT count(*) FROM folds`)
		require.Greater(t, is, compacted, "each run must get further")
		compacted = is
		require.NoError(t, s.Close())
	}
}
