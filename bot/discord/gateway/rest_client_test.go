package gateway

import (
	"net/http"
	"net/url"
	"time"

	"settable/bot/discord/rest"
)

const botToken = "b0t.t0k3n.s3cr3t"

// restOf is the HTTP side of the same bot.
func restOf(c Config) *rest.Client {
	return rest.New(rest.Config{Token: c.Token, HTTP: c.HTTP, Log: c.Log, PerSecond: 1_000_000})
}

// quick are timings for tests.
func quick() timings {
	return timings{
		handshake: 2 * time.Second,
		backoff:   func(int) time.Duration { return time.Millisecond },
		invalid:   func() time.Duration { return time.Millisecond },
	}
}

// redirect sends every request for Discord to a server of the test.
type redirect struct{ to *url.URL }

func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	if req.URL.Host == "discord.com" {
		out.URL.Scheme, out.URL.Host = r.to.Scheme, r.to.Host
	}
	return http.DefaultTransport.RoundTrip(out)
}
