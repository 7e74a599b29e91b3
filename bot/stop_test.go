package bot

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// If all requests to Discord hang, the bot still stops within eight seconds, and the next run posts the pending
// messages.
func TestStopTakesAtMostEightSeconds(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		mover := q.poker()
		hangs := true
		q.failRequests(func(string, string, requestBody) *requestFault {
			if hangs {
				return &requestFault{hangs: true}
			}
			return nil
		})
		q.slash(mover, "hand", "", nil)
		q.say(mover, "check")
		time.Sleep(2 * time.Second)
		begun := time.Now()
		q.stop()
		require.Less(q.t, time.Since(begun), 8*time.Second)
		require.NotContains(q.t, q.latest(), "checks")
		q.far.mu.Lock()
		hangs = false
		q.far.mu.Unlock()
		q.restart()
		q.wait(10 * time.Second)
		require.Contains(q.t, q.latest(), mover.Name+" checks")
	})
}

// noNetwork is a transport that can't reach the network at first. When it can, Discord refuses the token.
type noNetwork struct {
	until time.Time
}

func (n noNetwork) RoundTrip(req *http.Request) (*http.Response, error) {
	if time.Now().Before(n.until) {
		return nil, errConnectionReset
	}
	return response(req, 401, refusal(0, "401: Unauthorized")), nil
}

// When the bot starts, it waits for the network and logs this. If Discord refuses the token, it doesn't retry. If it
// is stopped while it is waiting, Run returns no error.
func TestStartWaitsForTheNetwork(t *testing.T) {
	path := EmptyDatabase(t)
	run := func(ctx context.Context, until time.Time) (log string, err error) {
		st, err := sqlite.Open(context.Background(), path, sqlite.Options{})
		require.NoError(t, err)
		var lines bytes.Buffer
		c := Config{Store: st, Log: slog.New(slog.NewTextHandler(&lines, nil))}
		away := &http.Client{Transport: noNetwork{until}}
		c.Discord = gateway.Config{Token: discord.Secret("x.y.z"), HTTP: away}
		err = Run(ctx, c)
		require.NoError(t, st.Close())
		return lines.String(), err
	}
	synctest.Test(t, func(t *testing.T) {
		log, err := run(t.Context(), time.Now().Add(10*time.Minute))
		var refused *gateway.Refused
		require.ErrorAs(t, err, &refused)
		said := strings.Count(log, "can't reach Discord yet, retrying")
		require.GreaterOrEqual(t, said, 8)
		require.LessOrEqual(t, said, 11, "logged more than once a minute: %s", log)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err = run(ctx, time.Now().Add(time.Hour))
		require.NoError(t, err)
	})
}

// If a locked database keeps the bot from handling a press before it must stop, it answers that it couldn't handle
// the press. Stopping takes no longer than usual.
func TestStopWithALockedDatabaseAnswersEveryone(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		mover := q.poker()
		q.settle()
		unlock := storetest.HoldSQLite(t, q.path)
		e := q.slashEvent(mover, "check", "", nil)
		for range 2 { // the stop begins while the first press is waiting for the database and the second for the first
			q.wire.send(e)
			e = q.slashEvent(mover, "check", "", nil)
		}
		time.Sleep(3 * time.Second)
		begun := time.Now()
		time.AfterFunc(7*time.Second, unlock)
		q.stop()
		require.Less(t, time.Since(begun), 8*time.Second)
		q.far.mu.Lock()
		for _, asked := range q.far.tickets {
			if asked.deferred {
				require.Len(t, asked.told, 1)
			}
		}
		q.far.mu.Unlock()
		q.restart()
	})
}

// If a move arrives just after its table has stopped for a restart, the player isn't told that the table is closed.
func TestMoveAtAStoppingTable(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		stopping := q.table()
		q.bot.lobby.Leave()
		q.settle()
		e := q.slashEvent(q.bob, "join", "", nil)
		text := q.privateAnswers(q.bob, func() {
			w := lobby.FromInteraction(e.Interaction, table.Slash, "join", table.Sight{})
			q.bot.doors.give(stopping, w)
		})
		require.Equal(q.t, "Restarting, back in a few seconds; nothing is lost.", text)
	})
}

// If the bot must stop before it has read the missed messages of a channel, it answers the moves that are waiting for
// that, and plays none of them.
func TestStopAnswersMovesThatWait(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		mover := q.poker()
		q.unreadable(requestFault{status: 500})
		q.wire.send(discord.Gap{Since: time.Now(), Why: "a test"})
		q.settle()
		before := q.words()
		told := q.privateAnswers(mover, func() {
			q.wire.send(q.slashEvent(mover, "check", "", nil))
			time.Sleep(time.Second)
			q.stop()
		})
		require.Equal(q.t, q.bot.lobby.Words.In("en").Key("lobby.unanswered"), told)
		q.readable()
		q.restart()
		require.Equal(q.t, before, q.words()[:len(before)])
		require.NotContains(q.t, strings.Join(q.words()[len(before):], "\n"), "check")
	})
}
