package discord

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

// APIVersion is the version of Discord's API that the bot uses, the same as in discordgo's session.
// https://discord.com/developers/docs/reference#api-versioning
const APIVersion = "9"

// UserAgent is the name that the bot gives to Discord, which refuses requests without a name of this form.
const UserAgent = "DiscordBot (settable, 1)"

// uploadBuffer is the size of a connection's write buffer in bytes. All but the
// fullest pictures fit into it with their message, so that they go out in one write.
const uploadBuffer = 32 << 10

// NewHTTP makes the http client that REST and the gateway share. It honours the
// proxy and CA variables of the environment: a clone of the default transport
// keeps HTTPS_PROXY, NO_PROXY and, through crypto/x509, SSL_CERT_FILE.
func NewHTTP() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.WriteBufferSize = uploadBuffer
	// Uploads are small, so a minute without an answer means a dead network.
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// Jitter is a random part of a duration. Tests replace it to repeat a run.
var Jitter = func(d time.Duration) time.Duration { return rand.N(d + 1) }

// Backoff returns the wait after a failed attempt, counted from 0. It doubles from a quarter of a second
// to half a minute, minus a random part of up to a half, so that not all bots come back at once.
func Backoff(attempt int) time.Duration {
	d := min(250*time.Millisecond<<min(attempt, 10), 30*time.Second)
	return d/2 + Jitter(d/2)
}

// Sleep waits for d and returns nil, or returns ctx's error when ctx ends. It
// returns context.DeadlineExceeded at once if ctx would end before d is over.
func Sleep(ctx context.Context, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return context.DeadlineExceeded
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
