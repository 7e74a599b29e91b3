package sqlite

import (
	"context"

	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlstore"
)

// rawFile measures the fastest possible commit, alternately with the real ones: it overwrites and syncs 12 KiB in
// place, which is the least that a commit of one line writes.
type rawFile struct {
	file *os.File
	page []byte
	took []time.Duration
}

func newRaw(b *testing.B) *rawFile {
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, f.Close()) })
	r := &rawFile{file: f, page: make([]byte, 12<<10)}
	r.sync(b, 100)
	r.took = nil // the first writes created the file
	return r
}

func (r *rawFile) sync(b *testing.B, times int) {
	for range times {
		start := time.Now()
		_, err := r.file.WriteAt(r.page, 0)
		require.NoError(b, err)
		require.NoError(b, r.file.Sync())
		r.took = append(r.took, time.Since(start))
	}
}

func centile(all []time.Duration, of int) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return float64(sorted[(len(sorted)-1)*of/100].Nanoseconds()) / 1e3
}

// report compares commits with the raw syncs of the same minute.
func (r *rawFile) report(b *testing.B, took []time.Duration) {
	b.ReportMetric(centile(took, 50), "p50-µs")
	b.ReportMetric(centile(took, 99), "p99-µs")
	b.ReportMetric(centile(r.took, 50), "raw-p50-µs")
	b.ReportMetric(centile(r.took, 99), "raw-p99-µs")
	b.ReportMetric(centile(took, 50)/centile(r.took, 50), "p50÷raw")
}

// lines are typical lines of tables: a bet changes two balances, and a set is counted. The next line returns each bet,
// so that a benchmark can continue forever.
var lines = map[string]func(n int, source store.Source) store.Played{
	"bet": func(n int, source store.Source) store.Played {
		from, to := annsStack, pot
		if n%2 == 0 {
			from, to = to, from
		}
		return paid(said(ann, "bet 1", source), from, to, 1)
	},
	"set": func(_ int, source store.Source) store.Played {
		return said(ann, "set a b c", source, games.Tally{Seat: 1, Count: games.Sets, N: 1})
	},
}

// benchTable is a table that writes one line after another.
type benchTable struct {
	s     *DB
	table store.TableID
	n     int // the number of its lines
	line  func(int, store.Source) store.Played
}

// newBenchTable returns a table that has chips.
func newBenchTable(b *testing.B, s *DB, at ids.Channel, line func(int, store.Source) store.Played) *benchTable {
	table := seated(b, s, at)
	played(b, s, table.ID, 0, paid(said(ann, "join", ""), annsBalance, annsStack, 20))
	return &benchTable{s: s, table: table.ID, n: 1, line: line}
}

func (w *benchTable) write() (took time.Duration, err error) {
	entry := store.Entry{Table: w.table, After: w.n,
		Played: []store.Played{w.line(w.n, store.Source(fmt.Sprintf("m%d-%d", w.n, w.table)))}}
	w.n++
	start := time.Now()
	err = w.s.Append(context.Background(), entry)
	return time.Since(start), err
}

// BenchmarkAppend writes one line at a time.
func BenchmarkAppend(b *testing.B) {
	for name, line := range lines {
		b.Run(name, func(b *testing.B) {
			s := newStore(b, Options{WAL: RoomyWAL})
			welcomed(b, s, ann)
			w, r := newBenchTable(b, s, channel, line), newRaw(b)
			took := appendSequentially(b, w, r, b.N)
			r.report(b, took)
			b.ReportMetric(perSecond(took), "lines/s")
		})
	}
}

// appendSequentially writes lines one at a time, with a raw sync after every fifth line.
func appendSequentially(b *testing.B, w *benchTable, r *rawFile, lines int) (all []time.Duration) {
	for i := range lines {
		took, err := w.write()
		require.NoError(b, err)
		all = append(all, took)
		if i%5 == 0 {
			r.sync(b, 1)
		}
	}
	return all
}

// perSecond returns how many operations of this duration fit in a second.
func perSecond(took []time.Duration) float64 {
	var sum time.Duration
	for _, t := range took {
		sum += t
	}
	return float64(len(took)) / sum.Seconds()
}

// BenchmarkAppendTogether measures 64 tables that each wait for their own line, and a single table before and after
// them.
func BenchmarkAppendTogether(b *testing.B) {
	for name, line := range lines {
		b.Run(name, func(b *testing.B) { appendMany(b, line) })
	}
}

