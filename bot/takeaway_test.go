package bot

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// A table ends in a new post below the talk while Discord refuses deletions. The old post with its outdated buttons
// is deleted as soon as possible.
func TestOldPostIsDeletedEventually(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.bob, "join")
		q.slash(q.ann, "start", "", nil)
		for _, text := range []string{"hello", "my", "dear", "friends", "of", "cards"} {
			q.say(q.bob, text)
		}
		q.allowDeletes(false)
		q.slash(q.bob, "end", "", nil)
		q.slash(q.ann, "end", "", nil)
		time.Sleep(40 * time.Second)
		q.allowDeletes(true)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		require.Nil(t, q.table())
		require.Equal(t, 1, q.countPosts(func(p *fakePost) bool { return strings.Contains(p.Content, "SET") }))
	})
}

// The same for a reminder whose player has moved.
func TestReminderIsDeletedEventually(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		reminders := func() int {
			return q.countPosts(func(p *fakePost) bool {
				return len(p.Buttons) == 0 && strings.Contains(p.Content, "<@")
			})
		}
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "30"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		time.Sleep(17 * time.Second)
		require.Equal(t, 1, reminders())
		q.allowDeletes(false)
		q.say([]discord.UserRef{q.ann, q.bob}[q.toMove()], "bet 2")
		time.Sleep(5 * time.Second)
		q.allowDeletes(true)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		require.Zero(t, reminders())
	})
}

// A player is forgotten while another player's bet waits to be announced. The announcement isn't lost.
func TestForgettingKeepsOtherPlayersMoves(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "30"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		q.room(func(r *fakeChannel) { r.denied = true })
		q.say([]discord.UserRef{q.ann, q.bob}[q.toMove()], "bet 2")
		q.table().Post.RemoveSentences("Cid")
		q.room(func(r *fakeChannel) { r.denied = false })
		time.Sleep(time.Minute + 10*time.Second)
		synctest.Wait()
		require.Contains(t, q.latest(), " bets 2")
	})
}

// allowDeletes sets whether Discord deletes messages.
func (q *virtualBot) allowDeletes(it bool) {
	q.failRequests(func(method, _ string, _ requestBody) *requestFault {
		if method == http.MethodDelete && !it {
			return &requestFault{status: http.StatusBadGateway}
		}
		return nil
	})
}

// countPosts returns the number of the bot's posts in the channel for which such is true.
func (q *virtualBot) countPosts(such func(*fakePost) bool) (n int) {
	q.room(func(r *fakeChannel) {
		for _, p := range r.posts {
			if p.Bot && !p.Gone && such(p) {
				n++
			}
		}
	})
	return n
}
