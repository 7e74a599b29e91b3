package classic_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
)

// BenchmarkGame plays whole games as a table does, with a random set each time: it makes views,
// applies claims and deals cards.
func BenchmarkGame(b *testing.B) {
	source := rand.New(rand.NewPCG(1, 2))
	luck := games.Seeded(3)
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		game, err := classic.Rules{}.Open(nil)
		require.NoError(b, err)
		at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
		do := func(seat games.Seat, m games.Move) {
			moves++
			step, err := game.Apply(games.Action{At: at, Seat: seat, Move: m})
			if err != nil {
				b.Fatal(err)
			}
			game = step.Game
		}
		settled := func() {
			for owed, ok := game.Owed(); ok; owed, ok = game.Owed() {
				drawn, err := luck.Draw(owed)
				if err != nil {
					b.Fatal(err)
				}
				do(games.Dealer, games.Deal{Cards: drawn})
			}
		}
		do(1, games.Join{})
		do(1, games.Start{})
		settled()
		for v := game.View(1); v.Phase == games.Playing; v = game.View(1) {
			sets := cards.Sets(table(v))
			three := sets[source.IntN(len(sets))]
			do(1, games.Claim{Picks: [3]games.Pick{{Card: three[0]}, {Card: three[1]}, {Card: three[2]}}})
			settled()
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkClaim measures one accepted claim, including parsing.
func BenchmarkClaim(b *testing.B) {
	game, err := classic.Rules{}.Open(nil)
	require.NoError(b, err)
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for _, m := range []games.Move{games.Join{}, games.Start{}} {
		step, err := game.Apply(games.Action{At: at, Seat: 1, Move: m})
		require.NoError(b, err)
		game = step.Game
	}
	deal, ok := classic.Rules{}.Parse("deal 1SRD 2SRD 3SRD 3SGD 2NRV 2SGD 1SGQ 2NGQ 2TGD 2NRD 3TGD 3NPV")
	require.True(b, ok)
	step, err := game.Apply(games.Action{At: at, Seat: games.Dealer, Move: deal})
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		move, ok := classic.Rules{}.Parse("set a b c")
		if !ok {
			b.Fatal("no move")
		}
		if _, err := step.Game.Apply(games.Action{At: at, Seat: 1, Move: move}); err != nil {
			b.Fatal(err)
		}
	}
}