func appendMany(b *testing.B, line func(int, store.Source) store.Played) {
	const inFlight = 64
	s := newStore(b, Options{WAL: RoomyWAL})
	_, err := s.Welcome(context.Background(), guild, ann, 100*inFlight, noon)
	require.NoError(b, err)
	writers := make([]*benchTable, inFlight)
	for i := range writers {
		writers[i] = newBenchTable(b, s, channel+ids.Channel(i), line)
	}
	r := newRaw(b)
	single := appendSequentially(b, writers[0], r, 1000)
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var tasks sync.WaitGroup
	b.ResetTimer()
	for _, w := range writers {
		tasks.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				var err error
				if took[i], err = w.write(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	tasks.Wait()
	b.StopTimer()
	together := float64(b.N) / b.Elapsed().Seconds()
	single = append(single, appendSequentially(b, writers[0], r, 1000)...)
	r.report(b, took)
	b.ReportMetric(together, "lines/s")
	b.ReportMetric(together/perSecond(single), "×single")
}

// fillMillion fills a store with a million tallies of 2,000 players on 1,000 days. A tenth of the tallies are
// penalties, and all are in the measured guild.
func fillMillion(b *testing.B, s *DB) {
	b.Helper()
	ctx := context.Background()
	const players, rows = 2000, 1_000_000
	// The schema's constraints and triggers ensure that this is a valid journal, although the statements run directly
	// on the connection, in a single transaction.
	require.NoError(b, s.base.Write(ctx, func(tx *sqlstore.Tx) error {
		insert := func(text string, args ...any) {
			_, err := tx.ExecContext(ctx, text, args...)
			require.NoError(b, err)
		}
		insert(`DROP TRIGGER tables_update`)
		insert(`INSERT INTO tables (guild, channel, game, options, opener, opened, chain)
			WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < 999)
			SELECT ?, 10000 + i, iif(i % 5 = 4, 'twenty', 'classic'), '{}', 1, 1 + i, zeroblob(16) FROM k`, guild)
		insert(`INSERT INTO seats (table_id, seat, player)
			WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 10)
			SELECT t.id, i, 1 + (t.id * 7 + i * i * 31) % ? FROM tables t, k`, players)
		insert(`INSERT INTO lines (table_id, n, at, seat, words, chain)
			WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ?)
			SELECT t.id, i, ? - t.id * 86400000000000 + i, 1 + i % 10, 'set a b c', zeroblob(16) FROM tables t, k ORDER BY 1, 2`,
			rows/1000, noon.UnixNano())
		insert(`INSERT INTO tallies (table_id, what, line, seat, n)
			SELECT l.table_id, iif(l.n % 10 = 9, 'penalties', 'sets'), l.n, l.seat, 1 FROM lines l ORDER BY 1, 2, 3, 4`)
		insert(`UPDATE tables SET closed = (SELECT max(at) FROM lines WHERE table_id = tables.id),
			opened = (SELECT min(at) FROM lines WHERE table_id = tables.id)`)
		return nil
	}, nil))
	var size int
	require.NoError(b, s.base.Readers.QueryRow(`SELECT count(*) FROM tallies`).Scan(&size))
	require.Equal(b, rows, size)
	require.NoError(b, s.base.Readers.QueryRow(`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).
		Scan(&size))
	b.Logf("%.1f bytes a line, each with a tally", float64(size)/rows)
}

func BenchmarkLeaderboard(b *testing.B) {
	s := newStore(b, Options{})
	fillMillion(b, s)
	for _, period := range []struct {
		name string
		days int
	}{{"day", 1}, {"week", 7}, {"month", 30}, {"year", 365}, {"all", 0}} {
		for _, game := range []string{"", "classic"} {
			b.Run(period.name+"/"+game, func(b *testing.B) {
				board := store.Board{Guild: guild, Count: games.Sets, Game: game}
				if period.days > 0 {
					board.Since = noon.AddDate(0, 0, -period.days)
				}
				for b.Loop() {
					page, err := s.Leaderboard(context.Background(), board, 1, 10, 77)
					if err != nil || len(page.Rows) == 0 {
						b.Fatal(err, len(page.Rows))
					}
				}
			})
		}
	}
}
