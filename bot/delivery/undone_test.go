package delivery

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A flood leaves much undone; the log hears of each kind at once, and then once
// a minute how often.
func TestTheLogIsNotFlooded(t *testing.T) {
	var u undone
	now := time.Now()
	require.Equal(t, 1, u.add("reacting", now))
	for range 500 {
		now = now.Add(100 * time.Millisecond)
		require.Zero(t, u.add("reacting", now))
	}
	require.Equal(t, 1, u.add("answering", now))
	require.Equal(t, 501, u.add("reacting", now.Add(tellUndone)))
	require.Zero(t, u.add("reacting", now.Add(tellUndone)))
}
