package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/sandbox/world"
)

// poker starts a poker hand between Ann and Bob, and returns the player to move.
func (q *virtualBot) poker() (mover discord.UserRef) {
	q.opens("poker", map[string]string{"turn": "60"})
	return q.mover()
}

// If Discord delivers an interaction twice, only the first delivery is judged. The second is never answered, even
// while the first is still being handled.
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
			q.changeDiscord(func(*faultyDiscord) { answers = nil })
			e := q.slashEvent(mover, "check", "", nil)
			q.wire.send(e)
			q.wire.send(e)
			q.settle()
			require.Greater(q.t, len(q.words()), before)
			require.Len(q.t, answers, 1)
			require.NotContains(q.t, answers[0], "turn")
			q.wire.send(e)
			q.settle()
			require.Len(q.t, answers, 1, "answered again later")
		}
	})
}

// If the bot crashes after a move was written but before it was answered, and Discord delivers the command to the
// next run, that run answers it without playing the move again.
func TestRepeatedInteractionAfterARestartIsAnswered(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		mover := q.poker()
		e := q.slashEvent(mover, "check", "", nil)
		q.wire.send(e)
		q.settle()
		q.kill()
		q.restart()
		e.Token = "again"
		q.far.do(func(w *world.World) { q.far.await(w, e.Interaction) })
		before := q.words()
		told := q.privateAnswers(mover, func() { q.wire.send(e); time.Sleep(4 * time.Second) })
		require.Equal(q.t, before, q.words())
		require.NotContains(q.t, told, "broke")
		q.changeDiscord(func(f *faultyDiscord) {
			require.True(q.t, f.tickets["again"].answered)
			require.Less(q.t, f.tickets["again"].after, time.Second)
		})
	})
}
