package rest

import (
	"cmp"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"settable/bot/discord"
)

// Config is how to reach Discord's HTTP side.
type Config struct {
	Token discord.Secret // of the bot, without "Bot " before it
	HTTP  *http.Client   // shared with the gateway: discord.NewHTTP
	Log   *slog.Logger   // nil: silent

	// PerSecond is how many requests go out in a second over all, beside a burst
	// of five; 0: 45, at most the 50 that Discord allows.
	PerSecond int

	times timings
}

// timings are the waits and bounds, changed by tests.
type timings struct {
	backoff  func(attempt int) time.Duration // before the next attempt; the first is 0
	attempts int                             // of one request
	answer   time.Duration                   // how long one attempt may take of what counts for three seconds,
	patience time.Duration                   // and of anything else
	window   time.Duration                   // in which refused requests are counted
	refusals int                             // refused requests in a window before the breaker opens
}

// filled has a value for everything that was left out.
func (c Config) filled() Config {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.times.backoff == nil {
		c.times.backoff = discord.Backoff
	}
	c.Token = discord.Secret(strings.TrimPrefix(strings.TrimSpace(string(c.Token)), "Bot "))
	c.PerSecond = cmp.Or(c.PerSecond, 45)
	c.times.attempts = cmp.Or(c.times.attempts, 5)
	c.times.answer = cmp.Or(c.times.answer, time.Second)
	c.times.patience = cmp.Or(c.times.patience, 8*time.Second)
	c.times.window = cmp.Or(c.times.window, 10*time.Minute)
	c.times.refusals = cmp.Or(c.times.refusals, 1000)
	return c
}
