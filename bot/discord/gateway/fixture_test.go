package gateway

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/discord/rest"
	"settable/bot/sandbox"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// A fixture is a real discordgo session that is connected to a sandbox.
type fixture struct {
	*Session
	rest *rest.Client
	discordtest.Place
}

func newFixture(t *testing.T, o sandbox.Options, c Config) *fixture {
	t.Helper()
	place := discordtest.Start(t, o)
	c.Token, c.HTTP = place.Token(), place.Sandbox.Client()
	if c.times.backoff == nil {
		c.times = quickTimings()
	}
	c.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	client := restOf(c)
	s, err := Dial(t.Context(), client, c)
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Close(ctx))
		c.HTTP.CloseIdleConnections()
	})
	return &fixture{s, client, place}
}

// newReadyFixture returns a fixture that already knows the server.
func newReadyFixture(t *testing.T, o sandbox.Options, c Config) *fixture {
	t.Helper()
	r := newFixture(t, o, c)
	discordtest.Await[discord.Ready](t, r.Session)
	discordtest.Await[discord.GuildHere](t, r.Session)
	return r
}

var typed = sandbox.Options{MessageContent: true}

const botToken = "b0t.t0k3n.s3cr3t"

func restOf(c Config) *rest.Client {
	return rest.New(rest.Config{Token: c.Token, HTTP: c.HTTP, Log: c.Log, PerSecond: 1_000_000})
}

// quickTimings returns short waits for tests in real time.
func quickTimings() timings {
	return timings{
		handshake: time.Minute, // for a busy machine
		backoff:   func(int) time.Duration { return time.Millisecond },
		invalid:   func() time.Duration { return time.Millisecond },
	}
}
