package solitaire_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/solitaire"
)

// BenchmarkGame plays whole games as a table does: it makes views, takes sets and deals cards.
func BenchmarkGame(b *testing.B) {
	source := rand.New(rand.NewPCG(1, 2))
	luck := games.Seeded(3)
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		game, err := solitaire.Rules{}.Open(nil)
		require.NoError(b, err)
		do := func(seat games.Seat, m games.Move) {
			moves++
			step, err := game.Apply(games.Action{At: time.Unix(int64(moves), 0), Seat: seat, Move: m})
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
			move, ok := solitaire.Rules{}.Parse(finish(source, v))
			if !ok {
				b.Fatal("no move")
			}
			do(1, move)
			settled()
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkClaim measures one accepted claim, including parsing.
func BenchmarkClaim(b *testing.B) {
	game := gameAfter(b, nil, "P join", "P start", nine)
	b.ReportAllocs()
	for b.Loop() {
		move, ok := solitaire.Rules{}.Parse("set 1 2 3")
		if !ok {
			b.Fatal("no move")
		}
		if _, err := game.Apply(games.Action{Seat: 1, Move: move}); err != nil {
			b.Fatal(err)
		}
	}
}
