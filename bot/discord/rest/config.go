package rest

import (
	"cmp"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"settable/bot/discord"
)

// Config configures the connection to Discord's REST API. Token must be set.
type Config struct {
	Token discord.Secret // the bot's token, without the prefix "Bot "
	HTTP  *http.Client   // shared with the gateway: discord.NewHTTP
	Log   *slog.Logger   // nil: silent

	// PerSecond is the maximum number of requests per second, in addition to a burst of five; 0 means 45. Discord
	// allows 50 requests per second.
	PerSecond int
	// Pace is the rate limit that this client shares with other clients of the program. If Pace is nil, the client uses
	// all of PerSecond itself.
	Pace *Pace

	// May is called before each attempt and again once there is a connection. If it returns an error, the request isn't
	// sent, and May is called again after a short pause, until the request's context ends. answer is true if the
	// request answers an interaction or only reads; all other requests change what everyone sees. If May is nil, all
	// requests are allowed.
	May func(answer bool) error

	hasSiblings bool // other processes run the same bot, because May was set
	times       timings
}

// timings holds pauses and limits, which tests replace.
type timings struct {
	backoff  func(attempt int) time.Duration // the wait after an attempt, counted from 0
	attempts int                             // the maximum number of attempts for one request
	answer   time.Duration                   // the timeout of an attempt to send a first answer
	patience time.Duration                   // the timeout of any other attempt
	window   time.Duration                   // see assumedLimit
}

// withDefaults returns the Config with default values for fields that are not set.
func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.times.backoff == nil {
		c.times.backoff = discord.Backoff
	}
	c.Token = discord.Secret(strings.TrimPrefix(strings.TrimSpace(string(c.Token)), "Bot "))
	if c.hasSiblings = c.May != nil; !c.hasSiblings {
		c.May = func(bool) error { return nil }
	}
	c.times.attempts = cmp.Or(c.times.attempts, 5)
	c.times.answer = cmp.Or(c.times.answer, time.Second)
	c.times.patience = cmp.Or(c.times.patience, 8*time.Second)
	c.times.window = cmp.Or(c.times.window, 5*time.Second)
	c.Pace = cmp.Or(c.Pace, NewPace(c.PerSecond))
	return c
}
