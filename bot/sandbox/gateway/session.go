package gateway

import (
	"encoding/json"
	"strconv"
	"time"

	"settable/bot/sandbox/world"
)

const (
	keepFrames       = 10000
	keepAcknowledged = 1000
	keepSession      = 2 * time.Minute
)

// A session holds what a bot needs to resume: its intents, its sequence number and the events it may have missed.
type session struct {
	id      string
	shard   shard
	intents int
	seq     int64
	log     []numberedFrame // events that the bot has not acknowledged
	held    []numberedFrame // events that HoldEvents keeps back, not yet numbered
	link    *link           // nil while the bot is disconnected
	away    time.Time
}

type numberedFrame struct {
	seq  int64
	name string
	raw  json.RawMessage
	odd  bool
}

// bytes returns the frame as JSON. The data is already JSON and is copied unchanged.
func (f numberedFrame) bytes() []byte {
	name := world.JSON(f.name)
	out := make([]byte, 0, len(name)+len(f.raw)+50)
	out = append(append(out, `{"t":`...), name...)
	out = strconv.AppendInt(append(out, `,"s":`...), f.seq, 10)
	out = append(out, `,"op":0`...)
	if len(f.raw) > 0 {
		out = append(append(out, `,"d":`...), f.raw...)
	}
	return append(out, '}')
}

// push numbers an event, keeps it for a replay, and sends it if the bot is connected. The caller holds the gateway's
// lock.
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

// acknowledge drops the events up to seq, except for the newest, because a bot that continues in another process may ask
// again for events that it has acknowledged.
func (ses *session) acknowledge(seq int64) {
	for len(ses.log) > 0 && ses.log[0].seq <= seq-keepAcknowledged {
		ses.log = ses.log[1:]
	}
}

// replay returns the events after seq. It returns false if some of them were dropped.
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

// hasExpired reports whether the bot has been disconnected for too long to resume.
func (ses *session) hasExpired(now time.Time) bool {
	return ses.link == nil && now.Sub(ses.away) > keepSession
}

// open creates a session for a bot that has identified. It also drops sessions that were not resumed in time.
func (g *Gateway) open(at shard, intents int, l *link) *session {
	for id, old := range g.sessions {
		if old.hasExpired(g.Now()) {
			delete(g.sessions, id)
		}
	}
	ses := &session{id: world.Secret(), shard: at, intents: intents, link: l}
	g.sessions[ses.id] = ses
	return ses
}
