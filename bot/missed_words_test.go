package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// If Bob claims a set a moment after Ann took it, and the bot is stopped or killed in between, the next run judges
// Bob's claim as late rather than wrong.
func TestLateClaimAcrossARestart(t *testing.T) {
	for name, ends := range map[string]func(*virtualBot){"stopped": (*virtualBot).stop, "killed": (*virtualBot).kill} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.opens("classic", nil)
				q.settle()
				set := q.set()
				q.wire.send(q.write(q.ann, set))
				time.Sleep(300 * time.Millisecond)
				q.write(q.bob, set)
				ends(q)
				q.restart()
				q.wait(10 * time.Second)
				told := q.latest()
				require.NotContains(t, q.words(), "2 "+set)
				require.Contains(t, told, "Bob was 0.30 s behind")
				require.NotContains(t, told, "isn't a set")
			})
		})
	}
}

// The bot answers "game?" even before Discord has returned the missed messages.
func TestGameRequestIsAnsweredWhileAChannelIsRead(t *testing.T) {
	for name, ask := range map[string]func(*discord.TypedMessage){
		"game?":         func(m *discord.TypedMessage) { m.Content = "game?" },
		"the bare name": func(m *discord.TypedMessage) { m.Content, m.MentionsMe = "", true },
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "classic", nil)
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					if method == http.MethodGet && strings.HasPrefix(path, "channels/") {
						return &requestFault{status: http.StatusServiceUnavailable}
					}
					return nil
				})
				since := time.Now()
				q.wire.send(discord.Disconnected{})
				q.newSession(since)
				time.Sleep(time.Second)
				m := q.write(q.cid, discord.Mention(farBot))
				ask(&m)
				q.wire.send(m)
				q.wait(5 * time.Second)
				require.Equal(t, 1, q.countPosts(func(p *botPost) bool {
					return strings.Contains(p.Content, "One table per channel")
				}))
			})
		})
	}
}
