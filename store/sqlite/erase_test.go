package sqlite

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// traces returns the bytes that could reveal a player in a file: the name, and the id as text, in SQLite's format for
// rows and indexes, and in its format for keys.
func traces(who ids.User, name string) map[string][]byte {
	n := uint64(who)
	varint := make([]byte, 9)
	varint[8] = byte(n)
	for i, left := 7, n>>8; i >= 0; i, left = i-1, left>>7 {
		varint[i] = byte(left&0x7f | 0x80)
	}
	return map[string][]byte{
		"name": []byte(name), "id as text": []byte(fmt.Sprint(n)),
		"id as number": binary.BigEndian.AppendUint64(nil, n), "id as key": varint,
	}
}

// tracesIn returns the traces of a player in the bytes of files, in the form FILE: TRACE.
func tracesIn(t *testing.T, who ids.User, name string, files ...string) (all []string) {
	t.Helper()
	for _, path := range files {
		raw := must(os.ReadFile(path))
		for what, trace := range traces(who, name) {
			if bytes.Contains(raw, trace) {
				all = append(all, filepath.Base(path)+": "+what)
			}
		}
	}
	return all
}

// After players have joined, played, changed their names and been forgotten in any order, neither the database nor its
// WAL nor a backup contains a byte of the forgotten players.
func TestForgettingErasesAllBytes(t *testing.T) {
	gamestest.SkipUnderRace(t)
	ctx := t.Context()
	s := newStore(t, Options{WAL: RoomyWAL})
	luck := rand.New(rand.NewPCG(3, 9))
	people := map[ids.User]string{}
	var order, gone []ids.User
	for step := range 1500 {
		switch n := luck.IntN(10); {
		case n < 5 || len(order) == 0:
			who := ids.User(1_000_000_000_000_000_000 + luck.Int64N(400_000_000_000_000_000))
			people[who] = fmt.Sprintf("Player-%d-%s", step, string(bytes.Repeat([]byte("x"), luck.IntN(60))))
			order = append(order, who)
			require.NoError(t, s.SetName(ctx, guild+ids.Guild(luck.IntN(3)), who, people[who]))
			must(s.Welcome(ctx, guild, who, 100, noon))
		case n < 7:
			who := order[luck.IntN(len(order))]
			must(s.Give(ctx, store.Grant{Guild: guild, Player: who, Amount: 5, At: noon, Granter: order[0],
				Reason: "for " + people[who]}))
		case n < 8:
			who := order[luck.IntN(len(order))]
			require.NoError(t, s.SetName(ctx, guild, who, people[who]+" again"))
		default:
			i := luck.IntN(len(order))
			who := order[i]
			order = append(order[:i], order[i+1:]...)
			gone = append(gone, who)
			require.NoError(t, s.Forgetting(ctx, who, noon))
			require.NoError(t, s.Forget(ctx, who))
		}
	}
	require.NoError(t, s.Erase(ctx))
	for range 20 { // others continue
		require.NoError(t, s.SetName(ctx, guild, order[luck.IntN(len(order))], "Somebody"))
	}
	require.NoError(t, s.Erase(ctx))
	copied := filepath.Join(t.TempDir(), "backup.db")
	must(s.Backup(ctx, copied))
	files := []string{s.path, s.path + "-wal", copied}
	for _, who := range gone {
		require.Empty(t, tracesIn(t, who, people[who], files...), "%d, %s", who, people[who])
	}
	stays := order[len(order)-1]
	require.Len(t, tracesIn(t, stays, fmt.Sprint(int64(stays)), files[0]), 1, "the search must find players who stay")
	require.NoError(t, s.Check(ctx))
}

