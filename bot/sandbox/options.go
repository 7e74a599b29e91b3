package sandbox

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"settable/bot/sandbox/page"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// Options configure a sandbox. The zero value is as strict as Discord.
type Options struct {
	Addr           string        // where to listen, loopback only; default "127.0.0.1:0"
	Token          string        // the bot token; default: a random one
	MessageContent bool          // the application has the privileged message content intent
	AnswerWithin   time.Duration // how long the bot has to answer an interaction; default 3 s
	Heartbeat      time.Duration // the heartbeat interval in HELLO; default 41.25 s
	Window         time.Duration // the period in which a channel accepts five messages; default 5 s
	Global         int           // requests per second over all routes; default 50
	NoLimits       bool          // turns rate limits off, to measure the bot rather than Discord's limits
	// how many edits of messages older than an hour a channel accepts per hour before error 30046; default 5
	OldEdits int
	Guilds   int // number of servers, each with two channels; default 1. Of n shards, shard i % n has server i
	Shards   int // number of shards that Discord recommends; default 1
	// closes the connection of a bot that uses fewer than Shards shards, as Discord does if a bot is on too many
	// servers
	MustShard bool
	// max_concurrency: every five seconds, the gateway accepts one IDENTIFY from the shards whose ids are equal modulo
	// this number; others get op 9. The default is 1 if Shards is more than 1; otherwise there is no limit
	MaxConcurrency int
	People         []string // names of people in a new world besides the usual five
	// the file that stores the world; pictures go to the folder of that name + ".files"; "": in memory only
	State string
	// the command that starts a game when the page is first opened, unless a channel already has messages
	Opening   Opening
	Processes page.Processes // the bot's processes, if there are several
	Strategy  page.Strategy  // how simulated people play; zero: nobody is simulated
	Now       func() time.Time
	// called for every REST exchange and gateway frame, possibly concurrently; must not call the Server
	Watch func(traffic.Exchange)
	Log   *slog.Logger // default: discard
	// These two fields replace the machine's network in tests, and Addr is then ignored. Set both or neither.
	Listener net.Listener
	Dial     func(ctx context.Context, network, address string) (net.Conn, error)
}

func (o Options) defaults() Options {
	o.Addr = cmp.Or(o.Addr, "127.0.0.1:0")
	o.AnswerWithin = cmp.Or(o.AnswerWithin, 3*time.Second)
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.Window = cmp.Or(o.Window, 5*time.Second)
	o.Global, o.OldEdits = cmp.Or(o.Global, 50), cmp.Or(o.OldEdits, 5)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Guilds, o.Shards = max(1, o.Guilds), max(1, o.Shards)
	if o.Shards > 1 {
		o.MaxConcurrency = max(1, o.MaxConcurrency)
	}
	o.Token = cmp.Or(o.Token, world.Secret()+"."+world.Secret()[:6]+"."+world.Secret())
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// loopback returns an error for an address that other machines could reach, because the sandbox has no passwords.
func loopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("the sandbox's address %q: %w", addr, err)
	}
	if !loopbackHost(host) {
		return fmt.Errorf("the sandbox listens on loopback only, not on %q; use 127.0.0.1", host)
	}
	return nil
}

func loopbackHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (o Options) leastShards() int {
	if o.MustShard {
		return o.Shards
	}
	return 1
}
