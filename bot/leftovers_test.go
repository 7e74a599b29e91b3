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

// TestNobodyIsRemindedTwiceInATurn: a reminder outlives a restart, is not said again in its turn, and goes
// when the turn is over, be that after the start or while the bot is off.
func TestNobodyIsRemindedTwiceInATurn(t *testing.T) {
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

// TestAReminderThatWasNotNotedIsSaidOnce: the bot is killed when Discord has taken a reminder and before
// that is noted. The next run posts it again, and Discord knows it.
func TestAReminderThatWasNotNotedIsSaidOnce(t *testing.T) {
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

// TestAReminderOfASecondTurn: joining begins no new turn, also where the bot restarts in between; what comes
// after the move does.
func TestAReminderOfASecondTurn(t *testing.T) {
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

// reminded begins a hand of poker, waits until whoever is to move is reminded, and returns them.
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

// late waits until somebody would be reminded again.
func (q *quiet) late() {
	time.Sleep(18 * time.Second)
	synctest.Wait()
}

// reminders counts how often somebody was reminded, and how many of the reminders stand.
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

// TestAnOldPostIsTakenAwayAfterARestart: a table was posted anew, and the run ended before its old post,
// whose buttons would mislead, was deleted. That is made up for at the next start, whether the table plays
// on or not.
func TestAnOldPostIsTakenAwayAfterARestart(t *testing.T) {
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

// TestOfTwoOldPostsOneIsRefused: Discord refuses to delete one old post of a table, and so the bot does not
// even ask for the next one a moment later. Only the one that was refused is given up.
func TestOfTwoOldPostsOneIsRefused(t *testing.T) {
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

// TestAnOfferGoesAfterARestart: the answer to "game?" goes when a table opens, and where there is a newer
// one, also if the bot restarts in between.
func TestAnOfferGoesAfterARestart(t *testing.T) {
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
