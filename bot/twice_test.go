package bot

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// poker starts a poker hand between Ann and Bob, and returns the player to move.
func (q *quiet) poker() (mover discord.UserRef) {
	q.slash(q.ann, "play", "poker", map[string]string{"turn": "60"})
	q.say(q.bob, "join")
	q.say(q.ann, "start")
	return []discord.UserRef{q.ann, q.bob}[q.turn()]
}

// Discord may deliver an interaction twice. Only the first is judged and the second is never answered, not even while
// the first is still being handled.
func TestRepeatedInteractionIsAnsweredOnce(t *testing.T) {
	quietly(t, func(q *quiet) {
		q.poker()
		var answers []string
		q.far.strike = func(method, path string, b farBody) *struck {
			if method == http.MethodPost && strings.HasPrefix(path, "interactions/") {
				answers = append(answers, b.Data.Content)
			}
			return nil
		}
		for range 2 {
			mover := []discord.UserRef{q.ann, q.bob}[q.turn()]
			before := len(q.words())
			answers = nil
			e := q.slashed(mover, "check", "", nil)
			q.wire.send(e)
			q.wire.send(e)
			q.rest()
			require.Greater(q.t, len(q.words()), before)
			require.Len(q.t, answers, 1)
			require.NotContains(q.t, answers[0], "turn")
			q.wire.send(e)
			q.rest()
			require.Len(q.t, answers, 1, "and later as well")
		}
	})
}
