package sandbox

import (
	"encoding/json"
	"strconv"
	"time"
)

// Gateway intents the sandbox acts on.
const (
	intentGuilds         = 1 << 0
	intentMembers        = 1 << 1
	intentPresences      = 1 << 8
	intentMessages       = 1 << 9
	intentReactions      = 1 << 10
	intentTyping         = 1 << 11
	intentDirect         = 1 << 12
	intentDirectReact    = 1 << 13
	intentDirectTyping   = 1 << 14
	intentContent        = 1 << 15
	intentEvents         = 1 << 16
	intentKnown          = 1<<26 - 1
	intentPrivilegedOnly = intentMembers | intentPresences
)

// Bounds of what a session keeps for a bot that went away.
const (
	keepFrames   = 10000
	keepSession  = 2 * time.Minute
	sessionsADay = 1000
)

// session is what a bot resumes: its intents, its sequence and the events it may have missed.
type session struct {
	id      string
	intents int
	seq     int64
	log     []numberedFrame // events not yet known to be received
	held    []numberedFrame // events kept back by HoldEvents, not yet numbered
	link    *link           // nil while the bot is away
	away    time.Time
}

type numberedFrame struct {
	seq  int64
	name string
	raw  json.RawMessage
	odd  bool
}

// bytes is the frame as it goes out. raw is JSON already, and is put in as it is.
func (f numberedFrame) bytes() []byte {
	name, err := json.Marshal(f.name)
	if err != nil {
		panic("sandbox: an event without a name: " + err.Error())
	}
	out := make([]byte, 0, len(name)+len(f.raw)+50)
	out = append(append(out, `{"t":`...), name...)
	out = strconv.AppendInt(append(out, `,"s":`...), f.seq, 10)
	out = append(out, `,"op":0`...)
	if len(f.raw) > 0 {
		out = append(append(out, `,"d":`...), f.raw...)
	}
	return append(out, '}')
}

// push numbers an event, keeps it for a replay and sends it when the bot is there. The lock is held.
func (ses *session) push(f numberedFrame) {
	ses.seq++
	f.seq = ses.seq
	ses.log = append(ses.log, f)
	if over := len(ses.log) - keepFrames; over > 0 {
		ses.log = ses.log[over:]
	}
	if ses.link != nil {
		ses.link.send(frame{bytes: f.bytes(), odd: f.odd})
	}
}

// received forgets the events up to seq: a bot never asks for what it has acknowledged.
func (ses *session) received(seq int64) {
	for len(ses.log) > 0 && ses.log[0].seq <= seq {
		ses.log = ses.log[1:]
	}
}

// replay gives the events after seq, or false where some of them are gone.
func (ses *session) replay(seq int64) ([]numberedFrame, bool) {
	if seq > ses.seq || len(ses.log) == 0 && seq < ses.seq || len(ses.log) > 0 && ses.log[0].seq > seq+1 {
		return nil, false
	}
	for i, f := range ses.log {
		if f.seq > seq {
			return ses.log[i:], true
		}
	}
	return nil, true
}

// dispatch sends an event to every session with one of the intents in need (0: to all). build may differ by session,
// for content is hidden from those without the intent; nil leaves a session out. The lock is held.
func (s *Server) dispatch(name string, need int, build func(*session) any) {
	times := 1
	if s.faults.doubles > 0 {
		s.faults.doubles--
		times = 2
	}
	for _, ses := range s.sessions {
		if need != 0 && ses.intents&need == 0 {
			continue
		}
		d := build(ses)
		if d == nil {
			continue
		}
		raw, err := json.Marshal(d)
		if err != nil {
			panic("sandbox: an event that is not JSON: " + err.Error())
		}
		for range times {
			s.offer(ses, numberedFrame{name: name, raw: raw})
		}
	}
}

func (s *Server) offer(ses *session, f numberedFrame) {
	if s.faults.holding {
		ses.held = append(ses.held, f)
		return
	}
	ses.push(f)
}

// open makes a session for a bot that identified; older ones that nobody resumed in time are dropped.
func (s *Server) open(intents int, l *link) *session {
	for id, old := range s.sessions {
		if old.link == nil && s.now().Sub(old.away) > keepSession {
			delete(s.sessions, id)
		}
	}
	ses := &session{id: secret(), intents: intents, link: l}
	s.sessions[ses.id] = ses
	return ses
}

// online tells whether a bot is connected.
func (s *Server) online() bool {
	for _, ses := range s.sessions {
		if ses.link != nil {
			return true
		}
	}
	return false
}

// Online tells whether the bot is connected and identified.
func (s *Server) Online() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.online()
}
