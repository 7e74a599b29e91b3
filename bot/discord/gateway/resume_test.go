package gateway

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox/sandboxtest"
	"settable/store/ids"
)

// After a dropped connection, the session is resumed, and missed messages are delivered once.
func TestDroppedConnectionIsResumed(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*sandboxtest.Server){
		"dropped":        (*sandboxtest.Server).DropSockets,
		"op 7":           (*sandboxtest.Server).Reconnect,
		"op 9 resumable": func(s *sandboxtest.Server) { s.InvalidSession(true) },
		"close 4000":     func(s *sandboxtest.Server) { s.CloseSockets(4000, "unknown error") },
		"close 1001":     func(s *sandboxtest.Server) { s.CloseSockets(1001, "going away") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReadyFixture(t, typed, Config{MessageContent: true})
			r.Say("Ann", "before")
			require.Equal(t, "before", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
			trouble(r.Sandbox)
			discordtest.Await[discord.Disconnected](t, r.Session)
			r.Say("Ann", "meanwhile") // replayed, or received normally if the session is already back
			var heard []discord.Event
			for len(heard) < 2 {
				switch e := (<-r.Events()).(type) {
				case discord.TypedMessage, discord.Resumed:
					heard = append(heard, e)
				}
			}
			if _, first := heard[0].(discord.Resumed); first {
				slices.Reverse(heard)
			}
			require.Equal(t, "meanwhile", heard[0].(discord.TypedMessage).Content)
			require.IsType(t, discord.Resumed{}, heard[1])
			r.Say("Ann", "after")
			require.Equal(t, "after", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
			require.Equal(t, 1, r.Sandbox.Identified())
			counts := r.Counts()
			require.Equal(t, []uint64{1, 0}, []uint64{counts.Identifies, counts.Lost})
			require.Positive(t, counts.Breaks)
			require.Positive(t, counts.Events)
		})
	}
}

// All missed messages are listed, even if they fill several pages.
func TestMissedMessagesOfSeveralPages(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	last := r.Say("Ann", "before")
	discordtest.Await[discord.TypedMessage](t, r.Session)
	r.StopIntake() // later messages are missed
	for n := range 250 {
		r.Say("Ann", fmt.Sprint("set ", n))
	}
	list, err := r.Missed(t.Context(), discordtest.ID[ids.Guild](r.Sandbox.Guild()), r.Channel, ids.Time(last))
	require.NoError(t, err)
	require.Len(t, list, 250)
	for n, m := range list {
		require.Equal(t, fmt.Sprint("set ", n), m.Content)
	}
	list, err = r.Missed(t.Context(), discordtest.ID[ids.Guild](r.Sandbox.Guild()), r.Channel, time.Time{})
	require.NoError(t, err)
	require.Empty(t, list, "no message was received before the gap")
}

// After a lost session, the bot reports a gap and fetches the missed messages over REST.
func TestLostSessionCausesAGap(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*sandboxtest.Server){
		"op 9":       func(s *sandboxtest.Server) { s.InvalidSession(false) },
		"close 4009": func(s *sandboxtest.Server) { s.CloseSockets(4009, "session timed out") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReadyFixture(t, typed, Config{MessageContent: true})
			last := r.Say("Ann", "before")
			discordtest.Await[discord.TypedMessage](t, r.Session)
			trouble(r.Sandbox)
			discordtest.Await[discord.Disconnected](t, r.Session)
			missed := r.Say("Ann", "meanwhile")
			require.True(t, discordtest.Await[discord.Ready](t, r.Session).Again)
			require.Equal(t, ids.Time(last), discordtest.Await[discord.Gap](t, r.Session).Since)
			list, err := r.Missed(t.Context(), discordtest.ID[ids.Guild](r.Sandbox.Guild()), r.Channel, ids.Time(last))
			require.NoError(t, err)
			require.Len(t, list, 1, "messages from before the gap are not repeated")
			require.Equal(t, missed, list[0].ID)
			list, err = r.Missed(t.Context(), discordtest.ID[ids.Guild](r.Sandbox.Guild()), r.Channel, ids.Time(last))
			require.NoError(t, err)
			require.Empty(t, list)
			require.Equal(t, 2, r.Sandbox.Identified())
		})
	}
}

func TestSilentSandboxIsDetected(t *testing.T) {
	t.Parallel()
	o := typed
	o.Heartbeat = 4 * time.Second
	r := newReadyFixture(t, o, Config{MessageContent: true})
	r.Sandbox.Silence(true)
	r.Say("Ann", "unheard")
	discordtest.Await[discord.Disconnected](t, r.Session)
	r.Sandbox.Silence(false)
	require.Equal(t, "unheard", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
	discordtest.Await[discord.Resumed](t, r.Session)
}

// The missed messages of a channel don't include messages of other channels.
func TestMissedMessagesOfAnotherChannel(t *testing.T) {
	for _, e := range []discord.Event{
		discord.TypedMessage{Channel: 2, ID: 5}, discord.OtherMessage{Channel: 2, ID: 5}} {
		channel, id := messageOf(e)
		require.Equal(t, ids.Channel(2), channel)
		require.Equal(t, ids.Message(5), id)
	}
	for _, e := range []discord.Event{
		discord.TypedMessage{Channel: 3, ID: 5}, discord.OtherMessage{Channel: 3, ID: 5}} {
		channel, _ := messageOf(e)
		require.NotEqual(t, ids.Channel(2), channel)
	}
	channel, _ := messageOf(nil)
	require.Empty(t, channel)
}
