package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
)

func (q *virtualBot) outage(lasts time.Duration) {
	q.wire.send(discord.GuildGone{Guild: farHome, Outage: true})
	time.Sleep(lasts)
}

// Moves typed during an outage of the server are played afterwards, even if the outage is reported twice, and nobody
// loses time on the turn clock.
func TestOutageFreezesTheServersTables(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, twice := range map[string]bool{"reported once": false, "reported twice": true} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				set := q.call()
				q.outage(time.Second)
				q.write(q.ann, set) // Discord has the message, but the gateway doesn't deliver it
				time.Sleep(time.Minute)
				if twice {
					q.outage(time.Minute)
				}
				q.wire.send(discord.GuildHere{Guild: farHome, Locale: "en-US"})
				q.settle()
				require.Contains(t, q.words(), "1 "+set)
				require.NotContains(t, q.words(), "-2 ")
				q.say(q.bob, "join")
				require.Contains(t, q.words(), "2 join", "the game must continue")
			})
		})
	}
}

// After an outage, the turn clock continues with the remaining time. If the event that ends the outage is lost, the
// next message from the server ends it instead.
func TestClockContinuesAfterAnOutage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, over := range map[string]func(*virtualBot){
		"told": func(q *virtualBot) { q.wire.send(discord.GuildHere{Guild: farHome}) },
		"a message": func(q *virtualBot) {
			q.say(q.bob, "is anybody there")
		},
		"a new session": func(q *virtualBot) {
			since := time.Now()
			q.wire.send(discord.Disconnected{})
			time.Sleep(time.Minute)
			q.newSession(since)
			time.Sleep(time.Minute)
			require.NotContains(q.t, q.words(), "-2 ", "the outage is not over yet")
			q.wire.send(discord.GuildHere{Guild: farHome})
		},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.call()
				q.outage(time.Hour)
				require.NotContains(t, q.words(), "-2 ")
				over(q)
				q.settle()
				require.NotContains(t, q.words(), "-2 ")
				q.wait(6 * time.Second)
				require.Contains(t, q.words(), "-2 ")
			})
		})
	}
}

// If a server removes the bot during an outage, its tables close, whether an event or the next session reports the
// removal. When the bot is added to the server again, the outage no longer matters.
func TestServerRemovesTheBotDuringAnOutage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, gone := range map[string]discord.Event{
		"an event":  discord.GuildGone{Guild: farHome},
		"a session": discord.Ready{App: farApp, GuildsKnown: true, ContentAllowed: true, Again: true},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.call()
				q.outage(time.Minute)
				require.NotNil(t, q.table(), "an outage must not close a table")
				q.setRemoved(true)
				q.wire.send(gone)
				q.wait(lookupTime)
				require.Nil(t, q.table())
				require.Empty(t, q.bot.outages)
			})
		})
	}
}

// After a restart during an outage, the time before the restart doesn't count either, and the bot still reads the
// messages from that time.
func TestRestartDuringAnOutage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, typed := range map[string]bool{"nothing is said": false, "a set": true} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				set := q.call()
				q.outage(time.Second)
				if typed {
					q.write(q.ann, set) // Discord has the message, but the gateway doesn't deliver it
				}
				time.Sleep(time.Minute)
				q.stop()
				q.start()
				q.ready(false)
				q.outage(time.Minute)
				q.wire.send(discord.GuildHere{Guild: farHome})
				q.settle()
				require.NotContains(t, q.words(), "-2 ")
				if typed {
					require.Contains(t, q.words(), "1 "+set)
					require.Contains(t, q.latest(), "Ann takes")
					return
				}
				q.wait(6 * time.Second)
				require.Contains(t, q.words(), "-2 ")
			})
		})
	}
}

// If a table can't be shown for an hour, that hour doesn't count for the turn clock, even if the bot restarts in
// between.
func TestRestartWhileATableCannotBeShown(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.opens("poker", map[string]string{"turn": "60", "pause": "0"})
		q.settle()
		q.deny(world.PermissionViewChannel)
		q.say(q.bob, "away") // can't be shown
		require.NotZero(t, q.table().Game.Session().HaltedSince)
		before := len(q.words())
		time.Sleep(time.Hour)
		q.stop()
		q.restart()
		time.Sleep(20 * time.Second)
		require.NotContains(t, q.words()[before:], "-2 ", "%q", q.words())
	})
}
