package bot_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// Everyone can read why chips were granted. The list contains every grant, however long the reasons are.
func TestGrantListShowsEveryReason(t *testing.T) {
	n := newBot(t)
	why := strings.Repeat("🎉🏆", 30) + " for second place: see Sunday's thread"
	for i := range 12 {
		n.slash("Ann", "chips", world.Sub("grant", world.Opt("member", n.sb.User("Bob").ID),
			world.Opt("amount", i+1), world.Opt("reason", why)))
	}
	require.Contains(t, n.slash("Cid", "chips", world.Sub("grants")), "see Sunday's thread")
	require.Equal(t, 12, strings.Count(n.slash("Bob", "chips", world.Sub("history")), "balance"))
}
