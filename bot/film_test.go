package bot

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
)

// A user who waits for a film is told the outcome even if drawing fails or takes too long to answer the interaction.
// The press was acknowledged when drawing began, and isn't acknowledged again.
func TestFailedFilmIsReported(t *testing.T) {
	for name, c := range map[string]struct {
		takes time.Duration
		fails error
	}{
		"too slow": {takes: 25 * time.Second},
		"a fault":  {fails: errors.New("no ink")},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.ann, "start")
				q.say(q.ann, q.set())
				q.slash(q.ann, "end", "", nil)
				time.Sleep(5 * time.Second)
				q.drawWith(func(v games.View) ([]byte, error) {
					time.Sleep(c.takes)
					return []byte(v.String()), c.fails
				})
				var said []string
				answered := 0
				q.failRequests(func(method, path string, b requestBody) *requestFault {
					if strings.HasPrefix(path, "interactions/") {
						answered++
					}
					if method == http.MethodPatch && strings.HasPrefix(path, "webhooks/") {
						said = append(said, b.Content)
					}
					return nil
				})
				id := q.bot.lobby.Seal.Write(farHome, message.ID{Kind: message.ReplayButton, Table: 1, Words: "film"})
				asked := q.slashEvent(q.ann, "", "", nil).Interaction
				q.wire.send(discord.Press{Interaction: asked, CustomID: id, Private: true})
				q.wait(2 * time.Minute)
				require.Equal(t, []string{q.bot.lobby.Words.In("en").Key("command.replay.failed")}, said)
				require.Equal(t, 1, answered)
			})
		})
	}
}

// If a player is forgotten while a film is being drawn, the bot draws it again without their name.
func TestFilmDropsForgottenNames(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.bob, "play", "classic", nil)
		q.say(q.bob, "start")
		q.say(q.bob, q.set())
		q.slash(q.bob, "end", "", nil)
		time.Sleep(5 * time.Second)
		var dot bytes.Buffer
		require.NoError(q.t, png.Encode(&dot, image.NewGray(image.Rect(0, 0, 8, 8))))
		var mu sync.Mutex
		var named []bool // whether each frame names Bob
		q.drawWith(func(v games.View) ([]byte, error) {
			mu.Lock()
			defer mu.Unlock()
			if len(named) == 0 {
				require.NoError(q.t, q.store.Forgetting(context.Background(), q.bob.ID, time.Now()))
			}
			named = append(named, slices.ContainsFunc(v.Seats, func(p games.SeatView) bool { return p.Name == "Bob" }))
			return dot.Bytes(), nil
		})
		pictures := 0
		q.failRequests(func(method, path string, b requestBody) *requestFault {
			if method == http.MethodPatch && strings.HasPrefix(path, "webhooks/") {
				pictures += len(b.pictures)
			}
			return nil
		})
		id := q.bot.lobby.Seal.Write(farHome, message.ID{Kind: message.ReplayButton, Table: 1, Words: "film"})
		asked := q.slashEvent(q.ann, "", "", nil).Interaction
		q.wire.send(discord.Press{Interaction: asked, CustomID: id, Private: true})
		q.wait(30 * time.Second)
		require.Equal(q.t, 1, pictures)
		half := len(named) / 2
		require.Contains(q.t, named[:half], true)
		require.NotContains(q.t, named[half:], true)
	})
}
