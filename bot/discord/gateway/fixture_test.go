package gateway

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// fixture is a session on a sandbox: the real discordgo session, a strict Discord.
type fixture struct {
	*Session
	rest    *rest.Client
	t       *testing.T
	sb      *sandbox.Server
	channel discord.ChannelID
}

// sandboxTimes are short waits, but Discord's own limits.
func sandboxTimes() timings {
	t := quick()
	t.handshake = 10 * time.Second
	return t
}

func newFixture(t *testing.T, o sandbox.Options, c Config) *fixture {
	t.Helper()
	sb := sandboxtest.Start(t, o)
	c.Token, c.HTTP = discord.Secret(sb.Token()), sb.Client()
	if c.times.backoff == nil {
		c.times = sandboxTimes()
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
	return &fixture{s, client, t, sb, discord.ChannelID(sb.Channel("card-night"))}
}

// newReadyFixture waits until the guild is there, too.
func newReadyFixture(t *testing.T, o sandbox.Options, c Config) *fixture {
	t.Helper()
	r := newFixture(t, o, c)
	await[discord.Ready](t, r.Session)
	await[discord.GuildHere](t, r.Session)
	return r
}

var typed = sandbox.Options{MessageContent: true}

func (r *fixture) say(user, words string) discord.MessageID {
	r.t.Helper()
	id, err := r.sb.Say(user, "card-night", words)
	require.NoError(r.t, err)
	return discord.MessageID(id)
}

// seen is what a user sees last in the channel.
func (r *fixture) seen(user string) sandbox.Message {
	r.t.Helper()
	all := r.sb.Messages("card-night", user)
	require.NotEmpty(r.t, all)
	return all[len(all)-1]
}
