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

// A server that refuses the bot's reactions and messages doesn't delay answers on other servers, however much users
// write there. The bot must limit refused requests, because too many of them make Discord ban it on all servers.
func TestRefusingServerDelaysNoOthers(t *testing.T) {
	for name, c := range map[string]struct {
		method, path string
		people       int // fewer get a reaction, because they asked before
	}{
		"reactions": {http.MethodPut, "/reactions/", 2},
		"offers":    {http.MethodPost, "/messages", 2000},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				home, refused := q.channel.String(), 0
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					if method != c.method || !strings.Contains(path, home) || !strings.Contains(path, c.path) {
						return nil
					}
					refused++
					return &requestFault{status: 403, out: refusal(50013, "Missing Permissions")}
				})
				for i := range 2000 { // within ten minutes
					id := ids.User(950000000000000000 + i%c.people)
					q.wire.send(q.write(discord.UserRef{ID: id, Name: "X"}, "game?"))
					time.Sleep(280 * time.Millisecond)
				}
				synctest.Wait()
				q.channel = 930000000000000000
				e := q.slashEvent(q.ann, "play", "classic", nil)
				q.wire.send(e)
				q.settle()
				q.far.mu.Lock()
				defer q.far.mu.Unlock()
				require.True(t, q.far.tickets[string(e.Token)].answered, "users on other servers get their answers")
				require.Positive(t, refused)
				require.Less(t, refused, 10)
			})
		})
	}
}
