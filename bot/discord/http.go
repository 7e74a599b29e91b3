package discord

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

// UserAgent is how the bot names itself to Discord, which refuses requests that
// carry no name of this form.
const UserAgent = "DiscordBot (settable, 1)"

// uploadBuffer is what a connection's buffer holds, in bytes: all but the fullest pictures
// with what is said about them, so that they go out in one write.
const uploadBuffer = 32 << 10

// NewHTTP makes the http client that REST and the gateway share. It honours the
// proxy and CA variables of the environment: a clone of the default transport
// keeps HTTPS_PROXY, NO_PROXY and, through crypto/x509, SSL_CERT_FILE.
func NewHTTP() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.WriteBufferSize = uploadBuffer
	// uploads are small: a minute means a dead network
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// Backoff is the wait before the next attempt; the first is 0. It doubles from a
// quarter of a second to half a minute, with jitter, so that not all bots come
// back in the same moment.
func Backoff(attempt int) time.Duration {
	d := min(250*time.Millisecond<<min(attempt, 10), 30*time.Second)
	return d/2 + rand.N(d/2+1)
}

// Sleep waits, or returns with the context's error: at once when the context
// will not last that long.
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
