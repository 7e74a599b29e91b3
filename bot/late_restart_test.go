package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAClaimIsLateOverARestart: Ann takes a set, and Bob types the same a moment later, which nobody hears
// any more, because the bot is stopped or dies. The next start reads it, and it is late and not wrong.
func TestAClaimIsLateOverARestart(t *testing.T) {
	for name, ends := range map[string]func(*quiet){"stopped": (*quiet).stop, "killed": (*quiet).kill} {
		t.Run(name, func(t *testing.T) {
			quietly(t, func(q *quiet) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.bob, "join")
				q.say(q.ann, "start")
				q.rest()
				set := q.set()
				q.wire.send(q.write(q.ann, set))
				time.Sleep(300 * time.Millisecond)
				q.write(q.bob, set)
				ends(q)
				q.again()
				time.Sleep(10 * time.Second)
				q.rest()
				told := q.latest()
				require.NotContains(t, q.words(), "2 "+set)
				require.Contains(t, told, "Bob was 0.30 s behind")
				require.NotContains(t, told, "is not a set")
			})
		})
	}
}
