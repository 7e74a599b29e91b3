package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// A reminder is deleted as soon as possible after its player has moved, even if Discord refuses that at first.
func TestReminderIsDeletedEventually(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		reminders := func() int {
			return q.countPosts(func(p *botPost) bool {
				return len(p.Buttons) == 0 && strings.Contains(p.Content, "<@")
			})
		}
		q.opens("poker", map[string]string{"turn": "30"})
		time.Sleep(17 * time.Second)
		require.Equal(t, 1, reminders())
		q.allowDeletes(false)
		q.say(q.mover(), "bet 2")
		time.Sleep(5 * time.Second)
		q.allowDeletes(true)
		q.wait(10 * time.Minute)
		require.Zero(t, reminders())
	})
}

// If a player is forgotten while another player's bet is waiting to be announced, the announcement of the bet isn't
// lost.
func TestForgettingKeepsOtherPlayersMoves(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.opens("poker", map[string]string{"turn": "30"})
		q.deny(world.PermissionViewChannel)
		q.say(q.mover(), "bet 2")
		q.table().Post.RemoveSentences("Cid")
		q.deny(0)
		q.wait(time.Minute + 10*time.Second)
		require.Contains(t, q.latest(), " bets 2")
	})
}

// allowDeletes sets whether Discord accepts requests to delete messages.
func (q *virtualBot) allowDeletes(it bool) {
	q.failRequests(func(method, _ string, _ requestBody) *requestFault {
		if method == http.MethodDelete && !it {
			return &requestFault{status: http.StatusBadGateway}
		}
		return nil
	})
}
