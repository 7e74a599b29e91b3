package bot

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/games/gamestest"
	"settable/store"
)

// hand is a hand of poker between Ann and Bob, in which it is Bob's turn to bet.
func (q *quiet) hand() {
	q.slash(q.ann, "play", "poker", map[string]string{"turn": "20"})
	q.say(q.bob, "join")
	q.say(q.ann, "start")
	require.Equal(q.t, []store.PlayerID{lobby.PlayerID(q.bob.ID)}, q.table().Game.Session().Thinkers())
}

// TestARefusedMoveIsNotPlayedAfterARestart: a bet before one's turn is refused; then it
// is one's turn, the bot is killed, and reads the channel again.
func TestARefusedMoveIsNotPlayedAfterARestart(t *testing.T) {
	gamestest.Unraced(t)
	quietly(t, func(q *quiet) {
		q.hand()
		time.Sleep(19 * time.Second)
		q.say(q.ann, "bet 2")
		require.Contains(t, q.latest(), "turn", "Ann is told no")
		time.Sleep(1500 * time.Millisecond) // and Bob's time is over
		require.Contains(t, q.words(), "-2 ")
		before := q.words()
		q.kill()
		q.again()
		require.NotContains(t, q.words(), "1 bet 2")
		require.Equal(t, before, q.words()[:len(before)])
		q.say(q.ann, "bet 3")
		require.Contains(t, q.words(), "1 bet 3", "what is new is played")
	})
}

// TestAForgivenClaimStaysForgiven: it came a moment late and cost nothing, and costs
// nothing after a restart.
func TestAForgivenClaimStaysForgiven(t *testing.T) {
	gamestest.Unraced(t)
	for name, end := range map[string]func(*quiet){"kill": (*quiet).kill, "stop": (*quiet).stop} {
		t.Run(name, func(t *testing.T) {
			quietly(t, func(q *quiet) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.bob, "join")
				q.say(q.ann, "start")
				set := q.set()
				taken := q.write(q.ann, set)
				late := q.write(q.bob, set)
				q.wire.send(taken)
				q.wire.send(late)
				q.rest()
				require.Contains(t, strings.Join(q.said(), "\n"), "It costs you nothing")
				before := q.words()
				end(q)
				q.again()
				require.Equal(t, before, q.words()[:len(before)])
				require.NotContains(t, q.words(), "2 "+set)
			})
		})
	}
}

// TestWhatWasMissedIsPlayedInOrder: the list comes in either order, and what is said
// while it is read waits for it; what was edited meanwhile is passed over.
func TestWhatWasMissedIsPlayedInOrder(t *testing.T) {
	for name, backward := range map[string]bool{"newest first": false, "oldest first": true} {
		t.Run(name, func(t *testing.T) {
			quietly(t, func(q *quiet) {
				q.far.backward = backward
				q.hand()
				time.Sleep(2 * time.Second)
				q.kill()
				q.write(q.bob, "bet 2")
				time.Sleep(time.Second)
				edited := q.write(q.ann, "call")
				q.room(func(r *room) { r.posts[len(r.posts)-1].Edited = true })
				q.start()
				q.ready(false)
				now := q.write(q.ann, "raise 1")
				q.wire.send(now)
				q.rest()
				words := q.words()
				require.Contains(t, words, "2 bet 2")
				require.NotContains(t, words, "1 call", "edited: %s", edited.ID)
				require.Less(t, slices.Index(words, "2 bet 2"), slices.Index(words, "1 raise 1"), "%q", words)
			})
		})
	}
}

// said returns all that the bot has written in the channel.
func (q *quiet) said() (all []string) {
	q.far.mu.Lock()
	defer q.far.mu.Unlock()
	for _, p := range q.far.room(q.channel).posts {
		if p.Author.ID == discord.UserID(farBot) {
			all = append(all, p.Content)
		}
	}
	return all
}

// TestAnEndThatWasMissedIsTold: somebody ends the table while nobody listens, and the hand
// in play is over. The table ends before it was shown again, and people are told.
func TestAnEndThatWasMissedIsTold(t *testing.T) {
	gamestest.Unraced(t)
	quietly(t, func(q *quiet) {
		q.hand()
		time.Sleep(2 * time.Second)
		q.kill()
		q.write(q.ann, "<@"+string(farBot)+"> end")
		q.write(q.bob, "drop")
		q.write(q.ann, "drop")
		q.perSecond = 3 // so that the table is shown again a little later than its channel is read
		q.again()
		time.Sleep(5 * time.Second)
		require.Contains(t, q.words(), "-1 last")
		require.Contains(t, q.latest(), "closed")
	})
}

