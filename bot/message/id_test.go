package message

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCustomIDsRoundTrip(t *testing.T) {
	for _, c := range []ID{
		{MoveButton, 12, 345, "none"},
		{FormButton, 1, 0, "set"},
		{BoardButton, 0, 0, "sets,,all,2"},
		{TextButton, 9_007_199_254_740_993, 1 << 30, ""},
	} {
		require.LessOrEqual(t, len(c.String()), 100, "Discord allows 100 characters")
		back, ok := ParseID(c.String())
		require.True(t, ok, c.String())
		require.Equal(t, c, back)
	}
}

func TestForgedCustomIDsAreRefused(t *testing.T) {
	for _, id := range []string{
		"", "move", "move:1", "move:1:2", "move:-1:2:none", "move:1:-2:none", "move:1e3:2:none", "move:0x1:2:none",
		"move:01:2:none", "move:+1:2:none", "move: 1:2:none", "move:1:2٣:none", "move:99999999999999999999:1:none",
		strings.Repeat(":", 100),
	} {
		_, ok := ParseID(id)
		require.False(t, ok, id)
	}
}
