package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"settable/bot/discord"
)

// API is what a session asks of Discord's HTTP side. The rest.Client answers it;
// the two halves meet here, so that neither needs the other.
type API interface {
	// Me is the bot's own user; ErrUnauthorized when the token is refused.
	Me(ctx context.Context) (discord.UserRef, error)
	// Starts is how many IDENTIFYs Discord still allows, and when they are renewed.
	Starts(ctx context.Context) (discord.Starts, error)
	// Answer answers an interaction.
	Answer(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error
	// MessagesAfter lists messages newer than after, oldest first, as Discord describes them.
	MessagesAfter(ctx context.Context, channel discord.ChannelID, after discord.MessageID,
		limit int) ([]json.RawMessage, error)
	// Revoked is closed when Discord has refused the token, and nothing is sent any more.
	Revoked() <-chan struct{}
}

// Config is how to reach Discord's gateway.
type Config struct {
	Token          discord.Secret // of the bot, without "Bot " before it
	HTTP           *http.Client   // shared with REST: discord.NewHTTP
	MessageContent bool           // ask for the privileged intent: typed moves without a mention
	FallBack       bool           // go on without it when it is refused
	Log            *slog.Logger   // nil: silent
	Status         func(Status)   // told of every change, from one goroutine; nil: nobody

	// Busy is the private answer to an interaction for which there is no room, in
	// the language of the one who gets it.
	Busy func(locale string) string

	// Unreadable is the same for an interaction that makes no sense. nil: dots, as for Busy.
	Unreadable func(locale string) string

	// Hears says whether all that is said in a channel is needed, by its number;
	// elsewhere only messages that may name the bot are events. It must be quick.
	// nil: all is needed everywhere.
	Hears func(channel int64) bool

	// Calls says whether a question of a few letters calls for the bot wherever it is
	// asked. nil: none does.
	Calls func(words string) bool

	// Shard is of whose servers the session hears; what belongs to none is heard by the first.
	Shard discord.Shard

	// Turn waits until an IDENTIFY may go out: Discord takes one in five seconds of all
	// shards that are alike modulo its max_concurrency. nil: nobody else needs a turn.
	Turn func(ctx context.Context) error

	// Identify notes an IDENTIFY before it is sent, and Identified gives those
	// noted after a moment, of all shards, oldest first: a program that is started again
	// and again must not end the token. nil: they count for this session alone.
	Identify   func(ctx context.Context, at time.Time) error
	Identified func(ctx context.Context, since time.Time) ([]time.Time, error)

	times timings
}

// State is how the session is.
type State string

const (
	Connecting State = "connecting"
	Live       State = "live"
	Lost       State = "lost"    // trying again
	Waiting    State = "waiting" // for a new session to be allowed: Until
	Stopped    State = "stopped" // closed, or refused for good: Err
)

var States = []State{Connecting, Live, Lost, Waiting, Stopped}

// Status is a change of state.
type Status struct {
	State State
	Err   error     // why it was lost or stopped; a *Refused stops for good
	Until time.Time // Waiting: when it goes on
}

// timings are the waits and bounds, changed by tests.
type timings struct {
	handshake   time.Duration                   // from the dial to READY or RESUMED
	silentBeats float64                         // heartbeats of silence before the connection counts as dead
	backoff     func(attempt int) time.Duration // before the next attempt; the first is 0
	invalid     func() time.Duration            // before the IDENTIFY after an op 9
	identify    []window                        // budget of IDENTIFYs
	queue       int                             // events that wait for the reader
}

// window allows so many in that time.
type window struct {
	n   int
	per time.Duration
}

// filled has a value for everything that was left out.
func (c Config) filled() Config {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Status == nil {
		c.Status = func(Status) {}
	}
	for _, say := range []*func(string) string{&c.Busy, &c.Unreadable} {
		if *say == nil {
			*say = func(string) string { return "…" }
		}
	}
	c.Token = discord.Secret(strings.TrimPrefix(strings.TrimSpace(string(c.Token)), "Bot "))
	if c.times.identify == nil {
		c.times.identify = startsOf(c.Shard.Of)
	}
	c.times = c.times.filled()
	return c
}

func (t timings) filled() timings {
	t.handshake = cmp.Or(t.handshake, 30*time.Second)
	t.silentBeats = cmp.Or(t.silentBeats, 1.5)
	t.queue = cmp.Or(t.queue, 16384) // some seconds of the busiest evening, while a disk or a core is held up
	if t.backoff == nil {
		t.backoff = discord.Backoff
	}
	if t.invalid == nil {
		// Discord asks for a random one to five seconds.
		t.invalid = func() time.Duration { return time.Second + rand.N(4*time.Second) }
	}
	return t
}
