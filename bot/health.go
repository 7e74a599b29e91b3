package bot

import (
	"fmt"
	"sync/atomic"

	"settable/bot/discord/gateway"
	"settable/bot/lobby"
	"settable/bot/meter"
)

// Health says how a bot is to those who watch it from outside. It may be asked before the bot has
// started.
type Health struct {
	status atomic.Pointer[gateway.Status]
	bot    atomic.Pointer[Bot]
	begun  atomic.Bool // the tasks of the start are done
}

// registering names, for a host, the task of telling Discord the slash commands.
const registering = "command_registration"

// Wanting lists in words, for a host, what keeps the bot from being ready. It is empty when the bot
// plays.
func (h *Health) Wanting() (why []string) {
	s, b := h.status.Load(), h.bot.Load()
	switch {
	case s == nil:
		return []string{"waiting for Discord's first answer"}
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
	for _, what := range []string{registering, unread, lobby.ShowTask} {
		if n := standing[what]; n > 0 {
			why = append(why, fmt.Sprintf("startup tasks pending: %s=%d", what, n))
		}
	}
	h.begun.Store(why == nil)
	return why
}

// note keeps the latest status of the gateway.
func (h *Health) note(s gateway.Status) { h.status.Store(&s) }

func (h *Health) measure(g *gauges) {
	g.ask(meter.Gauge, "settable_gateway_state", "Current state of the gateway connection (1 for the active state).",
		func(tell meter.Report) {
			now := gateway.Connecting
			if s := h.status.Load(); s != nil {
				now = s.State
			}
			for _, state := range gateway.States {
				is := 0.0
				if state == now {
					is = 1
				}
				tell(is, string(state))
			}
		}, "state")
}
