package bot

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store/ids"
)

// lookupTime is longer than the bot needs to find out that a server or channel is gone.
const lookupTime = 15 * time.Second

// setRemoved removes the bot from the server, or brings it back, without sending an event.
func (q *virtualBot) setRemoved(on bool) {
	q.far.do(func(w *world.World) {
		if on {
			w.Kick("")
		} else {
			w.Invite("")
		}
	})
}

// lookups holds the responses to lookups of a server or channel: an HTTP status and Discord's error code.
type lookups struct {
	answers [][2]int // the last one is repeated; status 200 means that the place exists
	asked   atomic.Int32
}

// answerLookups sets the responses to lookups of the given path.
func (q *virtualBot) answerLookups(path string, answers ...[2]int) *lookups {
	l := &lookups{answers: answers}
	q.failRequests(func(method, at string, _ requestBody) *requestFault {
		if method != http.MethodGet || at != path {
			return nil
		}
		a := l.answers[min(int(l.asked.Add(1)), len(l.answers))-1]
		if a[0] == 200 {
			return &requestFault{status: 200, out: map[string]any{"id": at[strings.Index(at, "/")+1:]}}
		}
		return &requestFault{status: a[0], out: refusal(a[1], "No.")}
	})
	return l
}

// stakeChips starts a table, makes two players stake chips, and returns a function that reads Ann's balance.
func (q *virtualBot) stakeChips(turn string) (balance func() int) {
	q.opens("poker", map[string]string{"stack": "50", "turn": turn})
	return func() int {
		q.t.Helper()
		has, err := q.store.Balance(q.t.Context(), farHome, q.ann.ID)
		require.NoError(q.t, err)
		return int(has.Balance)
	}
}

// absences are the ways for the gateway to report that the bot's server or channel is gone.
var absences = map[string]func(q *virtualBot) (path string){
	"a session lacks the server": func(q *virtualBot) string {
		q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, GuildsKnown: true, ContentAllowed: true, Again: true})
		q.wire.send(discord.Gap{Since: time.Now(), Why: "a new session"})
		return "guilds/" + farHome.String()
	},
	"the server is deleted": func(q *virtualBot) string {
		q.wire.send(discord.GuildGone{Guild: farHome})
		return "guilds/" + farHome.String()
	},
	"the channel is deleted": func(q *virtualBot) string {
		q.wire.send(discord.ChannelGone{Channel: q.channel})
		return "channels/" + q.channel.String()
	},
	"the channel of its thread is deleted": func(q *virtualBot) string {
		q.wire.send(discord.ChannelGone{Guild: farHome, Channel: 77})
		return "channels/" + q.channel.String()
	},
}

func pathOf(name string, q *virtualBot) string {
	if strings.Contains(name, "server") {
		return "guilds/" + farHome.String()
	}
	return "channels/" + q.channel.String()
}

// A single event that reports a server or channel as gone doesn't make the bot close a table or purge data. Two lookups
// must confirm it first.
func TestOneAbsenceEventClosesNothing(t *testing.T) {
	gamestest.SkipUnderRace(t)
	gone := map[bool][2]int{true: {403, 50001}, false: {404, 10003}}
	for name, tell := range absences {
		for what, answers := range map[string]func([2]int) [][2]int{
			"it exists":                   func([2]int) [][2]int { return [][2]int{{200}} },
			"failing, then found":         func([2]int) [][2]int { return [][2]int{{500}, {502}, {200}} },
			"rate-limited, then found":    func([2]int) [][2]int { return [][2]int{{429}, {200}} },
			"gone once, then found":       func(no [2]int) [][2]int { return [][2]int{no, {200}} },
			"gone once, then no response": func(no [2]int) [][2]int { return [][2]int{no, {503}} },
			"not in Discord's format":     func([2]int) [][2]int { return [][2]int{{404, 0}} },
			"refused for another reason":  func([2]int) [][2]int { return [][2]int{{403, 40333}, {404, 10008}} },
			"always failing":              func([2]int) [][2]int { return [][2]int{{500}} },
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				runVirtualBot(t, purgeAfterAnHour, func(q *virtualBot) {
					balance := q.stakeChips("30")
					require.Equal(t, 50, balance())
					all := answers(gone[strings.Contains(name, "server")])
					asked := q.answerLookups(pathOf(name, q), all...)
					tell(q)
					q.wait(100 * time.Second)
					require.NotNil(t, q.table(), "the table is still open")
					require.Equal(t, 50, balance(), "no chips have moved")
					require.NotZero(t, asked.asked.Load())
					if all[len(all)-1][0] != 200 {
						require.NotContains(t, q.words(), "-2 ", "the clock stops until the lookup is done")
						q.wire.send(discord.GuildHere{Guild: farHome})
						q.say(q.ann, "hello")
						time.Sleep(time.Minute)
					}
					require.Contains(t, q.words(), "-2 ", "the clock continues")
					time.Sleep(80 * time.Minute) // the bot purges every ten minutes
					tables, err := q.store.Tables(q.t.Context(), 0, 10)
					require.NoError(t, err)
					require.Len(t, tables, 1, "no data is purged")
				})
			})
		}
	}
}

