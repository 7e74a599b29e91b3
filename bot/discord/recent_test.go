package discord

import (
	"testing"

	"settable/store/ids"

	"github.com/stretchr/testify/require"
)

// A Recent has a limited size and keeps the newest elements.
func TestNewestElementsAreKept(t *testing.T) {
	var r Recent[ids.Message]
	id := func(i int) ids.Message { return ids.Message(i + 1) }
	for i := range 3 * maxRecent {
		require.True(t, r.Add(id(i)))
		require.False(t, r.Add(id(i)), "the id is no longer new")
		require.True(t, r.Has(id(max(0, i-maxRecent+1))))
		require.False(t, i >= maxRecent && r.Has(id(i-maxRecent)))
	}
	require.Len(t, r.at, maxRecent)
}
