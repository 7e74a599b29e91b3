package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// throws is what people have asked to go wrong.
type throws struct {
	rest    []thrown
	latency time.Duration
	doubles int
	holding bool
	silent  bool
	revoked bool
}

// thrown is one REST request that will fail. late: it is carried out first, and only the answer is lost.
type thrown struct {
	err  error
	late bool
}

// errHangUp cuts the connection instead of answering.
var errHangUp = errors.New("the connection is cut")

// throw takes the next fault for a REST request. The lock is held.
func (s *Server) throw() (err error, late bool) {
	if len(s.faults.rest) == 0 {
		return nil, false
	}
	t := s.faults.rest[0]
	s.faults.rest = s.faults.rest[1:]
	return t.err, t.late
}

func (s *Server) fail(n int, t thrown) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range n {
		s.faults.rest = append(s.faults.rest, t)
	}
}

// Mend ends what FailREST, LoseREST and Limit had begun.
func (s *Server) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.rest = nil
}

func failure(status int) error {
	if status == 0 {
		return errHangUp
	}
	if status >= 500 {
		return refuse(status, 0, "")
	}
	return refuse(status, 0, fmt.Sprintf("%d: %s", status, http.StatusText(status)))
}

// FailREST answers the next n REST requests with a status, without doing what they ask; from 500 up with a proxy's
// HTML. Status 0 cuts the connection.
func (s *Server) FailREST(n, status int) { s.fail(n, thrown{err: failure(status)}) }

// LoseREST does what the next n REST requests ask, but answers as FailREST does: the bot cannot know.
func (s *Server) LoseREST(n, status int) { s.fail(n, thrown{err: failure(status), late: true}) }

// Limit answers the next n REST requests with 429.
func (s *Server) Limit(n int, retryAfter time.Duration, global bool) {
	scope := "shared"
	if global {
		scope = "global"
	}
	s.fail(n, thrown{err: tooMany(retryAfter, global, scope, http.Header{})})
}

// Latency makes every REST request wait before it is looked at; 0 ends it.
func (s *Server) Latency(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.latency = d
}

// DropSockets cuts every gateway connection without a close frame; the sessions can be resumed.
func (s *Server) DropSockets() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.links {
		l.drop()
	}
}

// Reconnect sends op 7 to every connected bot.
func (s *Server) Reconnect() { s.tellAll(opReconnect, nil) }

// InvalidSession sends op 9 to every connected bot; unless resumable, their sessions are gone.
func (s *Server) InvalidSession(resumable bool) { s.tellAll(opInvalid, resumable) }

func (s *Server) tellAll(op int, d any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.links {
		if ses := l.session; op == opInvalid && ses != nil {
			ses.link, ses.away, l.session = nil, s.now(), nil
			if d == false {
				delete(s.sessions, ses.id)
			}
		}
		l.control(op, d)
	}
}

// CloseSockets closes every gateway connection with a close code, such as 4000 or 4009.
func (s *Server) CloseSockets(code int, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.links {
		l.hangUp(statusCode(code), reason)
	}
}

// Silence makes the gateway deaf and dumb: it accepts connections and reads, but no frame leaves, HELLO and ACK
// included, until Silence(false).
func (s *Server) Silence(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.silent = on
	for l := range s.links {
		l.nudge()
	}
}

// HoldEvents keeps events back until ReleaseEvents.
func (s *Server) HoldEvents() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.holding = true
}

// ReleaseEvents sends what was held, in the given order (positions from 0), then whatever the order leaves out.
func (s *Server) ReleaseEvents(order ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.holding = false
	for _, ses := range s.sessions {
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

// Duplicate sends the next n events twice each.
func (s *Server) Duplicate(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.doubles += n
}

// RefuseIntents switches the privileged message content off: who asks for it is closed with 4014.
func (s *Server) RefuseIntents() { s.AllowContent(false) }

// AllowContent switches the privileged message content on or off, as the developer portal does.
func (s *Server) AllowContent(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opt.MessageContent = on
}

// Revoke makes the bot's token invalid: 401, and 4004 at the next IDENTIFY or RESUME.
func (s *Server) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.revoked = true
}

// Dispatch sends an event as it is to every session, whatever its intents: for the odd and the hostile. raw must be JSON.
func (s *Server) Dispatch(name string, raw json.RawMessage) error {
	if !json.Valid(raw) {
		return fmt.Errorf("sandbox: dispatching %s: the data is not JSON", name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.sessions {
		s.offer(ses, numberedFrame{name: name, raw: raw, odd: true})
	}
	return nil
}
