package every_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/every"
)

// BenchmarkSimulate plays whole games as `settable simulate` does.
func BenchmarkSimulate(b *testing.B) {
	for _, kind := range every.Game {
		b.Run(kind.Name(), func(b *testing.B) {
			source := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, kind.Figures.Play(source, 2, 1, games.Counts{}))
			}
		})
	}
}
