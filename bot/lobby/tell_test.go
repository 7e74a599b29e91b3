package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/render/words"
	"settable/store"
)

func TestResultIsCompared(t *testing.T) {
	catalogues, err := words.New(nil, nil, Words)
	require.NoError(t, err)
	for want, r := range map[string]store.Record{
		"That's the first game finished on this server!": {Tables: 1, Best: 20, Sets: 20},
		"This server has won 1 of its 3 games (33%). Best result: 24 sets. Average: 21.3.": {
			Tables: 3, Won: 1, Best: 24, Sets: 64,
		},
	} {
		require.Equal(t, want, catalogues.In("en").Plain(compare(r)))
	}
}
