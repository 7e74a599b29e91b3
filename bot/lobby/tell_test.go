package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/render/words"
	"settable/store"
)

func TestAResultIsCompared(t *testing.T) {
	catalogues, err := words.New(nil, nil, Words)
	require.NoError(t, err)
	for want, r := range map[string]store.Record{
		"It is the first on this server that was played to its end.": {Tables: 1, Best: 20, Sets: 20},
		"On this server, of 3 games: 24 sets at best, 21.3 on average, 1 won (33 %).": {
			Tables: 3, Won: 1, Best: 24, Sets: 64,
		},
	} {
		require.Equal(t, want, catalogues.In("en").Plain(compare(r)))
	}
}
