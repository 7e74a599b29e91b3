package discord

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A fault is logged immediately, and then once a minute with the number of occurrences.
func TestLogIsNotFlooded(t *testing.T) {
	var s FaultLog
	now := time.Now()
	require.Equal(t, 1, s.count("answering", now))
	for range 500 {
		now = now.Add(100 * time.Millisecond)
		require.Zero(t, s.count("answering", now))
	}
	require.Equal(t, 1, s.count("posting", now))
	require.Equal(t, 501, s.count("answering", now.Add(faultLogEvery)))
	require.Zero(t, s.count("answering", now.Add(faultLogEvery)))
}
