package bot

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord/discordtest"
	"settable/bot/sandbox/world"
	"settable/store"
	"settable/store/ids"
)

// If a user deletes a message that was posted just before a crash, Discord refuses its nonce, and the bot doesn't post
// the message again. The test covers the post of a planned night and its reminder.
func TestDeletedPostsAreNotPostedAgain(t *testing.T) {
	for _, what := range []string{"plan-", "remind-"} {
		t.Run(what, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				posts := 0
				q.failRequests(func(_, _ string, b requestBody) *requestFault {
					if !strings.HasPrefix(b.Nonce, what) {
						return nil
					}
					posts++
					return &requestFault{status: 404, out: refusal(10008, "Unknown Message")}
				})
				q.slash(q.ann, "night", "plan", map[string]string{"when": "in 3 hours"})
				q.wait(3*time.Hour + 30*time.Minute)
				p, err := q.store.Plan(context.Background(), 1)
				require.NoError(t, err)
				require.False(t, p.Done.IsZero())
				q.far.mu.Lock()
				defer q.far.mu.Unlock()
				require.Equal(t, 1, posts)
			})
		})
	}
}

// A planned night gets a scheduled event even if the channel's name is as long as Discord allows. If Discord refuses
// the event permanently, the night has none. After a temporary failure, the bot retries.
func TestEventOfAPlannedNight(t *testing.T) {
	long := strings.Repeat("ä", 100)
	no := func(status, code int) *requestFault { return &requestFault{status: status, out: refusal(code, "No.")} }
	for name, c := range map[string]struct {
		channel  string
		asked    *requestFault // the result of looking up the channel's name; nil: the name
		put      *requestFault // the result of creating the event; nil: it is created
		event    ids.Event     // the event of the night if none was created
		requests int           // the number of create requests; -1: more than one
	}{
		"a long name":               {long, nil, nil, 0, 1},
		"refused by the calendar":   {"cards", nil, no(400, 50035), store.NoEvent, 1},
		"not allowed":               {"cards", nil, no(403, 50013), store.NoEvent, 1},
		"a name that can't be read": {"cards", no(403, 50001), nil, store.NoEvent, 0},
		"failing":                   {"cards", nil, no(503, 0), 0, -1},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				put := 0
				q.far.do(func(w *world.World) { q.far.channelIn(w, farHome, q.channel).Name = c.channel })
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					switch {
					case path == "channels/"+q.channel.String():
						return c.asked
					case method == http.MethodPost && strings.HasSuffix(path, "/scheduled-events"):
						put++
						return c.put
					}
					return nil
				})
				q.slash(q.ann, "night", "plan", map[string]string{"when": "in 3 hours"})
				q.wait(10 * time.Minute)
				p, err := q.store.Plan(context.Background(), 1)
				require.NoError(t, err)
				q.far.do(func(w *world.World) {
					for _, e := range w.Events {
						c.event = discordtest.ID[ids.Event](e.ID)
					}
				})
				require.Equal(t, c.event, p.Event)
				require.Equal(t, c.asked == nil && c.put == nil, p.Event > 0 && p.Event != store.NoEvent)
				q.far.mu.Lock()
				defer q.far.mu.Unlock()
				if c.requests < 0 {
					require.Greater(t, put, 1)
					return
				}
				require.Equal(t, c.requests, put)
			})
		})
	}
}

// If an event is missing from the calendar's list, the bot looks it up and cancels the night only if the event
// doesn't exist. If Discord doesn't answer, or doesn't let the bot see the event, the night takes place and its
// players are reminded.
func TestUnlistedEventIsLookedUp(t *testing.T) {
	for name, c := range map[string]struct {
		answer *requestFault // nil: the event
		on     bool
	}{
		"it exists":    {nil, true},
		"it is hidden": {&requestFault{status: 403, out: refusal(50001, "Missing Access")}, true},
		"an outage":    {&requestFault{status: 503}, true},
		"it is gone":   {&requestFault{status: 404, out: refusal(10070, "Unknown Guild Scheduled Event")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				lookups := 0
				const events = "guilds/900000000000000003/scheduled-events"
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					switch {
					case method != http.MethodGet:
						return nil
					case path == events:
						return &requestFault{status: 200, out: []any{}}
					case strings.HasPrefix(path, events+"/"):
						lookups++
						return c.answer
					}
					return nil
				})
				q.slash(q.ann, "night", "plan", map[string]string{"when": "in 3 hours"})
				require.NotZero(q.t, q.storedPlan(1).Event)
				q.ready(true)
				time.Sleep(time.Minute)
				synctest.Wait()
				q.changeDiscord(func(*faultyDiscord) { require.Positive(q.t, lookups) })
				require.Equal(q.t, c.on, q.storedPlan(1).Cancelled.IsZero())
				time.Sleep(3 * time.Hour)
				synctest.Wait()
				require.Equal(q.t, c.on, strings.Contains(strings.Join(q.posts(), "\n"), "Start the night"))
			})
		})
	}
}
