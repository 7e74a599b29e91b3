package discord

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

// APIVersion is the version of Discord's API that the bot uses. discordgo's session uses the same version.
// https://discord.com/developers/docs/reference#api-versioning
const APIVersion = "9"

// UserAgent identifies the bot to Discord. Discord refuses requests whose user agent has another form.
const UserAgent = "DiscordBot (settable, 1)"

// uploadBuffer is the size of a connection's write buffer in bytes. Nearly all pictures fit into the buffer together
// with their message, so that both are sent in one write.
const uploadBuffer = 32 << 10

// NewHTTP returns the client that REST and the gateway share. Because the client uses a clone of the default transport,
// it honours HTTPS_PROXY, NO_PROXY and, through crypto/x509, SSL_CERT_FILE.
func NewHTTP() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.WriteBufferSize = uploadBuffer
	// Uploads are small, so if there is no answer for a minute, the network is dead.
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// Jitter returns a random duration between zero and d. Tests replace Jitter to make a run repeatable.
var Jitter = func(d time.Duration) time.Duration { return rand.N(d + 1) }

// Backoff returns the wait after a failed attempt, counted from 0. The wait doubles from a quarter of a second to half
// a minute. Up to half of it is subtracted at random, so that not all bots come back at the same time.
func Backoff(attempt int) time.Duration {
	d := min(250*time.Millisecond<<min(attempt, 10), 30*time.Second)
	return d/2 + Jitter(d/2)
}

// Sleep waits for d and returns nil, or returns ctx.Err() when ctx ends. If ctx would end before d has passed, it
// immediately returns context.DeadlineExceeded.
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
