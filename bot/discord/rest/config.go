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
	// Pace is what the client shares with the others of its program; nil: it is alone, and PerSecond counts.
	Pace *Pace

	// May is asked before each attempt is sent, and again when there is a connection. With an error nothing
	// leaves, and it is asked again soon, for as long as the request's context lives. answer says that the
	// request answers an interaction or only reads; others change what everybody sees. nil: all may be sent.
	May func(answer bool) error

	among bool // others that are the same bot: May was given
	times timings
}

// timings are the waits and bounds, changed by tests.
type timings struct {
	backoff  func(attempt int) time.Duration // before the next attempt; the first is 0
	attempts int                             // of one request
	answer   time.Duration                   // how long one attempt may take of what counts for three seconds,
	patience time.Duration                   // and of anything else
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
	if c.among = c.May != nil; !c.among {
		c.May = func(bool) error { return nil }
	}
	c.times.attempts = cmp.Or(c.times.attempts, 5)
	c.times.answer = cmp.Or(c.times.answer, time.Second)
	c.times.patience = cmp.Or(c.times.patience, 8*time.Second)
	if c.Pace == nil {
		c.Pace = NewPace(c.PerSecond)
	}
	return c
}
