package bot

import (
	"fmt"
	"sync/atomic"

	"settable/bot/discord/gateway"
	"settable/bot/lobby"
	"settable/bot/meter"
)

// Health reports the state of a bot to a monitoring system. It can be used before the bot has started.
type Health struct {
	status atomic.Pointer[gateway.Status]
	bot    atomic.Pointer[Bot]
	begun  atomic.Bool // the startup tasks are done
}

// registering is the kind of the task that registers the slash commands, as it appears in the log.
const registering = "command_registration"

// NotReadyReasons tells the host why the bot isn't ready. It returns nil if the bot is ready.
func (h *Health) NotReadyReasons() (why []string) {
	s, b := h.status.Load(), h.bot.Load()
	switch {
	case s == nil:
		return []string{"waiting for Discord's first response"}
	case s.State != gateway.Live && s.Err != nil:
		why = append(why, fmt.Sprintf("the gateway is %s: %v", s.State, s.Err))
	case s.State != gateway.Live:
		why = append(why, fmt.Sprintf("the gateway is %s", s.State))
	}
	if h.begun.Load() || b == nil {
		return why
	}
	if !b.tasks.HasBegun() {
		return append(why, "loading the open tables")
	}
	standing := b.tasks.Pending()
	for _, what := range []string{registering, catchingUp, lobby.ShowTask} {
		if n := standing[what]; n > 0 {
			why = append(why, fmt.Sprintf("startup tasks pending: %s=%d", what, n))
		}
	}
	h.begun.Store(why == nil)
	return why
}

func (h *Health) setStatus(s gateway.Status) { h.status.Store(&s) }

func (h *Health) measure(g *gauges) {
	g.collect(meter.Gauge, shards, shardsHelp, func(tell meter.Report) {
		now := gateway.Connecting
		if s := h.status.Load(); s != nil {
			now = s.State
		}
		tell(1, string(now))
	}, "state")
}
