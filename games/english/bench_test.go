package english_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/english"
)

// BenchmarkGame plays whole two-player games as a table does: it makes views, turns starters and deals cards.
func BenchmarkGame(b *testing.B) {
	luck := games.Seeded(3)
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		game, err := english.Rules{}.Open(nil)
		require.NoError(b, err)
		do := func(seat games.Seat, m games.Move) {
			moves++
			step, err := game.Apply(games.Action{At: at, Seat: seat, Move: m})
			if err != nil {
				b.Fatal(err)
			}
			game = dealAllOwed(b, step.Game, luck, at)
		}
		do(1, games.Join{})
		do(2, games.Join{})
		do(1, games.Start{})
		for v := game.View(1); v.Phase == games.Playing; v = game.View(1) {
			if v.Offers[0].Words == "turn" {
				do(1, english.TurnStarter{})
				continue
			}
			do(1, english.Exchange)
			do(2, english.Exchange)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
