package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A hint that one of two players has asked for comes by itself a minute after the game began (Classic 11): the clock
// makes the move, although nobody writes anything. A restart in between doesn't delay it.
func TestHintComesAfterAMinute(t *testing.T) {
	for name, restarts := range map[string]bool{"undisturbed": false, "with a restart": true} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.opens("classic", map[string]string{"hints": "true"})
				time.Sleep(20 * time.Second)
				q.say(q.ann, "stuck")
				isHint := func(words string) bool { return strings.Contains(words, "hint") }
				require.False(t, slices.ContainsFunc(q.words(), isHint))
				time.Sleep(20 * time.Second)
				if restarts {
					q.stop()
					q.restart()
				}
				time.Sleep(15 * time.Second)
				q.settle()
				require.False(t, slices.ContainsFunc(q.words(), isHint), "%v", q.words())
				time.Sleep(30 * time.Second)
				q.settle()
				require.True(t, slices.ContainsFunc(q.words(), isHint), "%v", q.words())
			})
		})
	}
}
