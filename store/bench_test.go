package store

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
)

// rawSync is the limit: 12 KiB, what a commit of one line writes, overwritten
// in place and synced. It is measured in the same run as what is compared to it.
func rawSync(b *testing.B, times int) (took []time.Duration) {
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	require.NoError(b, err)
	defer func() { require.NoError(b, f.Close()) }()
	page := make([]byte, 12<<10)
	for range times {
		start := time.Now()
		_, err := f.WriteAt(page, 0)
		require.NoError(b, err)
		require.NoError(b, f.Sync())
		took = append(took, time.Since(start))
	}
	return took
}

func centile(sorted []time.Duration, of int) float64 {
	return float64(sorted[(len(sorted)-1)*of/100].Microseconds())
}

// report sets commits beside the raw syncs of the same minute: once before, once
// after, and now and then between them.
func report(b *testing.B, took, raw []time.Duration) {
	slices.Sort(took)
	raw = append(raw, rawSync(b, 200)...)
	slices.Sort(raw)
	b.ReportMetric(centile(took, 50), "p50-µs")
	b.ReportMetric(centile(took, 99), "p99-µs")
	b.ReportMetric(centile(took, 50)/centile(raw, 50), "p50÷raw")
	b.ReportMetric(centile(raw, 50), "raw-p50-µs")
	b.ReportMetric(centile(raw, 99), "raw-p99-µs")
	perSecond := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(perSecond, "lines/s")
}

// lines are what tables write: a bet changes two balances, a set is counted. A
// bet comes back with the next one, so that it can go on for ever.
var lines = map[string]func(n int, source Source) Played{
	"bet": func(n int, source Source) Played {
		from, to := annsStack, pot
		if n%2 == 0 {
			from, to = to, from
		}
		return paid(said(ann, "bet 1", source), from, to, 1)
	},
	"set": func(_ int, source Source) Played {
		return said(ann, "set a b c", source, games.Tally{Seat: 1, Count: games.Sets, N: 1})
	},
}

// BenchmarkAppend writes one line at a time.
func BenchmarkAppend(b *testing.B) {
	for name, line := range lines {
		b.Run(name, func(b *testing.B) { appendOne(b, line) })
	}
}

func appendOne(b *testing.B, line func(int, Source) Played) {
	s := opened(b, Options{WAL: RoomyWAL})
	welcomed(b, s, ann)
	table := seated(b, s, channel)
	require.NoError(b, s.Append(context.Background(), Entry{Table: table.ID, Played: []Played{
		paid(said(ann, "join", ""), annsBalance, annsStack, 20)}}))
	raw, took := rawSync(b, 200), make([]time.Duration, 0, 1<<14)
	for n := 1; b.Loop(); n++ {
		if n%100 == 0 {
			raw = append(raw, rawSync(b, 20)...)
		}
		entry := Entry{Table: table.ID, After: n, Played: []Played{line(n, Source(fmt.Sprint("m", n)))}}
		start := time.Now()
		err := s.Append(context.Background(), entry)
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	b.StopTimer()
	report(b, took, raw)
}

// BenchmarkAppendTogether has 64 tables that each wait for their own line.
func BenchmarkAppendTogether(b *testing.B) {
	for name, line := range lines {
		b.Run(name, func(b *testing.B) { appendMany(b, line) })
	}
}

func appendMany(b *testing.B, line func(int, Source) Played) {
	const inFlight = 64
	s := opened(b, Options{WAL: RoomyWAL})
	_, err := s.Welcome(context.Background(), guild, ann, 100*inFlight, noon)
	require.NoError(b, err)
	tables := make([]Table, inFlight)
	for i := range tables {
		tables[i] = seated(b, s, channel+ChannelID(i))
		require.NoError(b, s.Append(context.Background(), Entry{Table: tables[i].ID, Played: []Played{
			paid(said(ann, "join", ""), annsBalance, annsStack, 20)}}))
	}
	raw, took := rawSync(b, 200), make([]time.Duration, b.N)
	var next atomic.Int64
	var tasks sync.WaitGroup
	b.ResetTimer()
	for _, table := range tables {
		tasks.Go(func() {
			for n := 1; ; n++ {
				i := next.Add(1) - 1
				if i >= int64(b.N) {
					return
				}
				entry := Entry{Table: table.ID, After: n, Played: []Played{line(n, Source(fmt.Sprint("m", i)))}}
				start := time.Now()
				err := s.Append(context.Background(), entry)
				if err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(start)
			}
		})
	}
	tasks.Wait()
	b.StopTimer()
	report(b, took, raw)
}

// million fills a store with a million tallies of 2,000 players in 1,000 days:
// a tenth of them penalties, and all in the one guild that is asked for.
func million(b *testing.B, s *Store) {
	b.Helper()
	ctx := context.Background()
	const players, rows = 2000, 1_000_000
	// The laws of the schema make this a journal like any other; only the
	// writing goes straight to the connection, in one transaction.
	require.NoError(b, s.write(ctx, func(p *pen) error {
		insert := func(text string, args ...any) {
			_, err := p.conn.ExecContext(ctx, text, args...)
			require.NoError(b, err)
		}
		insert(`INSERT INTO tables (guild, channel, game, options, opener, opened)
			WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < 999)
			SELECT ?, 10000 + i, iif(i % 5 = 4, 'twenty', 'classic'), '{}', 1, 1 + i FROM k`, guild)
		insert(`INSERT INTO seats (table_id, seat, player)
			WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 10)
			SELECT t.id, i, 1 + (t.id * 7 + i * i * 31) % ? FROM tables t, k`, players)
		insert(`INSERT INTO lines (table_id, n, at, seat, words)
			WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ?)
			SELECT t.id, i, ? - t.id * 86400000000000 + i, 1 + i % 10, 'set a b c' FROM tables t, k ORDER BY 1, 2`,
			rows/1000, noon.UnixNano())
		insert(`INSERT INTO tallies (table_id, line, seat, what, n, guild, game, at, player)
			SELECT t.id, l.n, s.seat, iif(l.n % 10 = 9, 'penalties', 'sets'), 1, t.guild, t.game, l.at, s.player
			FROM lines l JOIN tables t ON t.id = l.table_id JOIN seats s ON s.table_id = t.id AND s.seat = l.seat`)
		return nil
	}, nil))
	var size int
	require.NoError(b, s.readers.QueryRow(`SELECT count(*) FROM tallies`).Scan(&size))
	require.Equal(b, rows, size)
}

func BenchmarkLeaderboard(b *testing.B) {
	s := opened(b, Options{})
	million(b, s)
	for _, period := range []struct {
		name string
		days int
	}{{"day", 1}, {"week", 7}, {"month", 30}, {"year", 365}, {"all", 0}} {
		for _, game := range []string{"", "classic"} {
			b.Run(period.name+"/"+game, func(b *testing.B) {
				board := Board{Guild: guild, Count: games.Sets, Game: game}
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

// BenchmarkLook is what starting on a million lines costs, and what Check does.
func BenchmarkLook(b *testing.B) {
	s := opened(b, Options{})
	million(b, s)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			beside, err := Open(context.Background(), s.path, Options{ReadOnly: true})
			require.NoError(b, err)
			require.NoError(b, beside.Close())
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			require.NoError(b, s.Check(context.Background()))
		}
	})
}
