package bot

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

// Who waits for a film hears how it went, even if it can't be drawn, or the machine takes longer for it than
// an answer may. The press was answered when it began, and is not answered once more.
func TestAFilmThatFailsIsAnswered(t *testing.T) {
	for name, c := range map[string]struct {
		takes time.Duration
		fails error
	}{
		"too slow": {takes: 25 * time.Second},
		"a fault":  {fails: errors.New("no ink")},
	} {
		t.Run(name, func(t *testing.T) {
			quietly(t, func(q *quiet) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.ann, "start")
				q.say(q.ann, q.set())
				q.slash(q.ann, "end", "", nil)
				time.Sleep(5 * time.Second)
				quick := message.Drawing
				defer func() { message.Drawing = quick }()
				message.Drawing = func(_ []byte, v games.View, _ render.Style, _ *words.Language) ([]byte, error) {
					time.Sleep(c.takes)
					return []byte(v.String()), c.fails
				}
				var said []string
				answered := 0
				q.far.mu.Lock()
				q.far.strike = func(method, path string, b farBody) *struck {
					if strings.HasPrefix(path, "interactions/") {
						answered++
					}
					if method == http.MethodPatch && strings.HasPrefix(path, "webhooks/") {
						said = append(said, b.Content)
					}
					return nil
				}
				q.far.mu.Unlock()
				id := q.bot.lobby.Seal.Write(farHome, message.ID{Kind: message.ReplayButton, Table: 1, Words: "film"})
				asked := q.slashed(q.ann, "", "", nil).Interaction
				q.wire.send(discord.Press{Interaction: asked, CustomID: id, Private: true})
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				require.Equal(t, []string{q.bot.lobby.Words.In("en").Key("command.replay.failed")}, said)
				require.Equal(t, 1, answered)
			})
		})
	}
}
