package bot

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// If the bot is removed from a server, it deletes the server's data after a while, unless it is invited back before
// that or a session lists the server again.
func TestDataOfARemovedServerIsPurged(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var log strings.Builder // safe, because tasks write to the log one after the other
	set := func(q *virtualBot) {
		q.prepare = func(b *Bot) {
			b.privacy.Log, b.servers.After = slog.New(slog.NewTextHandler(&log, nil)), time.Hour
		}
	}
	runVirtualBot(t, set, func(q *virtualBot) {
		home := farHome
		q.poker()
		kept := func() int {
			q.t.Helper()
			all, err := q.store.Tables(q.t.Context(), 0, 100)
			require.NoError(q.t, err)
			return len(all)
		}
		wait := func(d time.Duration) {
			q.wait(d)
		}
		q.wire.send(discord.GuildGone{Guild: farHome, Outage: true})
		wait(2 * time.Hour)
		require.Equal(q.t, 1, kept(), "an outage is not a removal")

		q.setRemoved(true)
		q.wire.send(discord.GuildGone{Guild: farHome})
		wait(50 * time.Minute)
		q.setRemoved(false)
		q.wire.send(discord.GuildHere{Guild: farHome})
		wait(30 * time.Minute)
		require.Equal(q.t, 1, kept(), "the bot is back")

		q.setRemoved(true)
		q.wire.send(discord.GuildGone{Guild: farHome})
		wait(50 * time.Minute)
		q.setRemoved(false)
		q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, Guilds: []ids.Guild{farHome},
			GuildsKnown: true, ContentAllowed: true, Again: true})
		wait(30 * time.Minute)
		require.Equal(q.t, 1, kept(), "the new session lists the server again")

		// If the bot was removed from the server while it wasn't running, the next session doesn't list the server.
		q.setRemoved(true)
		q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, GuildsKnown: true, ContentAllowed: true,
			Again: true})
		wait(50 * time.Minute)
		require.Equal(q.t, 1, kept())
		wait(25 * time.Minute)
		require.Zero(q.t, kept())
		audit, err := q.store.Audit(q.t.Context(), 0)
		require.NoError(q.t, err)
		require.Equal(q.t, store.Audit{}, audit)
		require.Contains(q.t, log.String(), "its data will be deleted later\" server="+farHome.String())
		require.Contains(q.t, log.String(), "deleted the data of a server that removed the bot\" server="+farHome.String())

		// After the bot is invited back, the server starts with new data.
		q.setRemoved(false)
		q.wire.send(discord.GuildHere{Guild: farHome})
		wait(time.Second)
		q.poker()
		has, err := q.store.Balance(q.t.Context(), home, q.ann.ID)
		require.NoError(q.t, err)
		require.EqualValues(q.t, store.StartGrant, has.Total())
	})
}

// If a session begins without a readable list of servers, no awake or sleeping table is closed, and no data is
// deleted.
func TestSessionWithoutAServerList(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtualBot(t, purgeAfterAnHour, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.ann, "start")
		playing := q.channel
		q.channel = 930000000000000000
		q.opens("poker", nil)
		for _, who := range []discord.UserRef{q.ann, q.bob} {
			q.slash(who, "away", "", nil)
		}
		time.Sleep(time.Minute)
		require.Len(t, q.bot.lobby.Tables.SleepingChannels(), 1)
		q.wire.send(discord.Disconnected{})
		q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, ContentAllowed: true, Again: true})
		q.wire.send(discord.Gap{Since: time.Now(), Why: "a new session"})
		q.wait(3 * time.Hour)
		require.Len(t, q.bot.lobby.Tables.SleepingChannels(), 1, "the table must stay asleep")
		q.channel = playing
		require.NotNil(t, q.table(), "the table must stay open")
		q.say(q.bob, "join")
		require.Contains(t, q.words(), "2 join")
	})
}

