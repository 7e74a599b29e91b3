package sandbox

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"time"

	"settable/bot/sandbox/crowd"
	"settable/bot/sandbox/page"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// Options says how strict the sandbox is and where it keeps itself. The zero value is Discord's own measure.
type Options struct {
	Addr           string        // where to listen, loopback only; default "127.0.0.1:0"
	Token          string        // the bot token it accepts; default a random one
	MessageContent bool          // the privileged intent is switched on for the application
	AnswerWithin   time.Duration // how long an interaction waits for its first answer; default 3 s
	TokenLife      time.Duration // how long an interaction's token lives; default 15 min
	Heartbeat      time.Duration // the heartbeat interval HELLO asks for; default 41.25 s
	Window         time.Duration // the window in which a channel takes five messages; default 5 s
	Global         int           // requests a second over all routes; default 50
	NoLimits       bool          // no request is too many: to measure the bot, not Discord's patience
	// edits of messages older than an hour, per channel and hour, before 30046; default 5
	OldEdits int
	Guilds   int // how many servers there are, each with two channels; default 1. The i-th is of shard i % n
	Shards   int // into how many Discord would divide the bot; default 1
	// with fewer than Shards no IDENTIFY is taken, as for a bot that is on too many servers for them
	MustShard bool
	// so many IDENTIFYs in five seconds, of shards that differ modulo it, the others are told op 9; default 1
	// where Shards are more than that, else nobody counts
	MaxConcurrency int
	People         []string // who is in a new world beside the five that are always there
	// a file to keep the world in; pictures go to the folder of that name + ".files"; "" = memory only
	State string
	// what whoever opens the page first is taken to have asked for, where nobody has said anything yet
	Opening   Opening
	Processes page.Processes // the processes that play, where there are several
	Strategy  crowd.Strategy // of people who play by themselves; the zero one: nobody does
	Now       func() time.Time
	// sees every REST exchange and gateway frame; called from many goroutines, must not call the Server
	Watch func(traffic.Exchange)
	Log   *slog.Logger // default: discard
}

func (o Options) defaults() Options {
	o.Addr = cmp.Or(o.Addr, "127.0.0.1:0")
	o.AnswerWithin = cmp.Or(o.AnswerWithin, 3*time.Second)
	o.TokenLife = cmp.Or(o.TokenLife, 15*time.Minute)
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.Window = cmp.Or(o.Window, 5*time.Second)
	o.Global, o.OldEdits = cmp.Or(o.Global, 50), cmp.Or(o.OldEdits, 5)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Guilds, o.Shards = max(1, o.Guilds), max(1, o.Shards)
	if o.Shards > 1 {
		o.MaxConcurrency = max(1, o.MaxConcurrency)
	}
	if o.Token == "" {
		o.Token = world.Secret() + "." + world.Secret()[:6] + "." + world.Secret()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// loopback refuses an address that others could reach: the sandbox has no passwords.
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
