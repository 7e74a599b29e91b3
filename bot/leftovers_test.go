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

// ends are the ways in which a run of the bot ends.
var ends = map[string]func(*quiet){"a stop": (*quiet).stop, "a kill": (*quiet).kill}

// A reminder survives a restart, isn't repeated within the same turn, and is deleted when the turn ends, whether the
// bot is running then or not.
func TestOneReminderPerTurn(t *testing.T) {
	for name, ended := range ends {
		for when, moves := range map[string]func(*quiet, discord.UserRef){
			"moves later":     func(q *quiet, who discord.UserRef) { q.again(); q.late(); q.say(who, "check") },
			"moves meanwhile": func(q *quiet, who discord.UserRef) { q.write(who, "check"); q.again(); q.rest() },
			"goes away":       func(q *quiet, who discord.UserRef) { q.again(); q.slash(who, "away", "", nil) },
		} {
			t.Run(name+", "+when, func(t *testing.T) {
				quietly(t, func(q *quiet) {
					who := q.reminded()
					ended(q)
					moves(q, who)
					q.rest()
					said, stand := q.reminders(who)
					require.Equal(t, 1, said)
					require.Zero(t, stand)
				})
			})
		}
	}
}

// The bot is killed after Discord accepted a reminder but before that was recorded. The next run posts it again, and
// Discord recognises the nonce.
func TestUnrecordedReminderIsPostedOnce(t *testing.T) {
	quietly(t, func(q *quiet) {
		who := q.reminded()
		left, err := q.store.Leftovers(q.t.Context())
		require.NoError(t, err)
		require.Len(t, left, 1)
		require.NoError(t, q.store.Deleted(q.t.Context(), left[0]))
		q.kill()
		q.again()
		q.late()
		said, stand := q.reminders(who)
		require.Equal(t, []int{1, 1}, []int{said, stand})
		q.say(who, "check")
		_, stand = q.reminders(who)
		require.Zero(t, stand)
	})
}

// Joining doesn't start a new turn, even with a restart in between, so it causes no second reminder. A move does.
func TestReminderOfASecondTurn(t *testing.T) {
	quietly(t, func(q *quiet) {
		who := q.reminded()
		q.say(discord.UserRef{ID: "910000000000000002", Name: "Cid"}, "join")
		q.stop()
		q.again()
		q.late()
		said, stand := q.reminders(who)
		require.Equal(t, []int{1, 1}, []int{said, stand})
		q.say(who, "bet 1")
		time.Sleep(40 * time.Second)
		q.rest()
		said, stand = q.reminders([]discord.UserRef{q.ann, q.bob}[q.turn()])
		require.Equal(t, []int{1, 1}, []int{said, stand})
	})
}

// reminded starts a poker hand, waits until the player to move is reminded, and returns them.
func (q *quiet) reminded() discord.UserRef {
	q.slash(q.ann, "play", "poker", map[string]string{"turn": "60"})
	q.say(q.bob, "join")
	q.say(q.ann, "start")
	who := []discord.UserRef{q.ann, q.bob}[q.turn()]
	time.Sleep(40 * time.Second)
	q.rest()
	said, stand := q.reminders(who)
	require.Equal(q.t, []int{1, 1}, []int{said, stand})
	return who
}

// late waits until the next reminder would be due.
func (q *quiet) late() {
	time.Sleep(18 * time.Second)
	synctest.Wait()
}

// reminders returns how often someone was reminded, and how many of the reminders still exist.
func (q *quiet) reminders(who discord.UserRef) (said, stand int) {
	q.room(func(r *room) {
		for _, p := range r.posts {
			if p.Bot && strings.HasPrefix(p.Content, discord.Mention(who.ID)+": ") {
				said++
				if !p.Gone {
					stand++
				}
			}
		}
	})
	return said, stand
}

// A table was reposted, and the run ended before the old post with its outdated buttons was deleted. The next run
// deletes it, whether the table is still open or not.
func TestOldPostIsDeletedAfterARestart(t *testing.T) {
	for name, ended := range ends {
		for when, over := range map[string]bool{"a table": false, "one that is over": true} {
			t.Run(name+", "+when, func(t *testing.T) {
				quietly(t, func(q *quiet) {
					q.slash(q.ann, "play", "classic", nil)
					q.say(q.bob, "join")
					q.slash(q.ann, "start", "", nil)
					q.deletes(false)
					for range 2 {
						for _, text := range []string{"hello", "my", "dear", "friends", "of", "cards"} {
							q.say(q.bob, text)
						}
						q.say(q.ann, q.set())
						time.Sleep(2 * time.Second)
					}
					if over {
						q.slash(q.ann, "end", "", nil)
						time.Sleep(2 * time.Second)
					}
					ended(q)
					q.deletes(true)
					q.again()
					time.Sleep(time.Minute)
					synctest.Wait()
					tables := func(p *farPost) bool { return strings.Contains(p.Content, "SET") }
					require.Equal(t, 1, q.standing(tables))
					left, err := q.store.Leftovers(q.t.Context())
					require.NoError(t, err)
					require.Empty(t, left)
				})
			})
		}
	}
}

// Discord refuses to delete one old post of a table, so the bot doesn't try the next one immediately. It gives up
// only the refused one.
func TestOneOfTwoOldPostsCannotBeDeleted(t *testing.T) {
	quietly(t, func(q *quiet) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.bob, "join")
		q.slash(q.ann, "start", "", nil)
		refused := 0
		q.strikes(func(method, path string, _ farBody) *struck {
			if method != http.MethodDelete || !strings.HasPrefix(path, "channels/") || refused > 0 {
				return nil
			}
			refused++
			return &struck{status: http.StatusForbidden, out: refusal(50013, "No.")}
		})
		for range 2 {
			for _, text := range []string{"hello", "my", "dear", "friends", "of", "cards"} {
				q.say(q.bob, text)
			}
			q.say(q.ann, q.set())
			time.Sleep(time.Second)
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		require.Equal(t, 2, q.standing(func(p *farPost) bool { return strings.Contains(p.Content, "SET") }))
		left, err := q.store.Leftovers(q.t.Context())
		require.NoError(t, err)
		require.Empty(t, left)
	})
}

// The answer to "game?" is deleted when a table opens or a newer answer exists, even with a restart in between.
func TestOfferIsDeletedAfterARestart(t *testing.T) {
	for name, ended := range ends {
		t.Run(name, func(t *testing.T) {
			quietly(t, func(q *quiet) {
				offers := func() int {
					q.rest()
					return q.standing(func(p *farPost) bool { return strings.Contains(p.Content, "What shall we play") })
				}
				q.say(q.bob, "game?")
				require.Equal(t, 1, offers())
				ended(q)
				q.again()
				require.Equal(t, 1, offers(), "its buttons still work")
				q.say(q.ann, "game?")
				require.Equal(t, 1, offers())
				ended(q)
				q.again()
				q.slash(q.ann, "play", "classic", nil)
				require.Zero(t, offers())
			})
		})
	}
}
