package rest

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// fixture is a client and a session on a sandbox, which is a strict Discord.
type fixture struct {
	*gateway.Session
	rest    *Client
	t       *testing.T
	sb      *sandbox.Server
	channel discord.ChannelID
}

var typed = sandbox.Options{MessageContent: true}

// newFixture opens a session and waits until the guild is there.
func newFixture(t *testing.T, o sandbox.Options) *fixture {
	t.Helper()
	sb := sandboxtest.Start(t, o)
	log, client := slog.New(slog.NewTextHandler(t.Output(), nil)), sb.Client()
	token := discord.Secret(sb.Token())
	c := New(Config{Token: token, HTTP: client, Log: log, times: quick()})
	s, err := gateway.Dial(t.Context(), c, gateway.Config{Token: token, HTTP: client, Log: log,
		MessageContent: true})
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Close(ctx))
		client.CloseIdleConnections()
	})
	r := &fixture{s, c, t, sb, discord.ChannelID(sb.Channel("card-night"))}
	await[discord.GuildHere](t, s)
	return r
}

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

// await takes events until one is an E.
func await[E discord.Event](t *testing.T, s *gateway.Session) E {
	t.Helper()
	late := time.NewTimer(20 * time.Second)
	defer late.Stop()
	for {
		select {
		case e, open := <-s.Events():
			if !open {
				t.Fatalf("the session ended: %v", s.Err())
			}
			if want, ok := e.(E); ok {
				return want
			}
		case <-late.C:
			var want E
			t.Fatalf("no %T came", want)
		}
	}
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))))
	return b.Bytes()
}
