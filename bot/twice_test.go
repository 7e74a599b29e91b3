package bot

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// poker starts a poker hand between Ann and Bob, and returns the player to move.
func (q *virtualBot) poker() (mover discord.UserRef) {
	q.opens("poker", map[string]string{"turn": "60"})
	return q.mover()
}

// Discord may deliver an interaction twice. Only the first is judged and the second is never answered, not even while
// the first is still being handled.
func TestRepeatedInteractionIsAnsweredOnce(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.poker()
		var answers []string
		q.failRequests(func(method, path string, b requestBody) *requestFault {
			if method == http.MethodPost && strings.HasPrefix(path, "interactions/") {
				answers = append(answers, b.Data.Content)
			}
			return nil
		})
		for range 2 {
			mover := q.mover()
			before := len(q.words())
			q.changeDiscord(func(*fakeDiscord) { answers = nil })
			e := q.slashEvent(mover, "check", "", nil)
			q.wire.send(e)
			q.wire.send(e)
			q.settle()
			require.Greater(q.t, len(q.words()), before)
			require.Len(q.t, answers, 1)
			require.NotContains(q.t, answers[0], "turn")
			q.wire.send(e)
			q.settle()
			require.Len(q.t, answers, 1, "and later as well")
		}
	})
}
