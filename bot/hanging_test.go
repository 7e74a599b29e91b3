package bot

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store/ids"
)

// If posts hang because Discord doesn't respond to them, commands are still answered in time, however many posts are
// hanging.
func TestHangingPostsDelayNoAnswers(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.failRequests(func(method, path string, _ requestBody) *requestFault {
			if method == http.MethodPost && strings.HasPrefix(path, "channels/") {
				return &requestFault{hangs: true}
			}
			return nil
		})
		home := q.channel
		for i := range 300 {
			q.channel = ids.Channel(940000000000000000 + i)
			who := discord.UserRef{ID: ids.User(950000000000000000 + i), Name: "X"}
			q.wire.send(q.write(who, "game?"))
			time.Sleep(50 * time.Millisecond)
		}
		synctest.Wait()
		q.channel = home
		e := q.slashEvent(q.ann, "rules", "", map[string]string{"game": "classic"})
		q.wire.send(e)
		q.wait(2900 * time.Millisecond)
		q.far.mu.Lock()
		defer q.far.mu.Unlock()
		require.True(t, q.far.tickets[string(e.Token)].answered)
	})
}
