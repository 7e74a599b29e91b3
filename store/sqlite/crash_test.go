package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// With these environment variables, the test binary runs as a bot.
const (
	actKey  = "SETTABLE_STORE_TEST_ACT"
	pathKey = "SETTABLE_STORE_TEST_PATH"
)

// runAsBot runs the role that the environment names. It returns false if the environment names none.
func runAsBot() bool {
	path := os.Getenv(pathKey)
	switch os.Getenv(actKey) {
	case "play":
		fmt.Println(playForEver(path))
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

// playForEver makes ann bet at eight tables at once and take each pot with the next entry. It prints which entries were
// acknowledged. Each entry has two lines, several transfers and a tally.
func playForEver(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	if err == nil {
		_, err = s.Welcome(ctx, guild, ann, store.StartGrant, noon)
	}
	if err != nil {
		return err
	}
	var tables errgroup.Group
	for i := range 8 {
		table, err := s.OpenTable(ctx, store.Table{Guild: guild, Channel: channel + ids.Channel(i), Game: "poker",
			Opener: ann, Opened: noon}, store.Source(fmt.Sprint("i", i)))
		if err == nil {
			err = s.Append(ctx, store.Entry{Table: table.ID, Played: []store.Played{
				paid(said(ann, "join", ""), annsBalance, annsStack, 10)}})
		}
		if err != nil {
			return err
		}
		tables.Go(func() error {
			for n := 1; ; n += 2 {
				act := said(ann, "set a b c", store.Source(fmt.Sprintf("m%d-%d", i, n)),
					games.Tally{Seat: 1, Count: games.Sets, N: 1})
				if n%4 == 1 {
					act = paid(act, annsStack, pot, 1, annsStack, pot, 2)
				} else {
					act = paid(act, pot, annsStack, 3, annsStack, annsBalance, 1, annsBalance, annsStack, 1)
				}
				err := s.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{act, dealt("deal 1SRD")}})
				if err != nil {
					return err
				}
				fmt.Printf("told %d %d\n", table.ID, n+2)
			}
		})
	}
	return tables.Wait()
}

// startBot starts another bot on the database.
func startBot(t *testing.T, act, path string) *exec.Cmd {
	t.Helper()
	self := must(os.Executable())
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), actKey+"="+act, pathKey+"="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// readAcknowledged reads acknowledgements from the other bot's output, at most the given number, and records the number
// of each table's last acknowledged line.
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

// requireAcknowledged requires that every acknowledged line is in the database, that no entry is incomplete, and that
// the chips are where the lines say.
func requireAcknowledged(t *testing.T, s *DB, last map[store.TableID]int) (entries int) {
	t.Helper()
	ctx := t.Context()
	require.NoError(t, s.Check(ctx))
	for id, told := range last {
		accounts, lines, err := s.TableAccounts(ctx, id)
		require.NoError(t, err)
		require.GreaterOrEqual(t, lines, told, "table %d: an acknowledged line is missing", id)
		require.Equal(t, 1, lines%2, "table %d: an incomplete entry", id)
		bet := games.Chips(lines / 2 % 2 * 3)
		require.Equal(t, map[games.Account]games.Chips{games.Pot: bet, 1: 10 - bet}, accounts, "table %d, line %d", id, lines)
		entries += lines / 2
	}
	return entries
}

// If a bot is killed in the middle of its bets, another bot finds everything that was acknowledged, and continues.
func TestKilled(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, ctx := filepath.Join(t.TempDir(), "settable.db"), t.Context()
	bot := startBot(t, "play", path)
	pipe := must(bot.StdoutPipe())
	require.NoError(t, bot.Start())
	out, last := bufio.NewScanner(pipe), map[store.TableID]int{}
	readAcknowledged(t, out, 500, last)
	_, err := Open(ctx, path, Options{})
	require.ErrorIs(t, err, store.ErrLocked, "the other bot still holds the lock")
	beside := openAt(t, path, Options{ReadOnly: true})
	require.NoError(t, beside.Check(ctx))
	require.NoError(t, beside.Close())
	readAcknowledged(t, out, 500, last)
	require.NoError(t, bot.Process.Kill())
	readAcknowledged(t, out, -1, last) // reads its output until it died
	require.Error(t, bot.Wait(), "killed")

	s := openAt(t, path, Options{})
	require.Len(t, last, 8)
	entries := requireAcknowledged(t, s, last)
	page := must(s.Leaderboard(ctx, store.Board{Guild: guild, Count: games.Sets}, 1, 10, ann))
	require.EqualValues(t, entries, page.Mine.N, "each entry has its tally")
	has := must(s.Balance(ctx, guild, ann))
	require.EqualValues(t, 20, has.Balance)
	_, err = s.OpenTable(ctx, store.Table{Guild: guild, Channel: 1, Game: "classic", Opener: ann, Opened: noon}, "i0")
	require.ErrorIs(t, err, store.ErrPlayed, "a message played before the crash must not be played again")
	for id := range last {
		lines := must(s.Lines(ctx, id))
		played(t, s, id, len(lines), dealt("deal"))
	}
}
