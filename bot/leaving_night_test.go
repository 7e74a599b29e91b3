package bot

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// If another process takes over the server just after a night's first table was posted, the opener reads that the bot
// will be back soon, and the night and the table continue.
func TestNightOpensDuringAHandover(t *testing.T) {
	var log bytes.Buffer
	logs := func(b *Bot) { b.doors.deps.Log = slog.New(slog.NewTextHandler(&log, nil)) }
	runVirtualBot(t, func(q *virtualBot) { q.prepare = logs }, func(q *virtualBot) {
		q.failRequests(func(method, path string, _ requestBody) *requestFault {
			if method == http.MethodPost && strings.HasSuffix(path, "/messages") {
				q.bot.lobby.Leave()
			}
			return nil
		})
		text, _ := q.privateAnswer(q.ann, func() { q.slash(q.ann, "night", "start", nil) })
		require.Contains(t, text, "back in a few seconds")
		require.Empty(t, log.String())
		q.failRequests(func(string, string, requestBody) *requestFault { return nil })
		q.stop()
		q.restart()
		q.settle()
		require.NotNil(t, q.table(), "the table must continue")
		text, _ = q.privateAnswer(q.bob, func() { q.slash(q.bob, "night", "start", nil) })
		require.Contains(t, text, "night", "the night must still be open")
	})
}
