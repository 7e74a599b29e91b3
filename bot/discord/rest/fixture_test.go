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
	"settable/bot/discord/discordtest"
	"settable/bot/discord/gateway"
	"settable/bot/sandbox"
)

// A fixture is a client and a session that use the same sandbox.
type fixture struct {
	*gateway.Session
	rest *Client
	discordtest.Place
}

var typed = sandbox.Options{MessageContent: true}

// newFixture opens a session and waits until the server is known.
func newFixture(t *testing.T, o sandbox.Options) *fixture {
	t.Helper()
	place := discordtest.Start(t, o)
	log, client := slog.New(slog.NewTextHandler(t.Output(), nil)), place.Sandbox.Client()
	c := New(Config{Token: place.Token(), HTTP: client, Log: log, times: quickTimings()})
	s, err := gateway.Dial(t.Context(), c,
		gateway.Config{Token: place.Token(), HTTP: client, Log: log, MessageContent: true})
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Close(ctx))
		client.CloseIdleConnections()
	})
	discordtest.Await[discord.GuildHere](t, s)
	return &fixture{s, c, place}
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))))
	return b.Bytes()
}

// requests returns the number of sent requests, including retries.
func (c Counts) requests() (n uint64) {
	for _, times := range c.Answers {
		n += times
	}
	return n
}
