package rest

import (
	"cmp"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"settable/bot/discord"
)

// Config configures the connection to Discord's HTTP side. Token must be set.
type Config struct {
	Token discord.Secret // of the bot, without "Bot " before it
	HTTP  *http.Client   // shared with the gateway: discord.NewHTTP
	Log   *slog.Logger   // nil: silent

	// PerSecond is how many requests a second are sent in all, beside a burst of
	// five; 0: 45. Discord allows 50.
	PerSecond int
	// Pace is the rate limit that this client shares with others of the program;
	// nil: it has PerSecond for itself.
	Pace *Pace

	// May is called before each attempt and again once there is a connection. If it returns an error, nothing is sent,
	// and it is called again soon, until the request's context ends. answer means that the request answers an
	// interaction or only reads; others change what everyone sees. nil: all requests are allowed.
	May func(answer bool) error

	among bool // other processes are the same bot: May was given
	times timings
}

// timings holds pauses and limits that tests change.
type timings struct {
	backoff  func(attempt int) time.Duration // the wait after an attempt, counted from 0
	attempts int                             // how many one request may take
	answer   time.Duration                   // how long an attempt to give a first answer may take,
	patience time.Duration                   // and any other attempt
	window   time.Duration                   // see assumedLimit
}

// withDefaults returns the Config with default values for fields that are not set.
func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
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
	c.times.window = cmp.Or(c.times.window, 5*time.Second)
	c.Pace = cmp.Or(c.Pace, NewPace(c.PerSecond))
	return c
}
