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
				require.NoError(b, kind.Figures.Play(source, nil, 2, 1, games.Counts{}))
			}
		})
	}
}

// Every house rule is an option of its game and differs from the default.
func TestHouseRulesAreOptions(t *testing.T) {
	for _, kind := range every.Game {
		m := kind.Manual()
		_, err := m.Fill(m.HouseRules)
		require.NoError(t, err, kind.Name())
		for name, value := range m.HouseRules {
			o, _ := m.Option(name)
			require.NotEqual(t, o.Default, value, "%s, option %s", kind.Name(), name)
		}
		_, err = kind.Open(m.OptionsBy(games.House, nil))
		require.NoError(t, err, kind.Name())
	}
}
