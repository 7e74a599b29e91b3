package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// With these variables the test binary runs as a bot.
const (
	actKey  = "SETTABLE_STORE_TEST_ACT"
	pathKey = "SETTABLE_STORE_TEST_PATH"
)

// runAsBot runs the role that the environment names. It returns false if there is none.
func runAsBot() bool {
	path := os.Getenv(pathKey)
	switch os.Getenv(actKey) {
	case "append":
		appendForEver(path)
	case "bet":
		betForEver(path)
	case "compact":
		compactForEver(path)
	case "open":
		s, err := Open(context.Background(), path, Options{})
		if err == nil {
			err = s.Close()
		}
		fmt.Println(err)
	default:
		return false
	}
	return true
}

// appendForEver plays at eight tables at once, with two lines per entry, and prints which entries were acknowledged.
func appendForEver(path string) {
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var tables sync.WaitGroup
	for i := range 8 {
		table, err := s.OpenTable(ctx, store.Table{
			Guild: guild, Channel: channel + ids.Channel(i), Game: "classic", Opener: ann, Opened: noon,
		}, store.Source(fmt.Sprint("i", i)))
		if err != nil {
			fmt.Println(err)
			return
		}
		tables.Go(func() {
			for n := 0; ; n += 2 {
				err := s.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{
					said(ann, "set a b c", store.Source(fmt.Sprintf("m%d-%d", i, n)),
						games.Tally{Seat: 1, Count: games.Sets, N: 1}),
					dealt("deal 1SRD 2SRD 3SRD"),
				}})
				if err != nil {
					fmt.Println(err)
					return
				}
				fmt.Printf("told %d %d\n", table.ID, n+2)
			}
		})
	}
	tables.Wait()
}

// startBot starts another bot on the database.
func startBot(t *testing.T, act, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), actKey+"="+act, pathKey+"="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// readAcknowledged reads what the other bot was told, this many times or until its end, and records the number of the last line
// of each table.
func readAcknowledged(t *testing.T, out *bufio.Scanner, times int, last map[store.TableID]int) {
	t.Helper()
	for i := 0; i != times && out.Scan(); i++ {
		var id store.TableID
		var n int
		_, err := fmt.Sscanf(out.Text(), "told %d %d", &id, &n)
		require.NoError(t, err, out.Text())
		last[id] = n
	}
}

// requireAcknowledged requires that every acknowledged line is in the database and that no entry is incomplete.
func requireAcknowledged(t *testing.T, s *DB, last map[store.TableID]int) {
	t.Helper()
	ctx := t.Context()
	require.NoError(t, s.Check(ctx))
	tables, err := s.OpenTables(ctx)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(tables), len(last))
	for _, table := range tables {
		lines, err := s.Lines(ctx, table.ID)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(lines), last[table.ID], "table %d: a line was told of and is not there",
			table.ID)
		require.Zero(t, len(lines)%2, "table %d: half an entry", table.ID)
	}
}

// requireTallies requires a tally for each entry of a database that isn't being written.
func requireTallies(t *testing.T, s *DB) {
	t.Helper()
	ctx, entries := t.Context(), int64(0)
	tables, err := s.OpenTables(ctx)
	require.NoError(t, err)
	for _, table := range tables {
		lines, err := s.Lines(ctx, table.ID)
		require.NoError(t, err)
		entries += int64(len(lines)) / 2
	}
	page, err := s.Leaderboard(ctx, store.Board{Guild: guild, Count: games.Sets}, 1, 10, ann)
	require.NoError(t, err)
	require.NotNil(t, page.Mine)
	require.Equal(t, entries, page.Mine.N)
}

func TestKilled(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path := filepath.Join(t.TempDir(), "settable.db")
	bot := startBot(t, "append", path)
	pipe, err := bot.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, bot.Start())
	out, last := bufio.NewScanner(pipe), map[store.TableID]int{}
	readAcknowledged(t, out, 500, last)

	_, err = Open(t.Context(), path, Options{})
	require.ErrorIs(t, err, store.ErrLocked, "the other bot is still there")
	beside := openAt(t, path, Options{ReadOnly: true})
	requireAcknowledged(t, beside, last)
	require.NoError(t, beside.Close())

	readAcknowledged(t, out, 500, last)
	require.NoError(t, bot.Process.Kill())
	readAcknowledged(t, out, -1, last) // its output until it died
	require.Error(t, bot.Wait(), "killed")

	s := openAt(t, path, Options{})
	requireAcknowledged(t, s, last)
	requireTallies(t, s)
	_, err = s.OpenTable(t.Context(),
		store.Table{Guild: guild, Channel: 1, Game: "classic", Opener: ann, Opened: noon}, "i0")
	require.ErrorIs(t, err, store.ErrPlayed, "what was played before the crash is not played again")
	for id := range last {
		lines, err := s.Lines(t.Context(), id)
		require.NoError(t, err)
		require.NoError(t, s.Append(t.Context(),
			store.Entry{Table: id, After: len(lines), Played: []store.Played{dealt("deal")}}))
	}
}

// Copies of the files as they were between two commits are opened.
func TestPowerCut(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	for n := 0; n < 60; n += 2 {
		require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{
			said(ann, "set a b c", store.Source(fmt.Sprint("m", n)), games.Tally{Seat: 1, Count: games.Sets, N: 1}),
			dealt(strings.Repeat("deal 1SRD ", 100)),
		}}))
		if n%20 != 0 {
			continue
		}
		wal, err := os.ReadFile(s.path + "-wal")
		require.NoError(t, err)
		whole, err := os.ReadFile(s.path)
		require.NoError(t, err)
		// The end of the WAL may be missing or torn: then the last entries are lost completely.
		for cut, told := range map[int]int{0: n + 2, 1: 0, 5000: 0, len(wal) / 2: 0} {
			path := filepath.Join(t.TempDir(), "copy.db")
			require.NoError(t, os.WriteFile(path, whole, 0o600))
			require.NoError(t, os.WriteFile(path+"-wal", wal[:len(wal)-cut], 0o600))
			copied, err := Open(ctx, path, Options{})
			require.NoError(t, err)
			require.NoError(t, copied.Check(ctx))
			lines, err := copied.Lines(ctx, table.ID)
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(lines), told)
			require.Zero(t, len(lines)%2)
			require.NoError(t, copied.Close())
		}
	}
}
