package gateway

import (
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
		handshake: time.Minute, // of a machine that does much besides
		backoff:   func(int) time.Duration { return time.Millisecond },
		invalid:   func() time.Duration { return time.Millisecond },
	}
}