// TestWhatWasSaidToTheTableBefore: a table refuses a move and ends, and another is opened
// in its channel. After a restart the channel is read from before both, and the next table
// neither answers nor plays what was said to the one before.
func TestWhatWasSaidToTheTableBefore(t *testing.T) {
	gamestest.Unraced(t)
	quietly(t, func(q *quiet) {
		since := time.Now()
		q.hand()
		q.say(q.ann, "bet 2") // it is Bob's turn
		require.Contains(t, q.latest(), "turn", "Ann is told no")
		q.slash(q.ann, "end", "", nil)
		q.say(q.bob, "drop")
		require.Nil(t, q.table(), "the table has ended")
		q.kill()
		q.again()
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "20"})
		q.say(q.bob, "join")
		before, said := q.table().Game.Session().Line, len(q.said())
		q.wire.send(discord.Gap{Since: since, Why: "a test"})
		q.rest()
		require.Equal(t, before, q.table().Game.Session().Line)
		require.Len(t, q.said(), said, "%q", q.said())
		q.say(q.ann, "start")
		require.Greater(t, q.table().Game.Session().Line, before, "what is new is played")
	})
}

// TestAChannelIsReadFromItsOwnNewestMessage: what a connection kept back counts, whatever other channels have
// told meanwhile, whether anything was heard yet, and whether the bot was told to stop or was killed.
func TestAChannelIsReadFromItsOwnNewestMessage(t *testing.T) {
	gamestest.Unraced(t)
	gap := func(q *quiet, since time.Time) {
		q.wire.send(discord.Away{})
		time.Sleep(time.Second)
		q.ready(true)
		q.wire.send(discord.Gap{Since: since, Why: "a new session"})
	}
	for name, c := range map[string]struct{ before, after func(*quiet) }{
		"a gap before anybody spoke": {
			func(q *quiet) {
				q.stop()
				q.again()
				time.Sleep(10 * time.Minute)
			},
			func(q *quiet) { gap(q, time.Time{}) },
		},
		"a channel that lags": {
			func(q *quiet) { time.Sleep(10 * time.Minute) },
			func(q *quiet) {
				time.Sleep(10 * time.Second)
				gap(q, time.Now()) // another channel's newest message came just before
			},
		},
		"deaf, and then killed": {
			func(q *quiet) { time.Sleep(time.Minute) },
			func(q *quiet) {
				time.Sleep(20 * time.Second) // the connection is dead, and the bot does not know yet
				q.kill()
				q.again()
			},
		},
		"deaf, and then stopped": {
			func(q *quiet) {},
			func(q *quiet) {
				time.Sleep(10 * time.Second)
				q.stop()
				q.again()
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			quietly(t, func(q *quiet) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.ann, "start")
				c.before(q)
				set := q.set()
				q.write(q.ann, set) // Discord has it, and does not deliver it
				c.after(q)
				time.Sleep(5 * time.Second)
				synctest.Wait()
				require.Contains(t, q.words(), "1 "+set)
			})
		})
	}
}

// TestWhatWasAnsweredIsNotAnsweredAgain: the channel is read from before what was said to the bot that left
// no line, and nobody is answered twice.
func TestWhatWasAnsweredIsNotAnsweredAgain(t *testing.T) {
	gamestest.Unraced(t)
	quietly(t, func(q *quiet) {
		q.hand()
		me := "<@" + farBot + "> "
		for _, words := range []string{me + "what?", me + "play classic", "game?", "bet 2", "hello"} {
			m := q.write(q.ann, words)
			m.MentionsMe = strings.HasPrefix(words, me)
			m.Content = strings.TrimPrefix(words, me)
			q.wire.send(m)
			q.rest()
		}
		before, said := q.words(), q.said()
		q.kill()
		q.again()
		q.wire.send(discord.Gap{Why: "a test"})
		time.Sleep(5 * time.Second)
		synctest.Wait()
		require.Equal(t, before, slices.DeleteFunc(q.words(), func(w string) bool {
			return strings.HasPrefix(w, "-2 away")
		}))
		require.LessOrEqual(t, len(q.said()), len(said)+1, "the table is shown again: %q", q.said())
	})
}
