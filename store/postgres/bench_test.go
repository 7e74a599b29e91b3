package postgres

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

// BenchmarkFence writes lines at many tables, alternately without leases and with one, to measure the cost of the
// fence.
func BenchmarkFence(b *testing.B) {
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprint(tables), func(b *testing.B) { fenceCosts(b, tables) })
	}
}

func fenceCosts(b *testing.B, tables int) {
	ctx := context.Background()
	alone := openedAt(b, storetest.Postgres(b), Options{})
	shared := openedAt(b, storetest.Postgres(b), Options{Shared: true})
	require.NoError(b, shared.Divide(ctx, 1))
	l, err := shared.Take(ctx, "a", store.Shard{}, time.Minute)
	require.NoError(b, err)
	stores := []store.Store{alone, shared.Of(l, func() {})}
	rows := make([][]store.Table, len(stores))
	for k, s := range stores {
		for i := range tables {
			row, err := s.OpenTable(ctx, store.Table{Guild: storetest.Guild, Game: "classic", Opener: storetest.Ann,
				Channel: storetest.Channel + ids.Channel(i), Opened: storetest.Noon}, "")
			require.NoError(b, err)
			rows[k] = append(rows[k], row)
		}
	}
	const lines = 2 // for each table, before the other one's turn
	took := make([][]time.Duration, len(stores))
	written := 0
	for b.Loop() {
		for k, s := range stores {
			start := time.Now()
			var all sync.WaitGroup
			for _, row := range rows[k] {
				all.Go(func() {
					for n := range lines {
						err := s.Append(ctx, store.Entry{Table: row.ID, After: written + n, Played: []store.Played{{
							Line: store.Line{At: storetest.Noon, Seat: games.Clock, Words: "away 1",
								Source: store.Source(fmt.Sprintf("m%d-%d", row.ID, written+n))}}}})
						if err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			took[k] = append(took[k], time.Since(start))
		}
		written += lines
	}
	perSecond := func(k int) float64 { // uses the median, because other programs use the machine too
		slices.Sort(took[k])
		return float64(lines*tables) / took[k][len(took[k])/2].Seconds()
	}
	b.ReportMetric(perSecond(0), "lines/s-alone")
	b.ReportMetric(perSecond(1), "lines/s-leased")
	b.ReportMetric(perSecond(1)/perSecond(0), "leased÷alone")
}
