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

// API holds the methods of Discord's REST API that a session needs. rest.Client implements it. The interface keeps the
// two halves independent of each other.
type API interface {
	// Me returns the bot's own user. The error is discord.ErrUnauthorized if the token is refused.
	Me(ctx context.Context) (discord.UserRef, error)
	// Starts returns how many IDENTIFYs Discord still allows, and when more are allowed.
	Starts(ctx context.Context) (discord.Starts, error)
	// Answer answers an interaction.
	Answer(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error
	// MessagesAfter lists messages newer than after, oldest first, in Discord's format.
	MessagesAfter(ctx context.Context, channel ids.Channel, after ids.Message,
		limit int) ([]json.RawMessage, error)
	// Revoked returns a channel that is closed once Discord has refused the token. Nothing is sent after that.
	Revoked() <-chan struct{}
}

// Config configures the connection to Discord's gateway. Token and HTTP must be set.
type Config struct {
	Token          discord.Secret // the bot's token, without the prefix "Bot "
	HTTP           *http.Client   // shared with REST: discord.NewHTTP
	MessageContent bool           // requests the privileged intent, for typed moves without a mention
	FallBack       bool           // continues without that intent if Discord refuses it
	Log            *slog.Logger   // nil: silent
	Status         func(Status)   // called with every change, from one goroutine; nil: not called

	// Busy returns the private answer, in the language of the locale, to an interaction that finds no room or arrives
	// while the session is stopping. If Busy is nil, the answer is "…".
	Busy func(locale string, stopping bool) string

	// Unreadable returns the private answer to an interaction that the bot can't parse. If it is nil, the answer is
	// "…".
	Unreadable func(locale string) string

	// OnInteraction is called with each interaction when it arrives, before it is queued. If there is no room, the
	// session itself answers the interaction and calls forget. OnInteraction must return quickly. It may be nil.
	OnInteraction func(discord.Event) (forget func())

	// WantsAll reports whether all messages in the channel with this id become events. In all other channels, only
	// messages that might mention the bot become events. WantsAll must return quickly. If it is nil, all messages
	// everywhere become events.
	WantsAll func(ids.Channel) bool

	// Calls reports whether a short question is addressed to the bot. Such a question becomes an event in every
	// channel. If Calls is nil, no question counts as addressed to the bot.
	Calls func(words string) bool

	// Shard selects the servers that this session receives events from. Events without a server go to shard 0.
	Shard discord.Shard

	// AwaitIdentify waits until an IDENTIFY may be sent. Discord groups shards by their number modulo its
	// max_concurrency, and accepts one IDENTIFY from each group in five seconds. Set AwaitIdentify if there are
	// several sessions.
	AwaitIdentify func(ctx context.Context) error

	// Position is where the session begins if another process has saved it, and follows the session. Close then leaves
	// the session to the next process. If Position is nil, Close ends the session.
	Position *Position
	// MayConnect is called before each connection to the gateway; an error forbids it for now. If MayConnect is nil, all
	// connections are allowed.
	MayConnect func() error

	// Identify records an IDENTIFY before it is sent. Identified returns the IDENTIFYs of all shards since a time,
	// oldest first, so that restarts in a loop do not use up the token. If they are nil, the session counts only its
	// own IDENTIFYs.
	Identify   func(ctx context.Context, at time.Time) error
	Identified func(ctx context.Context, since time.Time) ([]time.Time, error)

	times timings
}

// State is the state of a session's connection.
type State string

const (
	Connecting State = "connecting"
	Live       State = "live"
	Lost       State = "lost"    // the connection is lost; the session tries to reconnect
	Waiting    State = "waiting" // waits until a new session is allowed; see Status.Until
	Stopped    State = "stopped" // closed, or permanently refused; see Status.Err
)

var States = []State{Connecting, Live, Lost, Waiting, Stopped}

type Status struct {
	State State
	Err   error     // why the session was lost or stopped; a *Refused is permanent
	Until time.Time // Waiting: when the session continues
}

// timings holds pauses and limits, which tests replace.
type timings struct {
	handshake   time.Duration                   // the time from the dial to READY or RESUMED
	silentBeats float64                         // how many silent heartbeat intervals make the connection count as dead
	backoff     func(attempt int) time.Duration // the wait after an attempt, counted from 0
	invalid     func() time.Duration            // the wait before the IDENTIFY after an op 9
	identify    []window                        // the budget of IDENTIFYs
	queue       int                             // how many events can wait for the reader
}

// window allows n IDENTIFYs per period.
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
	if c.MayConnect == nil {
		c.MayConnect = func() error { return nil }
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
	t.queue = cmp.Or(t.queue, 16384) // enough for some seconds of the busiest evening, while a disk or a core is slow
	if t.backoff == nil {
		t.backoff = discord.Backoff
	}
	if t.invalid == nil {
		// Discord asks for a random wait of one to five seconds.
		t.invalid = func() time.Duration { return time.Second + discord.Jitter(4*time.Second) }
	}
	return t
}
