package bot

import (
	"fmt"
	"sync/atomic"

	"settable/bot/discord/gateway"
	"settable/bot/lobby"
	"settable/bot/meter"
)

// Health is how a bot is, for whoever looks at it from outside, also before it has come on.
type Health struct {
	status atomic.Pointer[gateway.Status]
	bot    atomic.Pointer[Bot]
	begun  atomic.Bool // all that a start leaves to be done is done
}

// registering is what a host reads of commands that Discord does not know yet.
const registering = "commands to be registered"

// Wanting says in words for a host what keeps the bot from being ready; nothing: it plays.
func (h *Health) Wanting() (why []string) {
	s, b := h.status.Load(), h.bot.Load()
	switch {
	case s == nil:
		return []string{"Discord has not answered yet: the bot waits for it"}
	case s.State != gateway.Live && s.Err != nil:
		why = append(why, fmt.Sprintf("the gateway is %s: %v", s.State, s.Err))
	case s.State != gateway.Live:
		why = append(why, fmt.Sprintf("the gateway is %s", s.State))
	}
	if h.begun.Load() || b == nil {
		return why
	}
	if !b.tasks.Begun() {
		return append(why, "the open tables are being read")
	}
	standing := b.tasks.Standing()
	for _, what := range []string{registering, unread, lobby.ToShow} {
		if n := standing[what]; n > 0 {
			why = append(why, fmt.Sprintf("still to be done after the start: %d %s", n, what))
		}
	}
	h.begun.Store(why == nil)
	return why
}

// note keeps how the gateway is.
func (h *Health) note(s gateway.Status) { h.status.Store(&s) }

func (h *Health) measure(g *gauges) {
	g.ask(meter.Gauge, "settable_gateway_state", "1 for how the way to Discord is, 0 for how it is not.",
		func(tell meter.Tell) {
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
