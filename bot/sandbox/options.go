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

// Options say how strict the sandbox is and where it listens and keeps its state.
// The zero value is as strict as Discord.
type Options struct {
	Addr           string        // where to listen, loopback only; default "127.0.0.1:0"
	Token          string        // the bot token it accepts; default a random one
	MessageContent bool          // the privileged intent is switched on for the application
	AnswerWithin   time.Duration // how long an interaction waits for its first answer; default 3 s
	TokenLife      time.Duration // how long an interaction's token lives; default 15 min
	Heartbeat      time.Duration // the heartbeat interval HELLO asks for; default 41.25 s
	Window         time.Duration // the window in which a channel takes five messages; default 5 s
	Global         int           // requests a second over all routes; default 50
	NoLimits       bool          // counts no requests, to measure the bot and not Discord's limits
	// edits of messages older than an hour, per channel and hour, before 30046; default 5
	OldEdits int
	Guilds   int // servers, each with two channels; default 1. Of n shards, shard i % n has server i
	Shards   int // how many shards Discord recommends; default 1
	// refuses an IDENTIFY for fewer shards than Shards, as Discord does if a bot is on too many servers
	MustShard bool
	// how many IDENTIFYs are taken in five seconds, of shards whose numbers differ modulo
	// it; others get op 9. Default 1 if Shards is more than 1, and otherwise no limit
	MaxConcurrency int
	People         []string // further people of a new world, beside the five that are always there
	// a file to keep the world in; pictures go to the folder of that name + ".files"; "" = memory only
	State string
	// a command that the first person to open the page uses by itself, if nobody has said anything yet
	Opening   Opening
	Processes page.Processes // the processes that play, if there are several
	Strategy  page.Strategy  // how people play by themselves; zero: nobody does
	Now       func() time.Time
	// is called with every REST exchange and gateway frame, from many goroutines; it
	// must not call the Server
	Watch func(traffic.Exchange)
	Log   *slog.Logger // default: discard
	// A network in place of the machine's, for tests; Addr is not used then. Both or none must be set.
	Listener net.Listener
	Dial     func(ctx context.Context, network, address string) (net.Conn, error)
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
	o.Token = cmp.Or(o.Token, world.Secret()+"."+world.Secret()[:6]+"."+world.Secret())
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// loopback returns an error for an address that others could reach, because the sandbox has no passwords.
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
