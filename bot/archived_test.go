package bot

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store"
)

// archive turns the channel into an archived thread, which a post unarchives unless the thread is locked. edits
// counts the edits and posts that Discord refuses.
func (q *virtualBot) archive(locked bool) (edits *int) {
	edits = new(int)
	var thread world.Thread
	q.far.do(func(w *world.World) {
		c := must(w.Channel(q.channel.String()))
		c.Thread = &world.Thread{BotIsIn: true, Archived: true, Locked: locked}
	})
	q.failRequests(func(method, path string, _ requestBody) *requestFault {
		q.far.world.Do(func(w *world.World) { thread = *must(w.Channel(q.channel.String())).Thread })
		if thread.Archived && strings.HasPrefix(path, "channels/") &&
			(method == http.MethodPatch || method == http.MethodPost && thread.Locked) {
			*edits++
		}
		return nil
	})
	return edits
}

// If a user archives the table's thread, the table is reposted, which unarchives the thread. The table's clock was
// stopped for the 45 minutes during which the table couldn't be shown.
func TestTableInAnArchivedThreadIsReposted(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.ann, "start")
		edits := q.archive(false)
		q.slash(q.bob, "join", "", nil)
		q.settle()
		require.Contains(t, q.latest(), "Bob sits down")
		require.Zero(t, q.table().Game.Session().HaltedSince)
		require.Equal(t, 1, *edits)
		require.Len(t, q.posts(), 1, "the old post is deleted")
	})
}

// The bot can't show a table in a locked thread, so it only tries from time to time.
func TestTableInALockedThreadIsRarelyRetried(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.ann, "start")
		edits := q.archive(true)
		q.slash(q.bob, "join", "", nil)
		q.wait(10 * time.Minute)
		require.NotZero(t, q.table().Game.Session().HaltedSince)
		require.Less(t, *edits, 10)
		q.far.do(func(w *world.World) { *must(w.Channel(q.channel.String())).Thread = world.Thread{BotIsIn: true} })
		q.wait(10 * time.Minute)
		require.Contains(t, q.latest(), "Bob sits down")
	})
}

// Players can pick and claim cards in an archived thread too, because the claim reopens it. In a locked thread, the
// private list of picked cards says why the table can't be seen.
func TestPressingCardsInAnArchivedThread(t *testing.T) {
	for _, locked := range []bool{false, true} {
		t.Run(map[bool]string{false: "archived", true: "locked"}[locked], func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.ann, "start")
				q.archive(locked)
				if locked {
					q.slash(q.bob, "join", "", nil) // makes the bot notice
				}
				var presses []discord.Press
				for _, label := range strings.Fields(q.set())[1:] {
					cell := q.table().Game.Session().View().Areas[0].Cells[label[0]-'a']
					presses = append(presses, q.pressEvent(q.bob, ":"+cell.Card.String()))
				}
				read := q.privateAnswers(q.bob, func() {
					for _, p := range presses {
						q.wire.send(p)
						q.settle()
					}
				})
				require.Contains(t, read, "You picked **")
				require.Contains(t, read, "Yes! +1 · **")
				require.Equal(t, locked, strings.Contains(read, "Nobody can see the table right now"), read)
				require.Contains(t, strings.Join(q.words(), "\n"), "2 set ")
			})
		})
	}
}

// If the post of a planned night is in an archived thread, the night's cancellation is announced there once, in a new
// post.
func TestNightPlannedInAnArchivedThread(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "night", "plan", map[string]string{"when": "in 3 hours"})
		q.wait(time.Minute)
		require.Contains(t, strings.Join(q.posts(), "\n"), "planned by Ann")
		edits := q.archive(false)
		opens, before, knew := q.far.faultFor, q.storedPlan(1).Post, false
		q.failRequests(func(method, path string, b requestBody) *requestFault {
			if method == http.MethodDelete && strings.HasSuffix(path, fmt.Sprint(before)) {
				knew = q.storedPlan(1).Post != before
			}
			return opens(method, path, b)
		})
		q.slash(q.ann, "night", "cancel", nil)
		q.wait(time.Hour)
		said := strings.Join(q.posts(), "\n")
		require.Equal(t, 1, strings.Count(said, "is off."), said)
		require.Equal(t, 1, *edits)
		require.True(t, knew, "after a kill, the bot must not post it again")
		require.False(t, q.storedPlan(1).Done.IsZero(), "the plan is done")
	})
}

func (q *virtualBot) storedPlan(id store.PlanID) store.Plan {
	p, err := q.store.Plan(context.Background(), id)
	require.NoError(q.t, err)
	return p
}
