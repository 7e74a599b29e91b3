package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

var ends = map[string]func(*virtualBot){"a stop": (*virtualBot).stop, "a kill": (*virtualBot).kill}

// A reminder survives a restart, isn't repeated in the same turn, and is deleted after the turn, even if the turn
// ended while the bot wasn't running.
func TestOneReminderPerTurn(t *testing.T) {
	for name, ended := range ends {
		for when, moves := range map[string]func(*virtualBot, discord.UserRef){
			"moves later":     func(q *virtualBot, who discord.UserRef) { q.restart(); q.waitForSecondReminder(); q.say(who, "check") },
			"moves meanwhile": func(q *virtualBot, who discord.UserRef) { q.write(who, "check"); q.restart(); q.settle() },
			"goes away":       func(q *virtualBot, who discord.UserRef) { q.restart(); q.slash(who, "away", "", nil) },
		} {
			t.Run(name+", "+when, func(t *testing.T) {
				runVirtual(t, func(q *virtualBot) {
					who := q.playUntilReminded()
					ended(q)
					moves(q, who)
					q.settle()
					said, stand := q.reminders(who)
					require.Equal(t, 1, said)
					require.Zero(t, stand)
				})
			})
		}
	}
}

// If the bot is killed after Discord has accepted a reminder but before the bot has recorded it, the next run posts
// it again with the same nonce, and Discord creates no second message.
func TestUnrecordedReminderIsPostedOnce(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		who := q.playUntilReminded()
		left, err := q.store.Leftovers(q.t.Context())
		require.NoError(t, err)
		require.Len(t, left, 1)
		require.NoError(t, q.store.Deleted(q.t.Context(), left[0]))
		q.kill()
		q.restart()
		q.waitForSecondReminder()
		said, stand := q.reminders(who)
		require.Equal(t, []int{1, 1}, []int{said, stand})
		q.say(who, "check")
		_, stand = q.reminders(who)
		require.Zero(t, stand)
	})
}

// A player who joins doesn't start a new turn, even with a restart in between, so there is no second reminder. A move
// does start a new turn.
func TestReminderOfASecondTurn(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		who := q.playUntilReminded()
		q.say(q.cid, "join")
		q.stop()
		q.restart()
		q.waitForSecondReminder()
		said, stand := q.reminders(who)
		require.Equal(t, []int{1, 1}, []int{said, stand})
		q.say(who, "bet 1")
		q.wait(40 * time.Second)
		said, stand = q.reminders(q.mover())
		require.Equal(t, []int{1, 1}, []int{said, stand})
	})
}

// playUntilReminded starts a poker hand, waits until the player to move has been reminded, and returns that player.
func (q *virtualBot) playUntilReminded() discord.UserRef {
	q.opens("poker", map[string]string{"turn": "60"})
	who := q.mover()
	q.wait(40 * time.Second)
	said, stand := q.reminders(who)
	require.Equal(q.t, []int{1, 1}, []int{said, stand})
	return who
}

// waitForSecondReminder waits until a second reminder would be due.
func (q *virtualBot) waitForSecondReminder() {
	q.wait(18 * time.Second)
}

// reminders returns how many times a player was reminded, and how many of the reminders still exist.
func (q *virtualBot) reminders(who discord.UserRef) (said, stand int) {
	is := func(text string) bool { return strings.HasPrefix(text, discord.Mention(who.ID)+": ") }
	for _, text := range q.written() {
		if is(text) {
			said++
		}
	}
	return said, q.countPosts(func(p *botPost) bool { return is(p.Content) })
}

// If a table was reposted and Discord refuses to delete the old post with its outdated buttons, the bot deletes it as
// soon as Discord allows, in this run or the next one, whether or not the table is still open.
func TestOldPostIsDeletedEventually(t *testing.T) {
	for name, ended := range map[string]func(*virtualBot){"a stop": (*virtualBot).stop, "a kill": (*virtualBot).kill, "no end": nil} {
		for when, over := range map[string]bool{"a table": false, "one that is over": true} {
			t.Run(name+", "+when, func(t *testing.T) {
				runVirtual(t, func(q *virtualBot) {
					q.slash(q.ann, "play", "classic", nil)
					q.say(q.bob, "join")
					q.slash(q.ann, "start", "", nil)
					q.allowDeletes(false)
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
					if ended != nil {
						ended(q)
					}
					q.allowDeletes(true)
					if ended != nil {
						q.restart()
					}
					q.wait(time.Minute)
					tables := func(p *botPost) bool { return strings.Contains(p.Content, "SET") }
					require.Equal(t, 1, q.countPosts(tables))
					left, err := q.store.Leftovers(q.t.Context())
					require.NoError(t, err)
					require.Empty(t, left)
				})
			})
		}
	}
}

// If Discord refuses to delete one of a table's old posts, the bot waits before it tries the next one. In the end,
// only the refused post is left.
func TestOneOfTwoOldPostsCannotBeDeleted(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.bob, "join")
		q.slash(q.ann, "start", "", nil)
		refused := 0
		q.failRequests(func(method, path string, _ requestBody) *requestFault {
			if method != http.MethodDelete || !strings.HasPrefix(path, "channels/") || refused > 0 {
				return nil
			}
			refused++
			return &requestFault{status: http.StatusForbidden, out: refusal(50013, "No.")}
		})
		for range 2 {
			for _, text := range []string{"hello", "my", "dear", "friends", "of", "cards"} {
				q.say(q.bob, text)
			}
			q.say(q.ann, q.set())
			time.Sleep(time.Second)
		}
		q.wait(10 * time.Minute)
		require.Equal(t, 2, q.countPosts(func(p *botPost) bool { return strings.Contains(p.Content, "SET") }))
		left, err := q.store.Leftovers(q.t.Context())
		require.NoError(t, err)
		require.Empty(t, left)
	})
}

// The bot deletes its answer to "game?" when a table opens or it gives a newer answer, even after a restart.
func TestOfferIsDeletedAfterARestart(t *testing.T) {
	for name, ended := range ends {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				offers := func() int {
					q.settle()
					return q.countPosts(func(p *botPost) bool { return strings.Contains(p.Content, "What shall we play") })
				}
				q.say(q.bob, "game?")
				require.Equal(t, 1, offers())
				ended(q)
				q.restart()
				require.Equal(t, 1, offers(), "the buttons still work")
				q.say(q.ann, "game?")
				require.Equal(t, 1, offers())
				ended(q)
				q.restart()
				q.slash(q.ann, "play", "classic", nil)
				require.Zero(t, offers())
			})
		})
	}
}
