package bot

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// If another process takes over the server just after a night's first table was posted, nothing fails: the opener
// reads that the bot will be back soon, and the night and the table continue.
func TestNightOpensDuringAHandover(t *testing.T) {
	quietly(t, func(q *quiet) {
		var log bytes.Buffer
		q.bot.doors.deps.Log = slog.New(slog.NewTextHandler(&log, nil))
		q.strikes(func(method, path string, _ farBody) *struck {
			if method == http.MethodPost && strings.HasSuffix(path, "/messages") {
				q.bot.lobby.Leave()
			}
			return nil
		})
		text, _ := q.hears(q.ann, func() { q.slash(q.ann, "night", "start", nil) })
		require.Contains(t, text, "back in a few seconds")
		require.Empty(t, log.String())
		q.strikes(func(string, string, farBody) *struck { return nil })
		q.stop()
		q.again()
		q.rest()
		require.NotNil(t, q.table(), "the table plays")
		text, _ = q.hears(q.bob, func() { q.slash(q.bob, "night", "start", nil) })
		require.Contains(t, text, "night", "it is on already")
	})
}
