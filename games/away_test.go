package games

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// An away line stores downtime to the millisecond, without floating-point noise, and parses back unchanged.
func TestAwayIsWrittenInMilliseconds(t *testing.T) {
	require.Equal(t, "away 5.488", LostTime{For: 5488 * time.Millisecond}.String())
	for ms := time.Duration(1); ms < 1e9; ms = ms*7/5 + 1 {
		text := LostTime{For: ms * time.Millisecond}.String()
		require.LessOrEqual(t, len(text), len("away 1000000.000"), text)
		back, ok := parseAway(text[len("away "):])
		require.True(t, ok)
		require.Equal(t, LostTime{For: ms * time.Millisecond}, back)
	}
}
