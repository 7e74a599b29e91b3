package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store/ids"
)

// hand starts a poker hand between Ann and Bob. Bob bets first.
func (q *virtualBot) hand() {
	q.opens("poker", map[string]string{"turn": "20"})
	require.Equal(q.t, []ids.User{q.bob.ID}, q.table().Game.Session().Thinkers())
}

// If a bet out of turn was refused before the bot was killed, it stays refused when the next run reads the channel
// again, even if it is that player's turn by then.
func TestRefusedMoveIsNotPlayedAfterARestart(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.hand()
		time.Sleep(19 * time.Second)
		q.say(q.ann, "bet 2")
		require.Contains(t, q.latest(), "turn", "Ann's bet is refused")
		time.Sleep(1500 * time.Millisecond) // Bob's time is now up
		require.Contains(t, q.words(), "-2 ")
		before := q.words()
		q.kill()
		q.restart()
		require.NotContains(t, q.words(), "1 bet 2")
		require.Equal(t, before, q.words()[:len(before)])
		q.say(q.ann, "bet 3")
		require.Contains(t, q.words(), "1 bet 3", "a new move is played")
	})
}

// A claim that was forgiven because it was slightly late still costs nothing after a restart.
func TestForgivenClaimStaysForgiven(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, end := range map[string]func(*virtualBot){"kill": (*virtualBot).kill, "stop": (*virtualBot).stop} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.opens("classic", nil)
				set := q.set()
				taken := q.write(q.ann, set)
				late := q.write(q.bob, set)
				q.wire.send(taken)
				q.wire.send(late)
				q.settle()
				require.Contains(t, strings.Join(q.written(), "\n"), "There's no penalty")
				before := q.words()
				end(q)
				q.restart()
				require.Equal(t, before, q.words()[:len(before)])
				require.NotContains(t, q.words(), "2 "+set)
			})
		})
	}
}

// Missed messages are played in the order they were sent, whatever order Discord lists them in. New messages wait until
// the bot has read the list. Messages that were edited during the gap are skipped.
func TestMissedMessagesArePlayedInOrder(t *testing.T) {
	for name, backward := range map[string]bool{"newest first": false, "oldest first": true} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.changeDiscord(func(f *faultyDiscord) { f.backward = backward })
				q.hand()
				time.Sleep(2 * time.Second)
				q.kill()
				q.write(q.bob, "bet 2")
				time.Sleep(time.Second)
				edited := q.write(q.ann, "call")
				q.far.do(func(w *world.World) {
					v := must(w.Visit(q.ann.ID.String(), q.channel.String()))
					require.NoError(q.t, v.Edit(edited.ID.String(), "call"))
				})
				q.start()
				q.ready(false)
				now := q.write(q.ann, "raise 1")
				q.wire.send(now)
				q.settle()
				words := q.words()
				require.Contains(t, words, "2 bet 2")
				require.NotContains(t, words, "1 call", "edited: %s", edited.ID)
				require.Less(t, slices.Index(words, "2 bet 2"), slices.Index(words, "1 raise 1"), "%q", words)
			})
		})
	}
}

// written returns everything the bot has posted in the channel, as it was before any edits.
func (q *virtualBot) written() []string {
	q.far.mu.Lock()
	defer q.far.mu.Unlock()
	return slices.Clone(q.far.written[q.channel])
}

// If a player ends the table and the hand is over while the bot is disconnected, the table ends before it is shown
// again, and the players are told.
func TestMissedEndIsAnnounced(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.hand()
		time.Sleep(2 * time.Second)
		q.kill()
		q.write(q.ann, discord.Mention(farBot)+" end")
		q.write(q.bob, "drop")
		q.write(q.ann, "drop")
		q.perSecond = 3 // so that the bot shows the table a little later than it reads the channel
		q.restart()
		time.Sleep(5 * time.Second)
		require.Contains(t, q.words(), "-1 last")
		require.Contains(t, q.latest(), "closed")
	})
}

// A table that was opened in the channel shortly before a restart doesn't answer or play earlier messages, which were
// meant for the previous table, even if the bot reads the channel from an earlier point.
func TestMovesForThePreviousTable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		since := time.Now()
		q.hand()
		q.say(q.ann, "bet 2") // it is Bob's turn
		require.Contains(t, q.latest(), "turn", "Ann's bet is refused")
		q.slash(q.ann, "end", "", nil)
		q.say(q.bob, "drop")
		require.Nil(t, q.table(), "the table has ended")
		q.kill()
		q.restart()
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "20"})
		q.say(q.bob, "join")
		before, said := q.table().Game.Session().Line, len(q.written())
		q.wire.send(discord.Gap{Since: since, Why: "a test"})
		q.settle()
		require.Equal(t, before, q.table().Game.Session().Line)
		require.Len(t, q.written(), said, "%q", q.written())
		q.say(q.ann, "start")
		require.Greater(t, q.table().Game.Session().Line, before, "a new move is played")
	})
}

// A delayed message counts, whatever arrived from other channels first, whether or not the bot had received anything
// before, and whether it was stopped or killed.
func TestChannelIsReadFromItsOwnNewestMessage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	gap := func(q *virtualBot, since time.Time) {
		q.wire.send(discord.Disconnected{})
		time.Sleep(time.Second)
		q.ready(true)
		q.wire.send(discord.Gap{Since: since, Why: "a new session"})
	}
	for name, c := range map[string]struct{ before, after func(*virtualBot) }{
		"a gap before the first message": {
			func(q *virtualBot) {
				q.stop()
				q.restart()
				time.Sleep(10 * time.Minute)
			},
			func(q *virtualBot) { gap(q, time.Time{}) },
		},
		"a channel with delays": {
			func(q *virtualBot) { time.Sleep(10 * time.Minute) },
			func(q *virtualBot) {
				time.Sleep(10 * time.Second)
				gap(q, time.Now()) // another channel's newest message arrived just before
			},
		},
		"disconnected, then killed": {
			func(q *virtualBot) { time.Sleep(time.Minute) },
			func(q *virtualBot) {
				time.Sleep(20 * time.Second) // the connection is dead, but the bot doesn't know yet
				q.kill()
				q.restart()
			},
		},
		"disconnected, then stopped": {
			func(q *virtualBot) {},
			func(q *virtualBot) {
				time.Sleep(10 * time.Second)
				q.stop()
				q.restart()
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.ann, "start")
				c.before(q)
				set := q.set()
				q.write(q.ann, set) // Discord has the message and doesn't deliver it
				c.after(q)
				q.wait(5 * time.Second)
				require.Contains(t, q.words(), "1 "+set)
			})
		})
	}
}

// When the bot reads the channel again, it gives no second answer to messages that were answered without a line in
// the journal.
func TestAnsweredMessagesAreNotAnsweredAgain(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.hand()
		me := discord.Mention(farBot) + " "
		for _, words := range []string{me + "what?", me + "play classic", "game?", "bet 2", "hello"} {
			m := q.write(q.ann, words)
			m.MentionsMe = strings.HasPrefix(words, me)
			m.Content = strings.TrimPrefix(words, me)
			q.wire.send(m)
			q.settle()
		}
		before, said := q.words(), q.written()
		q.kill()
		q.restart()
		q.wire.send(discord.Gap{Why: "a test"})
		q.wait(5 * time.Second)
		require.Equal(t, before, slices.DeleteFunc(q.words(), func(w string) bool {
			return strings.HasPrefix(w, "-2 away")
		}))
		require.LessOrEqual(t, len(q.written()), len(said)+1, "only the table may be shown again: %q", q.written())
	})
}
