package bot

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

func TestAResultIsCompared(t *testing.T) {
	require.Equal(t, "It is the first on this server that was played to its end.", compare(store.Record{Tables: 1, Best: 20, Sets: 20}))
	require.Equal(t, "On this server, of 3 games: 24 sets at best, 21.3 on average, 1 won (33 %).", compare(store.Record{Tables: 3, Won: 1, Best: 24, Sets: 64}))
}
