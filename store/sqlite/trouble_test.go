package sqlite

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
	"settable/store/disktest"
)

// newLoggingStore returns an open store on its own disk, and its log.
func newLoggingStore(t *testing.T) (testFolder, *DB, *bytes.Buffer) {
	t.Helper()
	h, said := newTestFolder(t), &bytes.Buffer{}
	h.log = slog.New(slog.NewTextHandler(said, nil))
	s := must(h.open())
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	said.Reset() // drops the log of the migrations
	return h, s, said
}

// The disk fails in each way while players keep trying, and is then repaired. The log has one line for the fault and
// one for its end, and play continues.
func TestDiskFaultIsLoggedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		fault disktest.Fault
		says  string
	}{
		"full": {disktest.Fault{Op: disktest.Write, Code: disktest.Full},
			"the disk is full: moves are refused until there is space, nothing is lost"},
		"failing": {disktest.Fault{Op: disktest.Write, Code: disktest.IOError},
			"the database's disk reports errors: moves are refused until it works again"},
		"no sync": {disktest.Fault{Op: disktest.Sync, Code: disktest.IOError},
			"the database's disk reports errors: moves are refused until it works again"},
		"read-only": {disktest.Fault{Op: disktest.Write, Code: disktest.ReadOnly},
			"the database can't be written: give this user write access to the file and its folder"},
		"busy": {disktest.Fault{Op: disktest.Lock, Code: disktest.Busy},
			"another program has locked the database: moves are refused until it releases it"},
	} {
		t.Run(name, func(t *testing.T) {
			h, s, said := newLoggingStore(t)
			table, n := seated(t, s, channel), 0
			for range 3 { // the fault comes and goes
				c.fault.N, c.fault.Lasts = 1, -1
				h.disk.Break(c.fault)
				for range 20 {
					err := s.Append(t.Context(), store.Entry{
						Table: table.ID, After: n, Played: []store.Played{dealt("deal")}})
					require.ErrorIs(t, err, store.ErrTrouble)
				}
				h.disk.Mend()
				for range 3 {
					played(t, s, table.ID, n, dealt("deal"))
					n++
				}
			}
			lines := strings.Split(strings.TrimSpace(said.String()), "\n")
			require.Len(t, lines, 2, "%s", said)
			require.Contains(t, lines[0], "level=ERROR")
			require.Contains(t, lines[0], c.says)
			require.Contains(t, lines[0], "database="+h.path)
			require.Contains(t, lines[1], "level=INFO")
			require.Contains(t, lines[1], "database is writable again")
			require.Contains(t, lines[1], "failed=20")
		})
	}
}

// A probe detects that the disk is full or works again, even if there are no other writes.
func TestProbeOfAnIdleDatabase(t *testing.T) {
	h, s, said := newLoggingStore(t)
	for range 3 {
		require.NoError(t, s.Probe(t.Context()))
		require.Empty(t, s.State().Trouble)
		h.disk.Break(disktest.Fault{Op: disktest.Write, Code: disktest.Full, N: 1, Lasts: -1})
		require.ErrorIs(t, s.Probe(t.Context()), store.ErrTrouble)
		require.Contains(t, s.State().Trouble, "the disk is full")
		h.disk.Mend()
	}
	require.Equal(t, 1, strings.Count(said.String(), "level=ERROR"), said)
}

// If another program overwrites the database, the writer notices, logs it once, and stops writing.
func TestDamageEndsWriting(t *testing.T) {
	h, s, said := newLoggingStore(t)
	table := seated(t, s, channel)
	for n := range 30 {
		played(t, s, table.ID, n, dealt(strings.Repeat("x", 1900)))
	}
	require.NoError(t, s.Close())
	s = must(h.open())
	h.disk.Spoil(h.path, 4096)
	entry := store.Entry{Table: table.ID, After: 30, Played: []store.Played{dealt("deal")}}
	for range 5 {
		require.ErrorIs(t, s.Append(t.Context(), entry), store.ErrTrouble)
	}
	spoilt := h.disk.Contents()
	require.ErrorIs(t, s.Append(t.Context(), entry), store.ErrTrouble)
	require.Equal(t, spoilt, h.disk.Contents(), "the writer must stop writing")
	require.Equal(t, 1, strings.Count(said.String(), "level=ERROR"))
	require.Contains(t, said.String(),
		"the database is damaged, so nothing more is written: stop the bot, keep a copy, and restore a backup with "+
			"settable restore")
	_ = s.Close()
	_, err := h.open()
	require.ErrorContains(t, err, "this database is damaged: keep a copy and restore a backup")
}

// Each write and sync of the first and second start fails in turn. Open returns a one-line error, and works once the
// disk does.
func TestFaultyStart(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	h, starts := newTestFolder(t), 0
	for _, fault := range []disktest.Fault{
		{Op: disktest.Write, Code: disktest.IOError},
		{Op: disktest.Write, Code: disktest.Full, Effect: disktest.Half},
		{Op: disktest.Sync, Code: disktest.IOError}, {Op: disktest.Lock, Code: disktest.Busy, Lasts: -1},
	} {
		for fault.N = 1; ; fault.N += pace(10) {
			require.NoError(t, h.disk.Load(nil))
			h.disk.Break(fault)
			s, err := h.open()
			hit := h.disk.Mend() >= fault.N
			if err == nil {
				require.NoError(t, s.Close())
			} else {
				require.NotContains(t, err.Error(), "\n", "the error must be a single line")
				require.ErrorContains(t, err, h.path)
				require.Regexp(t,
					"the disk is full: free|the database's disk reports|another program has locked this", err.Error(),
					"%+v", fault)
			}
			s, err = h.open()
			require.NoError(t, err, "%+v", fault)
			seated(t, s, channel)
			require.NoError(t, s.Check(t.Context()))
			require.NoError(t, s.Close())
			starts++
			if !hit {
				break
			}
		}
	}
	t.Logf("%d starts", starts)
}
