package discord

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is remembered is bounded, and the newest are remembered.
func TestTheNewestAreRemembered(t *testing.T) {
	var r Recent[MessageID]
	id := func(i int) MessageID { return MessageID(strconv.Itoa(i)) }
	for i := range 3 * mostRecent {
		require.True(t, r.Add(id(i)))
		require.False(t, r.Add(id(i)), "it comes twice")
		require.True(t, r.Has(id(max(0, i-mostRecent+1))))
		require.False(t, i >= mostRecent && r.Has(id(i-mostRecent)))
	}
	require.Len(t, r.at, mostRecent)
}
