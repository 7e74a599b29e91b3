package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/table"
)

// What waits is bounded: somebody who talks without end while a channel is read again
// takes no room without end.
func TestABacklogIsBounded(t *testing.T) {
	b := &backlog{posting: t.Context()}
	require.False(t, b.Held(table.Word{}), "nothing waits")
	b.HoldBack()
	for range mostHeld {
		require.True(t, b.Held(table.Word{}))
	}
	require.False(t, b.Held(table.Word{}))
	require.Len(t, b.next(nil), mostHeld)
	require.Empty(t, b.next(nil))
	require.False(t, b.Held(table.Word{}), "nothing waits any more")
}