// purgeAfterAnHour makes the bot delete the data of a server an hour after the server removed it.
func purgeAfterAnHour(q *virtualBot) { q.prepare = func(b *Bot) { b.servers.After = time.Hour } }

// failingServers is a store that fails to record servers, and whose purge waits until the test releases it.
type failingServers struct {
	store.Store
	full   atomic.Bool
	purges atomic.Pointer[chan chan struct{}]
}

var errFullDisk = errors.New("the disk is full: make room")

func (s *failingServers) Return(ctx context.Context, g ids.Guild) error {
	if s.full.Load() {
		return errFullDisk
	}
	return s.Store.Return(ctx, g)
}

func (s *failingServers) NoteServers(ctx context.Context, here []ids.Guild) ([]ids.Guild, error) {
	if s.full.Load() {
		return nil, errFullDisk
	}
	return s.Store.NoteServers(ctx, here)
}

func (s *failingServers) Purge(ctx context.Context, before time.Time) ([]ids.Guild, error) {
	if purges := s.purges.Load(); purges != nil {
		goOn := make(chan struct{})
		*purges <- goOn
		<-goOn
	}
	return s.Store.Purge(ctx, before)
}

// If the bot is invited back at the moment when a server's data is purged, new data is kept. The purge waits until
// the bot's return is recorded, and a server that invites the bot back during the purge starts with new data.
func TestPurgeDuringANewInvitation(t *testing.T) {
	gamestest.SkipUnderRace(t)
	slow := &failingServers{}
	set := func(q *virtualBot) {
		q.prepare = func(b *Bot) {
			b.servers.After, slow.Store, b.privacy.Store = time.Hour, q.store, slow
		}
	}
	runVirtualBot(t, set, func(q *virtualBot) {
		home, ann := farHome, q.ann.ID
		has := func() int {
			q.t.Helper()
			has, err := q.store.Balance(q.t.Context(), home, ann)
			require.NoError(q.t, err)
			return int(has.Total())
		}
		welcome := func() {
			q.t.Helper()
			_, err := q.store.Welcome(q.t.Context(), home, ann, store.StartGrant, q.bot.lobby.Now())
			require.NoError(q.t, err)
		}
		wait := func(d time.Duration) {
			q.wait(d)
		}
		welcome()
		for _, back := range []discord.Event{discord.GuildHere{Guild: farHome}, discord.Ready{User: q.wire.Me(),
			App: farApp, Guilds: []ids.Guild{farHome}, GuildsKnown: true, ContentAllowed: true, Again: true}} {
			q.setRemoved(true)
			q.wire.send(discord.GuildGone{Guild: farHome})
			wait(50 * time.Minute)
			q.setRemoved(false)
			slow.full.Store(true)
			q.wire.send(back)
			wait(2 * time.Hour)
			require.EqualValues(q.t, store.StartGrant, has(), "a server whose return could not be recorded must keep its data")
			slow.full.Store(false)
			wait(2 * time.Hour)
			require.EqualValues(q.t, store.StartGrant, has())
		}

		q.setRemoved(true)
		q.wire.send(discord.GuildGone{Guild: farHome})
		wait(lookupTime)
		gone := q.bot.lobby.Now()
		wait(55 * time.Minute)
		purges := make(chan chan struct{})
		slow.purges.Store(&purges)
		goOn := <-purges
		for q.bot.lobby.Now().Sub(gone) <= time.Hour {
			close(goOn)
			goOn = <-purges
		}
		heard := make(chan struct{})
		go func() { q.bot.servers.Here(home); close(heard) }()
		synctest.Wait()
		select {
		case <-heard:
			require.Fail(q.t, "the return was recorded during the purge")
		default:
		}
		slow.purges.Store(nil)
		close(goOn)
		<-heard
		require.Zero(q.t, has(), "the old data must be deleted")
		welcome()
		wait(3 * time.Hour)
		require.EqualValues(q.t, store.StartGrant, has(), "new data must be kept")
	})
}
