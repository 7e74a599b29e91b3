package gateway

import (
	"encoding/json"
	"fmt"

	"github.com/coder/websocket"
)

// DropSockets cuts every gateway connection without a close frame. The sessions can be resumed.
func (g *Gateway) DropSockets() { g.each((*link).drop) }

func (g *Gateway) each(do func(*link)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for l := range g.links {
		do(l)
	}
}

// Reconnect sends op 7 to every connected bot.
func (g *Gateway) Reconnect() { g.tellAll(opReconnect, nil) }

// InvalidSession sends op 9 to every connected bot. It ends their sessions unless resumable is true.
func (g *Gateway) InvalidSession(resumable bool) { g.tellAll(opInvalid, resumable) }

func (g *Gateway) tellAll(op int, d any) {
	g.each(func(l *link) {
		if ses := l.session; op == opInvalid && ses != nil {
			ses.link, ses.away, l.session = nil, g.Now(), nil
			if d == false {
				delete(g.sessions, ses.id)
			}
		}
		l.control(op, d)
	})
}

// CloseSockets closes every gateway connection with this code, such as 4000 or 4009.
func (g *Gateway) CloseSockets(code int, reason string) {
	g.each(func(l *link) { l.hangUp(websocket.StatusCode(code), reason) })
}

// Silence stops all output of the gateway, including HELLO and ACK, until it is called with false. The gateway still
// accepts connections but ignores what bots send.
func (g *Gateway) Silence(on bool) {
	g.Faults.SetSilent(on)
	g.each((*link).nudge)
}

// ReleaseEvents sends the events that HoldEvents kept back. Events at the given positions (from 0) come first, in that
// order.
func (g *Gateway) ReleaseEvents(order ...int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.Faults.Release()
	for _, ses := range g.sessions {
		held := ses.held
		ses.held = nil
		done := map[int]bool{}
		for _, i := range order {
			if i >= 0 && i < len(held) && !done[i] {
				done[i] = true
				ses.push(held[i])
			}
		}
		for i, f := range held {
			if !done[i] {
				ses.push(f)
			}
		}
	}
}

// Dispatch sends an event unchanged to every session regardless of intents, so that tests can send malformed events.
// raw must be JSON.
func (g *Gateway) Dispatch(name string, raw json.RawMessage) error {
	if !json.Valid(raw) {
		return fmt.Errorf("sandbox: dispatching %s: the data is not JSON", name)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, ses := range g.sessions {
		g.offer(ses, numberedFrame{name: name, raw: raw, odd: true})
	}
	return nil
}