// Once two lookups confirm that the server or channel is gone, the table closes and all chips are returned.
func TestTablesOfADeletedPlaceClose(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, tell := range absences {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				balance := q.stakeChips("30")
				no := [2]int{404, 10003}
				if strings.Contains(name, "server") {
					no = [2]int{404, 10004}
				}
				asked := q.answerLookups(pathOf(name, q), [2]int{500}, no)
				tell(q)
				time.Sleep(time.Second)
				require.NotNil(t, q.table(), "the table must not close immediately")
				time.Sleep(time.Minute)
				require.Nil(t, q.table())
				require.Equal(t, 100, balance())
				require.GreaterOrEqual(t, asked.asked.Load(), int32(3))
			})
		})
	}
}

// A verdict that a server is gone is ignored if an event came from there during the lookup.
func TestOutdatedVerdictClosesNothing(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		balance := q.stakeChips("30")
		asked := 0
		q.failRequests(func(method, at string, _ requestBody) *requestFault {
			if method != http.MethodGet || at != "guilds/"+farHome.String() {
				return nil
			}
			if asked++; asked == 2 { // the bot gets this before the second response
				go q.wire.send(discord.GuildHere{Guild: farHome})
			}
			return &requestFault{status: 404, out: refusal(10004, "Unknown Guild")}
		})
		q.wire.send(discord.GuildGone{Guild: farHome})
		time.Sleep(time.Minute)
		synctest.Wait()
		q.changeDiscord(func(*faultyDiscord) { require.Equal(t, 2, asked) })
		require.NotNil(t, q.table())
		require.Equal(t, 50, balance())
	})
}

// If a new session doesn't list a server, sleeping tables there are closed too, once two lookups confirm that the
// server is gone.
func TestSleepingTableOfAGoneServerCloses(t *testing.T) {
	for name, gone := range map[string]bool{"gone": true, "still there": false} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				balance := q.stakeChips("30")
				q.slash(q.ann, "away", "", nil)
				q.slash(q.bob, "away", "", nil)
				time.Sleep(2 * time.Minute)
				require.Nil(t, q.table(), "the table must be asleep")
				before := balance()
				answer := [2]int{200}
				if gone {
					answer = [2]int{404, 10004}
				}
				q.answerLookups(absences["a session lacks the server"](q), answer)
				time.Sleep(time.Minute)
				synctest.Wait()
				open, err := q.store.OpenTables(q.t.Context())
				require.NoError(t, err)
				require.Equal(t, gone, len(open) == 0)
				require.Equal(t, gone, balance() > before)
			})
		})
	}
}

// The number of lookups doesn't depend on how many tables a server has, and looking up hundreds of servers stays
// within the bot's rate limit.
func TestManyTablesShareOneLookup(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		here := q.channel
		for i := range 40 {
			q.channel = ids.Channel(940000000000000000 + i)
			q.slash(q.ann, "play", "classic", nil)
		}
		q.channel = here
		for i := range 300 {
			q.far.addChannel(ids.Guild(95+i), ids.Channel(95+i))
			err := q.store.SetName(q.t.Context(), ids.Guild(95+i), q.ann.ID, "Ann")
			require.NoError(t, err)
		}
		asked, second, most := map[string]int{}, map[int64]int{}, 0
		q.failRequests(func(method, at string, _ requestBody) *requestFault {
			if strings.HasPrefix(at, "guilds/") {
				asked[at]++
				second[time.Now().Unix()]++
				most = max(most, second[time.Now().Unix()])
			}
			return nil
		})
		q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, GuildsKnown: true, ContentAllowed: true, Again: true})
		time.Sleep(time.Minute)
		q.far.mu.Lock()
		defer q.far.mu.Unlock()
		require.Len(t, asked, 301)
		for at, n := range asked {
			require.Equal(t, 1, n, at)
		}
		require.LessOrEqual(t, most, 50)
		require.Len(t, q.bot.lobby.Tables.All(), 40)
	})
}

// The bot looks up a deleted channel only if a game or night took place there.
func TestUnusedChannelIsNotLookedUp(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		asked := q.answerLookups("channels/77", [2]int{404, 10003})
		q.wire.send(discord.ChannelGone{Channel: 77})
		time.Sleep(time.Minute)
		require.Zero(t, asked.asked.Load())
	})
}

// A single refused post doesn't make the bot treat a channel as deleted.
func TestRefusedPostClosesNothing(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		balance := q.stakeChips("3000")
		wrong := true
		q.failRequests(func(method, at string, _ requestBody) *requestFault {
			if wrong && strings.HasPrefix(at, "channels/"+q.channel.String()+"/messages") {
				return &requestFault{status: 404, out: refusal(10003, "Unknown Channel")}
			}
			return nil
		})
		q.say(q.ann, "check")
		time.Sleep(lookupTime)
		require.NotNil(t, q.table())
		require.Equal(t, 50, balance())
		q.far.mu.Lock()
		wrong = false
		q.far.mu.Unlock()
		time.Sleep(10 * time.Minute)
		require.NotNil(t, q.table())
		require.Contains(t, q.latest(), "Ann", "the table is shown again")
	})
}
