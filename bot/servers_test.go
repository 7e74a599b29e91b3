package bot

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/store"
)

// What is kept of a server that has sent the bot away is deleted after a while, and not where the bot came
// back before, nor where a session tells that it is there.
func TestWhatIsKeptOfAServerThatSentTheBotAway(t *testing.T) {
	quietly(t, func(q *quiet) {
		var log strings.Builder // the tasks write it one after the other
		q.bot.lobby.Log = slog.New(slog.NewTextHandler(&log, nil))
		q.bot.servers.After = time.Hour
		home := lobby.GuildID(farHome)
		q.poker()
		kept := func() int {
			q.t.Helper()
			all, err := q.store.Tables(q.t.Context(), 0, 100)
			require.NoError(q.t, err)
			return len(all)
		}
		wait := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		q.wire.send(discord.GuildGone{Guild: farHome, Outage: true})
		wait(2 * time.Hour)
		require.Equal(q.t, 1, kept(), "an outage is none")

		q.wire.send(discord.GuildGone{Guild: farHome})
		wait(50 * time.Minute)
		q.wire.send(discord.GuildHere{Guild: farHome})
		wait(30 * time.Minute)
		require.Equal(q.t, 1, kept(), "it is back")

		q.wire.send(discord.GuildGone{Guild: farHome})
		wait(50 * time.Minute)
		q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, Guilds: []discord.GuildID{farHome},
			ContentAllowed: true, Again: true})
		wait(30 * time.Minute)
		require.Equal(q.t, 1, kept(), "it is back, as a new session tells")

		// Away while nobody listened: the next session does not name it.
		q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, ContentAllowed: true, Again: true})
		wait(50 * time.Minute)
		require.Equal(q.t, 1, kept())
		wait(25 * time.Minute)
		require.Zero(q.t, kept())
		audit, err := q.store.Audit(q.t.Context(), 0)
		require.NoError(q.t, err)
		require.Equal(q.t, store.Audit{}, audit)
		require.Contains(q.t, log.String(), "is deleted later\" server="+string(farHome))
		require.Contains(q.t, log.String(), "was deleted\" server="+string(farHome))

		// Whoever invites it then begins anew.
		q.wire.send(discord.GuildHere{Guild: farHome})
		wait(time.Second)
		q.poker()
		has, err := q.store.Balance(q.t.Context(), home, lobby.PlayerID(q.ann.ID))
		require.NoError(q.t, err)
		require.EqualValues(q.t, store.StartGrant, has.Total())
	})
}