// The row of a player who is waiting to be forgotten doesn't grow, so SQLite moves no other rows and leaves no copies
// of them behind.
func TestForgettingLeavesNoRowCopies(t *testing.T) {
	gamestest.SkipUnderRace(t)
	seeds := []uint64{10, 17, 18, 26, 40, 60, 72, 77} // with some of these seeds, growing rows left copies behind
	for _, seed := range seeds[:gamestest.Times(2, len(seeds))] {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			ctx, luck := t.Context(), rand.New(rand.NewPCG(seed, 5))
			s := newStore(t, Options{WAL: RoomyWAL})
			var here, gone []ids.User
			for range 1200 {
				if len(here) == 0 || luck.IntN(4) > 0 {
					who := ids.User(1_000_000_000_000_000_000 + luck.Int64N(400_000_000_000_000_000))
					require.NoError(t, s.SetName(ctx, guild, who, "somebody"))
					here = append(here, who)
					continue
				}
				i := luck.IntN(len(here))
				gone = append(gone, here[i])
				require.NoError(t, s.Forgetting(ctx, here[i], noon))
				require.NoError(t, s.Forget(ctx, here[i]))
				here = slices.Delete(here, i, i+1)
			}
			require.NoError(t, s.Erase(ctx))
			for _, who := range gone {
				require.Empty(t, tracesIn(t, who, fmt.Sprint(who), s.path, s.path+"-wal"))
			}
		})
	}
}

// While a reader has an older snapshot, Erase returns an error and the bot continues to write.
func TestEraseFailsWhileReadersRemain(t *testing.T) {
	ctx := t.Context()
	s := newStore(t, Options{})
	ends(t, s, guests(t, s), "")
	tx := must(s.base.Readers.BeginTx(ctx, nil))
	var n int
	require.NoError(t, tx.QueryRowContext(ctx, `SELECT count(*) FROM people`).Scan(&n))
	require.NoError(t, s.Forgetting(ctx, dora, noon))
	require.NoError(t, s.Forget(ctx, dora))
	require.ErrorIs(t, s.Erase(ctx), store.ErrReading)
	require.NoError(t, s.SetName(ctx, guild, emil, "Emil again"))
	require.NoError(t, tx.Rollback())
	require.NoError(t, s.Erase(ctx))
	require.Empty(t, tracesIn(t, dora, "Dora", s.path, s.path+"-wal"))
	require.NoError(t, s.SetName(ctx, guild, emil, "Emil"))
	inOrder(t, s)
}

// If a process is killed right after it has forgotten a player, the player's name stays in the WAL until the next
// start, whether or not an earlier run stopped cleanly.
func TestStartEmptiesTheWALOfAKilledProcess(t *testing.T) {
	for name, restarts := range map[string]int{"in its first run": 0, "in a later run": 2} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			s := newStore(t, Options{})
			for range restarts {
				require.NoError(t, s.Close())
				require.NotEmpty(t, lockText(t, s.path), "a clean stop leaves a mark")
				s = openAt(t, s.path, Options{})
			}
			ends(t, s, guests(t, s), "")
			require.NoError(t, s.Forgetting(ctx, dora, noon))
			require.NoError(t, s.Forget(ctx, dora))
			require.NotEmpty(t, tracesIn(t, dora, "Dora", s.path+"-wal"))
			killed := filepath.Join(t.TempDir(), "killed.db")
			for _, tail := range []string{"", "-wal", ".lock"} {
				raw := must(os.ReadFile(s.path + tail))
				require.NoError(t, os.WriteFile(killed+tail, raw, 0o600))
			}
			next := must(Open(ctx, killed, Options{}))
			defer func() { require.NoError(t, next.Close()) }()
			require.Empty(t, tracesIn(t, dora, "Dora", killed, killed+"-wal"))
			require.NoError(t, next.Check(ctx))
		})
	}
}

// lockText returns the text of a database's lock file.
func lockText(t *testing.T, path string) string {
	t.Helper()
	text := must(os.ReadFile(path + ".lock"))
	return string(text)
}

// A clean stop empties the WAL even if another program, such as `settable audit`, has the database open.
func TestStopEmptiesTheWALDespiteAReader(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "settable.db")
	s := must(Open(ctx, path, Options{}))
	reader := must(Open(ctx, path, Options{ReadOnly: true}))
	defer func() { require.NoError(t, reader.Close()) }()
	require.NoError(t, reader.Check(ctx))
	ends(t, s, guests(t, s), "")
	require.NoError(t, s.Forgetting(ctx, dora, noon))
	require.NoError(t, s.Forget(ctx, dora))
	require.NotEmpty(t, tracesIn(t, dora, "Dora", path+"-wal"))
	require.NoError(t, s.Close())
	require.Empty(t, tracesIn(t, dora, "Dora", path, path+"-wal"))
}
