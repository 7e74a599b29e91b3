package gateway

import (
	"bytes"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

func TestRefusedTokenCausesAClearError(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, typed)
	client := sb.Client()
	defer client.CloseIdleConnections()
	c := Config{Token: "wrong.token.entirely", HTTP: client, times: quickTimings()}
	_, err := Dial(t.Context(), restOf(c), c)
	var refused *Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, refusals[401], err.Error())
	c.Token = ""
	_, err = Dial(t.Context(), restOf(c), c)
	require.ErrorAs(t, err, &refused)
	require.Contains(t, err.Error(), "no Discord token")
}

func TestRevokedTokenStopsTheSession(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	r.Sandbox.Revoke()
	r.Sandbox.DropSockets()
	for range r.Events() {
	}
	require.EqualError(t, r.Err(), refusals[4004])
}

func TestRefusedIntent(t *testing.T) {
	t.Parallel()
	t.Run("stops", func(t *testing.T) {
		t.Parallel()
		r := newFixture(t, sandbox.Options{}, Config{MessageContent: true})
		for range r.Events() {
		}
		require.EqualError(t, r.Err(), refusals[4014])
		require.Contains(t, r.Err().Error(), "MESSAGE CONTENT INTENT")
	})
	t.Run("falls back", func(t *testing.T) {
		t.Parallel()
		r := newFixture(t, sandbox.Options{}, Config{MessageContent: true, FallBack: true})
		require.False(t, discordtest.Await[discord.Ready](t, r.Session).ContentAllowed)
		r.Say("Ann", discord.Mention(r.Me().ID)+" set a b c")
		require.Equal(t, "set a b c", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
	})
	t.Run("falls back when it is taken away", func(t *testing.T) {
		t.Parallel()
		r := newReadyFixture(t, typed, Config{MessageContent: true, FallBack: true})
		r.Sandbox.AllowContent(false)
		r.Sandbox.InvalidSession(false)
		ready := discordtest.Await[discord.Ready](t, r.Session)
		require.True(t, ready.Again)
		require.False(t, ready.ContentAllowed)
		discordtest.Await[discord.Gap](t, r.Session)
	})
}

// A lockedBuffer is a buffer that is safe for concurrent use.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Neither the log nor the status of a failing session contains a secret.
func TestFailingSessionLogsNoSecret(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, typed)
	client := sb.Client()
	defer client.CloseIdleConnections()
	var text lockedBuffer
	c := Config{Token: discord.Secret(sb.Token()), HTTP: client, times: quickTimings(),
		Log:    slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Status: func(st Status) { fmt.Fprintf(&text, "%v %+v\n", st, st) }}
	s, err := Dial(t.Context(), restOf(c), c)
	require.NoError(t, err)
	discordtest.Await[discord.Ready](t, s)
	sb.FailREST(7, 502)
	sb.InvalidSession(false)
	discordtest.Await[discord.Gap](t, s)
	sb.FailREST(7, 0)
	sb.InvalidSession(false)
	discordtest.Await[discord.Gap](t, s)
	sb.Revoke()
	sb.DropSockets()
	for range s.Events() {
	}
	require.EqualError(t, s.Err(), refusals[4004])
	require.NoError(t, s.Close(t.Context()))
	require.Contains(t, text.String(), "502")
	require.NotContains(t, text.String(), sb.Token())
	require.NotContains(t, text.String(), "Authorization")
}
