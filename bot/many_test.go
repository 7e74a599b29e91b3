package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// manySpoken is the number of channels that get messages while the bot is away.
const manySpoken = 200

var manyTables = gamestest.Times(200, 2000)

// Thousands of tables (hundreds in a short run) are open when the bot is killed or loses its connection. Meanwhile,
// users type moves in two hundred channels. The bot plays all of them in order, and answers in the first channel while
// its players are still waiting.
func TestManyTablesRecover(t *testing.T) {
	gamestest.SkipUnderRace(t) // too many tables for the race detector
	for name, away := range map[string]func(q *virtualBot, speak func()){
		"after a kill": func(q *virtualBot, speak func()) {
			q.kill()
			speak()
			time.Sleep(20 * time.Second)
			q.start()
			q.ready(false)
		},
		"after a gap": func(q *virtualBot, speak func()) {
			since := time.Now()
			q.wire.send(discord.Disconnected{})
			speak()
			time.Sleep(20 * time.Second)
			q.newSession(since)
		},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				channels := q.fill(manyTables)
				spoken := channels[:manySpoken] // the most recently active channels, except some whose tables were stopped
				slices.Reverse(channels)
				answered := map[ids.Channel]time.Time{}
				q.far.mu.Lock()
				q.far.public = func(c ids.Channel, p *botPost) {
					if _, before := answered[c]; !before && strings.Contains(p.Content, "Cid sits down") {
						answered[c] = time.Now()
					}
				}
				q.far.mu.Unlock()
				away(q, func() {
					for _, c := range spoken {
						q.channel = c
						q.write(q.bob, "join")
						time.Sleep(2 * time.Millisecond)
						q.write(q.cid, "join")
					}
				})
				begun := time.Now()
				time.Sleep(3 * time.Second)
				q.far.mu.Lock()
				require.NotEmpty(q.t, answered)
				q.far.mu.Unlock()
				require.Contains(q.t, q.bot.tasks.String(), "channel_catch_up")
				for range 60 {
					if time.Sleep(5 * time.Second); q.bot.tasks.String() == "" {
						break
					}
				}
				synctest.Wait()
				require.Empty(q.t, q.bot.tasks.String())
				t.Logf("caught up in %v", time.Since(begun))
				q.far.mu.Lock()
				require.Len(q.t, answered, manySpoken)
				q.far.mu.Unlock()
				for _, c := range spoken {
					require.Contains(q.t, q.journalIn(c), "2 join,3 join", "channel %s", c)
				}
			})
		})
	}
}

// At startup, the bot can replay tables from their journals before it can reach Discord. It draws pictures and sends
// requests only later.
func TestStartNeedsNeitherPicturesNorDiscord(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.fill(50)
		q.stop()
		var asked []string
		var drawn atomic.Int32
		q.failRequests(func(method, path string, _ requestBody) *requestFault {
			asked = append(asked, method+" "+path)
			return nil
		})
		q.drawWith(func(v games.View) ([]byte, error) {
			drawn.Add(1)
			return []byte(v.String()), nil
		})
		q.start()
		q.wait(time.Minute)
		require.Len(q.t, q.bot.lobby.Tables.All(), 50)
		require.Equal(q.t, []string{"GET gateway"}, asked, "only the time may be requested")
		require.Zero(q.t, drawn.Load())
		q.ready(false)
		q.wait(time.Minute)
		require.GreaterOrEqual(q.t, drawn.Load(), int32(50))
	})
}

// fill opens n tables, each a little later than the one before, and returns their channels. It writes the tables as an
// earlier run of the bot would have written them.
func (q *virtualBot) fill(n int) (channels []ids.Channel) {
	q.slash(q.ann, "play", "classic", nil)
	q.say(q.ann, "start")
	first, err := q.store.Lines(q.t.Context(), 1)
	require.NoError(q.t, err)
	row, err := q.store.Table(q.t.Context(), 1)
	require.NoError(q.t, err)
	channels = append(channels, q.channel)
	for i := range n - 1 {
		row.Channel++
		row, err = q.store.OpenTable(q.t.Context(), row, store.Source("x"+strconv.Itoa(i)))
		require.NoError(q.t, err)
		entry := store.Entry{Table: row.ID}
		for j, l := range first {
			l.Source = ""
			if j > 0 {
				l.At = l.At.Add(time.Duration(i) * time.Millisecond)
			}
			entry.Played = append(entry.Played, store.Played{Line: l})
		}
		require.NoError(q.t, q.store.Append(q.t.Context(), entry))
		q.far.addChannel(farHome, row.Channel)
		channels = append(channels, row.Channel)
	}
	q.stop()
	q.restart()
	for q.bot.tasks.String() != "" {
		time.Sleep(10 * time.Second)
	}
	return channels
}

func (q *virtualBot) journalIn(c ids.Channel) string {
	row, err := q.bot.Store.TableIn(context.Background(), c)
	require.NoError(q.t, err)
	lines, err := q.bot.Store.Lines(context.Background(), row.ID)
	require.NoError(q.t, err)
	var words []string
	for _, l := range lines {
		if l.Seat > 0 {
			words = append(words, strconv.Itoa(int(l.Seat))+" "+l.Words)
		}
	}
	return strings.Join(words, ",")
}
