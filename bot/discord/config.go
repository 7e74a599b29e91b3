package discord

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// Config is how to reach Discord.
type Config struct {
	Token          Secret       // of the bot, without "Bot " before it
	HTTP           *http.Client // for REST and gateway alike; nil: the proxy and CA variables of the environment
	MessageContent bool         // ask for the privileged intent: typed moves without a mention
	FallBack       bool         // go on without it when it is refused
	Log            *slog.Logger // nil: silent
	Status         func(Status) // told of every change, from one goroutine; nil: nobody
	Busy           string       // the private answer to an interaction for which there is no room

	// PerSecond is how many REST requests go out in a second over all, beside a
	// burst of five; 0: 45, at most the 50 that Discord allows.
	PerSecond int

	// Hears says whether all that is said in a channel is needed, by its number;
	// elsewhere only messages that may name the bot are events. It must be quick.
	// nil: all is needed everywhere.
	Hears func(channel int64) bool

	// Identify notes an IDENTIFY before it is sent, and Identified gives those
	// noted after a moment, oldest first: a program that is started again and
	// again must not end the token. nil: they count for this program alone.
	Identify   func(ctx context.Context, at time.Time) error
	Identified func(ctx context.Context, since time.Time) ([]time.Time, error)

	times timings
}

// State is how the session stands.
type State string

// The states of a session.
const (
	Connecting State = "connecting"
	Live       State = "live"
	Lost       State = "lost"    // trying again
	Waiting    State = "waiting" // for a new session to be allowed: Until
	Stopped    State = "stopped" // closed, or refused for good: Err
)

// Status is a change of state.
type Status struct {
	State          State
	ContentAllowed bool      // Live: typed moves are readable
	Err            error     // why it was lost or stopped; a *Refused stops for good
	Until          time.Time // Waiting: when it goes on
}

// pictureRoom is what a connection's buffer holds, in bytes: a picture with all
// that is said about it, so that it goes out at once.
const pictureRoom = 64 << 10

// timings are the waits, shortened by tests.
type timings struct {
	handshake time.Duration                   // from the dial to READY or RESUMED
	beat      float64                         // heartbeats of silence before the connection counts as dead
	backoff   func(attempt int) time.Duration // before the next attempt; the first is 0
	invalid   func() time.Duration            // before the IDENTIFY after an op 9
	attempts  int                             // of one REST request
	second    int                             // REST requests a second over all
	identify  []window                        // budget of IDENTIFYs
	window    time.Duration                   // in which refused requests are counted
	refusals  int                             // refused requests in a window before the breaker opens
	queue     int                             // events that wait for the reader
}

// window allows so many in that time.
type window struct {
	n   int
	per time.Duration
}

// filled has a value for everything that was left out.
func (c Config) filled() Config {
	if c.HTTP == nil {
		// A clone of the default transport keeps HTTPS_PROXY, NO_PROXY and, through
		// crypto/x509, SSL_CERT_FILE. Uploads are small; a minute means a dead network.
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.WriteBufferSize = pictureRoom
		c.HTTP = &http.Client{Transport: transport, Timeout: time.Minute}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Status == nil {
		c.Status = func(Status) {}
	}
	set(&c.Busy, "Too much is going on here right now. Please try that again in a moment.")
	c.Token = Secret(strings.TrimPrefix(strings.TrimSpace(string(c.Token)), "Bot "))
	set(&c.times.second, c.PerSecond)
	c.times = c.times.filled()
	return c
}

func (t timings) filled() timings {
	set(&t.handshake, 30*time.Second)
	set(&t.beat, 1.5)
	set(&t.attempts, 5)
	set(&t.second, 45)
	set(&t.window, 10*time.Minute)
	set(&t.refusals, 1000)
	set(&t.queue, 16384) // some seconds of the busiest evening, while a disk or a core is held up
	if t.backoff == nil {
		t.backoff = backoff
	}
	if t.invalid == nil {
		// Discord asks for a random one to five seconds.
		t.invalid = func() time.Duration { return time.Second + rand.N(4*time.Second) }
	}
	if t.identify == nil {
		// Discord resets the token after 1,000 IDENTIFYs in 24 h. Five in a minute
		// get over a bad moment; the rest keep a crash loop far below that.
		t.identify = []window{{5, time.Minute}, {30, time.Hour}, {500, 24 * time.Hour}}
	}
	return t
}

func set[T comparable](v *T, to T) {
	var zero T
	if *v == zero {
		*v = to
	}
}

// backoff doubles from a quarter of a second to half a minute, with jitter, so
// that not all bots come back in the same moment.
func backoff(attempt int) time.Duration {
	d := min(250*time.Millisecond<<min(attempt, 10), 30*time.Second)
	return d/2 + rand.N(d/2+1)
}

// String leaves the token out.
func (c Config) String() string {
	return fmt.Sprintf("discord (content %t, fall back %t)", c.MessageContent, c.FallBack)
}
