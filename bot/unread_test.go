package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games/gamestest"
)

// unreadable makes requests for the channel's messages fail in the given way until readable is called.
func (q *virtualBot) unreadable(how requestFault) {
	q.failRequests(func(method, path string, _ requestBody) *requestFault {
		if method == http.MethodGet && strings.Contains(path, "messages") {
			return &how
		}
		return nil
	})
}

func (q *virtualBot) readable() { q.failRequests(nil) }

// Whatever happens while a channel still has to be read, its table's clock is stopped and the missed claim counts.
func TestClockIsStoppedUntilTheChannelIsRead(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, happens := range map[string]func(*virtualBot){
		"nothing": func(*virtualBot) {},
		"a lost connection that is resumed": func(q *virtualBot) {
			q.wire.send(discord.Disconnected{})
			time.Sleep(time.Second)
			q.wire.send(discord.Resumed{})
		},
		"a standstill": func(q *virtualBot) {
			q.far.mu.Lock()
			defer q.far.mu.Unlock()
			q.stalled += 5 * time.Second
		},
		"another gap": func(q *virtualBot) {
			q.wire.send(discord.Gap{Since: time.Now(), Why: "a test"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				set := q.call()
				since := time.Now()
				q.unreadable(requestFault{status: 500})
				q.wire.send(discord.Disconnected{})
				q.write(q.ann, set)
				time.Sleep(time.Second)
				q.newSession(since)
				time.Sleep(3 * time.Second)
				happens(q)
				time.Sleep(20 * time.Second)
				q.readable()
				q.wait(time.Minute)
				require.Contains(t, q.words(), "1 "+set)
				require.NotContains(t, q.words(), "-2 ")
				q.say(q.bob, "join")
				require.Contains(t, q.words(), "2 join", "the game must continue")
			})
		})
	}
}

// Even once the channel has been read, the clock stays stopped while Discord is unreachable.
func TestReadingAChannelWhileDiscordIsDown(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.call()
		q.unreadable(requestFault{status: 500})
		q.wire.send(discord.Gap{Since: time.Now(), Why: "a test"})
		time.Sleep(3 * time.Second)
		q.wire.send(discord.Disconnected{})
		q.readable()
		time.Sleep(2 * time.Minute)
		require.NotContains(t, q.words(), "-2 ")
		q.wire.send(discord.Resumed{})
		q.settle()
		require.NotContains(t, q.words(), "-2 ")
		q.wait(6 * time.Second)
		require.Contains(t, q.words(), "-2 ")
	})
}

// If events are missed while a channel is being read, the bot reads it again. The clock stays stopped until then.
func TestGapWhileAChannelIsRead(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		set := q.call()
		tries := 0
		q.failRequests(func(method, path string, _ requestBody) *requestFault {
			if method != http.MethodGet || !strings.Contains(path, "messages") {
				return nil
			}
			if tries++; tries == 1 { // another gap comes before the first attempt has finished
				q.wire.send(discord.Gap{Since: time.Now(), Why: "a test"})
				return nil
			}
			return &requestFault{status: 500}
		})
		q.wire.send(discord.Gap{Since: time.Now(), Why: "a test"})
		time.Sleep(2 * time.Second)
		q.write(q.ann, set)
		q.wait(20 * time.Second)
		require.Greater(t, tries, 1)
		require.NotContains(t, q.words(), "-2 ")
		q.readable()
		q.wait(time.Minute)
		require.Contains(t, q.words(), "1 "+set)
		require.NotContains(t, q.words(), "-2 ")
	})
}
