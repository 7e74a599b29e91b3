package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/gamestest"
)

// However Discord fails while the bot registers its commands, the bot registers them without a restart as soon as
// Discord accepts them. Until then, the host is told that they aren't registered. In an earlier version, a single
// status 500 left a new installation without commands until a restart.
func TestCommandRegistrationIsRetried(t *testing.T) {
	gamestest.SkipUnderRace(t)
	list := func(m, path string) bool { return m == http.MethodGet && isOfCommands(path) }
	put := func(m, path string) bool { return m == http.MethodPut && isOfCommands(path) }
	app := func(_, path string) bool { return path == "applications/@me" }
	for name, c := range map[string]struct {
		fails func(method, path string) bool
		how   requestFault
	}{
		"a 500 for the application":     {app, requestFault{status: 500}},
		"a response that is not a list": {list, requestFault{status: 200, out: "<html>"}},
		"a 500 for the commands":        {put, requestFault{status: 500}},
		"the request hangs":             {put, requestFault{hangs: true}},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.settle()
				q.stop()
				q.far.do(func(w *world.World) { w.Commands = nil })
				ill, failed, registered := true, 0, 0
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					switch {
					case ill && c.fails(method, path):
						failed++
						return &c.how
					case put(method, path):
						registered++
					}
					return nil
				})
				q.restart()
				q.wait(time.Minute)
				require.Greater(q.t, failed, 2)
				require.Zero(q.t, registered)
				require.Equal(q.t, registering+"=1", q.bot.tasks.String(), "the log must name the pending task")
				q.far.mu.Lock()
				ill = false
				q.far.mu.Unlock()
				q.wait(2 * time.Minute)
				require.Equal(q.t, 1, registered, "registered more than once")
				require.Empty(q.t, q.bot.tasks.String())
			})
		})
	}
}

func isOfCommands(path string) bool {
	return strings.HasPrefix(path, "applications/") && strings.HasSuffix(path, "/commands")
}
