package bot

import (
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

// Who waits for a film hears how it went, even if the machine takes longer for it than an answer may.
func TestAFilmThatTakesTooLongIsAnswered(t *testing.T) {
	quietly(t, func(q *quiet) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.ann, "start")
		q.say(q.ann, q.set())
		q.slash(q.ann, "end", "", nil)
		time.Sleep(5 * time.Second)
		quick := message.Drawing
		defer func() { message.Drawing = quick }()
		message.Drawing = func(_ []byte, v games.View, _ render.Style, _ *words.Language) ([]byte, error) {
			time.Sleep(25 * time.Second)
			return []byte(v.String()), nil
		}
		var said []string
		q.far.mu.Lock()
		q.far.strike = func(method, path string, b farBody) *struck {
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
	})
}
