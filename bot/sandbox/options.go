package sandbox

import (
	"fmt"
	"log/slog"
	"net"
	"time"

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
	People   []string // who is in a new world beside the five that are always there
	// a file to keep the world in; pictures go to the folder of that name + ".files"; "" = memory only
	State string
	Now   func() time.Time
	// sees every REST exchange and gateway frame; called from many goroutines, must not call the Server
	Watch func(Exchange)
	Log   *slog.Logger // default: discard
}

func (o Options) defaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&o.AnswerWithin, 3*time.Second)
	def(&o.TokenLife, 15*time.Minute)
	def(&o.Heartbeat, 41250*time.Millisecond)
	def(&o.Window, 5*time.Second)
	if o.Global == 0 {
		o.Global = 50
	}
	if o.OldEdits == 0 {
		o.OldEdits = 5
	}
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Token == "" {
		o.Token = world.Secret() + "." + world.Secret()[:6] + "." + world.Secret()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
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
