package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// API holds the methods of Discord's HTTP side that a session needs. rest.Client implements it; the interface keeps the
// two halves independent of each other.
type API interface {
	// Me returns the bot's own user. The error is discord.ErrUnauthorized if the token is refused.
	Me(ctx context.Context) (discord.UserRef, error)
	// Starts returns how many IDENTIFYs Discord still allows, and when more are allowed.
	Starts(ctx context.Context) (discord.Starts, error)
	// Answer answers an interaction.
	Answer(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error
	// MessagesAfter lists messages newer than after, oldest first, as Discord describes them.
	MessagesAfter(ctx context.Context, channel ids.Channel, after ids.Message,
		limit int) ([]json.RawMessage, error)
	// Revoked is closed when Discord has refused the token. Nothing is sent after that.
	Revoked() <-chan struct{}
}

// Config configures the connection to Discord's gateway. Token and HTTP must be set.
type Config struct {
	Token          discord.Secret // of the bot, without "Bot " before it
	HTTP           *http.Client   // shared with REST: discord.NewHTTP
	MessageContent bool           // asks for the privileged intent, for typed moves without a mention
	FallBack       bool           // goes on without that intent if it is refused
	Log            *slog.Logger   // nil: silent
	Status         func(Status)   // is told of every change, from one goroutine; nil: nothing is

	// Busy returns the private answer to an interaction for which there is no room, or which arrives while the session
	// is stopping, in a language for this locale. nil: dots.
	Busy func(locale string, stopping bool) string

	// Unreadable does the same for an interaction that can't be read. nil: dots.
	Unreadable func(locale string) string

	// OnInteraction is called with each interaction as soon as it arrives, before it is queued. forget is called if the
	// session answers it itself because there is no room. OnInteraction must be quick. It may be nil.
	OnInteraction func(discord.Event) (forget func())

	// WantsAll reports whether all messages in the channel with this id become events; in other channels only messages
	// that may mention the bot do. It must be quick. nil: all messages everywhere become events.
	WantsAll func(ids.Channel) bool

	// Calls reports whether a question of a few letters calls for the bot, so that it is an event in every channel.
	// nil: none does.
	Calls func(words string) bool

	// Shard selects the servers whose events this session receives. Events without a server go to shard 0.
	Shard discord.Shard

	// AwaitIdentify waits until an IDENTIFY may be sent. In five seconds Discord accepts one from each group of shards
	// whose numbers are equal modulo its max_concurrency. nil: no other session competes.
	AwaitIdentify func(ctx context.Context) error

	// Identify records an IDENTIFY before it is sent, and Identified returns those of all shards since a time, oldest
	// first, so that restarts in a loop do not use up the token. nil: only this session's own are counted.
	Identify   func(ctx context.Context, at time.Time) error
	Identified func(ctx context.Context, since time.Time) ([]time.Time, error)

	times timings
}

// State is the state of a session.
type State string

const (
	Connecting State = "connecting"
	Live       State = "live"
	Lost       State = "lost"    // the connection is lost; another is tried
	Waiting    State = "waiting" // until a new session is allowed, see Status.Until
	Stopped    State = "stopped" // closed, or refused for good, see Status.Err
)

var States = []State{Connecting, Live, Lost, Waiting, Stopped}

// Status is a change of state.
type Status struct {
	State State
	Err   error     // why it was lost or stopped; a *Refused stops for good
	Until time.Time // Waiting: when it goes on
}

// timings holds pauses and limits that tests change.
type timings struct {
	handshake   time.Duration                   // from the dial to READY or RESUMED
	silentBeats float64                         // heartbeats of silence before the connection counts as dead
	backoff     func(attempt int) time.Duration // the wait after an attempt, counted from 0
	invalid     func() time.Duration            // the wait before the IDENTIFY after an op 9
	identify    []window                        // the budget of IDENTIFYs
	queue       int                             // how many events may wait for the reader
}

// window allows n IDENTIFYs in the time per.
type window struct {
	n   int
	per time.Duration
}

// withDefaults returns the Config with default values for fields that are not set.
func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Status == nil {
		c.Status = func(Status) {}
	}
	if c.Busy == nil {
		c.Busy = func(string, bool) string { return "…" }
	}
	if c.Unreadable == nil {
		c.Unreadable = func(string) string { return "…" }
	}
	if c.OnInteraction == nil {
		c.OnInteraction = func(discord.Event) func() { return func() {} }
	}
	c.Token = discord.Secret(strings.TrimPrefix(strings.TrimSpace(string(c.Token)), "Bot "))
	if c.times.identify == nil {
		c.times.identify = startsOf(c.Shard.Of)
	}
	c.times = c.times.withDefaults()
	return c
}

func (t timings) withDefaults() timings {
	t.handshake = cmp.Or(t.handshake, 30*time.Second)
	t.silentBeats = cmp.Or(t.silentBeats, 1.5)
	t.queue = cmp.Or(t.queue, 16384) // some seconds of the busiest evening, while a disk or a core is held up
	if t.backoff == nil {
		t.backoff = discord.Backoff
	}
	if t.invalid == nil {
		// Discord asks for a random one to five seconds.
		t.invalid = func() time.Duration { return time.Second + discord.Jitter(4*time.Second) }
	}
	return t
}
