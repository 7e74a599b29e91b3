package gateway

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// A verdict is what the gateway said to end a connection.
type verdict struct {
	code      int    // of the close frame; 0: none came
	why       string // for the log
	ended     bool   // the session is over: identify anew
	reconnect bool   // Discord asked to come back at once
	garbage   bool   // nothing a Discord says: it may come again with every RESUME
}

func (v *verdict) Error() string { return "the gateway " + v.why }

// The operations of the gateway.
const (
	opEvent     = 0
	opBeat      = 1
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// slowest is the longest time between heartbeats that a gateway may ask for;
// Discord's asks for 41.25 s. discordgo does not survive 0.
const slowest = time.Minute

// judge hands the gateway's events to the bot, and decides what discordgo may
// hear, in words of our own. It never hears an op 9, to which it identifies again
// at once (a loop that can burn the token), nor an op 7, on which it deadlocks
// behind a RESUME, nor anything but HELLO before the first event, for its Open
// holds its lock until then. Of events it hears the number alone, now and then:
// it would decode each twice more, end the program over a null among a guild's
// channels, and spoil a message over a component it does not know.
type judge struct {
	hello func(interval time.Duration)
	ack   func()
	take  func(kind string, data []byte) // an event; data is gone when it returns
	met   bool                           // HELLO came
	event bool                           // and an event behind it
	seq   int64                          // of the newest event: never goes back
	told  int64                          // the number that discordgo has heard
}

// envelope is a message of the gateway, as it stands in it.
type envelope struct {
	op, seq    int64
	kind, data []byte
}

// opened reads a message, if it is one.
func opened(text []byte) (m envelope, ok bool) {
	if !json.Valid(text) {
		return m, false
	}
	for f := walk(text); f.next(); {
		switch string(f.key) {
		case "op":
			m.op, ok = whole(f.value)
		case "s":
			m.seq, _ = whole(f.value)
		case "t":
			m.kind = bare(f.value)
		case "d":
			m.data = f.value
		}
	}
	return m, ok
}

// hear takes a message and gives what discordgo is told of it.
func (j *judge) hear(text []byte) (told [][]byte, v *verdict) {
	m, ok := opened(text)
	if !ok {
		return nil, &verdict{why: "sent what is no message", garbage: true}
	}
	switch m.op {
	case opHello:
		return j.greet(m.data)
	case opReconnect:
		return nil, &verdict{why: "asked to reconnect", reconnect: true}
	case opInvalid:
		return nil, &verdict{why: "said that the session is invalid", ended: string(m.data) != "true"}
	case opAck:
		j.ack()
	}
	switch {
	case !j.met:
		return nil, &verdict{why: "did not say HELLO first", garbage: true}
	case m.op == opEvent:
		return j.dispatch(m), nil
	case j.event && (m.op == opAck || m.op == opBeat):
		return [][]byte{fmt.Appendf(nil, `{"op":%d}`, m.op)}, nil
	}
	return nil, nil
}

// greet takes a HELLO; only the first is one.
func (j *judge) greet(data []byte) ([][]byte, *verdict) {
	var d struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	ms := 0
	if err := json.Unmarshal(data, &d); err == nil && d.Interval >= 1 && d.Interval <= float64(slowest.Milliseconds()) {
		ms = int(d.Interval)
	}
	switch {
	case ms == 0:
		return nil, &verdict{why: "said HELLO without a heartbeat", garbage: true}
	case j.met:
		return nil, nil
	}
	j.met = true
	j.hello(time.Duration(ms) * time.Millisecond)
	return [][]byte{fmt.Appendf(nil, `{"op":10,"d":{"heartbeat_interval":%d}}`, ms)}, nil
}

// dispatch takes an event. Of a READY discordgo needs the session's id.
func (j *judge) dispatch(m envelope) (told [][]byte) {
	j.event, j.seq = true, max(j.seq, m.seq)
	if string(m.kind) == "READY" {
		var d struct {
			Session string `json:"session_id"`
		}
		json.Unmarshal(m.data, &d) // without one it can't be resumed: the intake sees that, too
		session, err := json.Marshal(d)
		if err != nil {
			panic("JSON that was read can't be written: " + err.Error())
		}
		told, j.told = append(told, fmt.Appendf(nil, `{"op":0,"s":%d,"t":"READY","d":%s}`, j.seq, session)), j.seq
	}
	if string(m.kind) == messageCreate { // nearly all are: no need to make a string of each
		j.take(messageCreate, m.data)
	} else {
		j.take(string(m.kind), m.data)
	}
	return told
}

const messageCreate = "MESSAGE_CREATE"

// number tells discordgo of the newest event, which it repeats in heartbeats and
// when it resumes; nil: it knows. That may be after several events: whatever the
// gateway then sends again is known here.
func (j *judge) number() []byte {
	if j.told == j.seq {
		return nil
	}
	j.told = j.seq
	return fmt.Appendf(nil, `{"op":0,"s":%d,"t":"settable"}`, j.seq)
}

// closed reads a close frame. After 4007 (a wrong sequence number) and 4009 (timed
// out) a session cannot be resumed. After a 1000 or 1001 of Discord's it can: only
// one of our own would end it, and the wire is cut before that could leave.
func closed(text []byte) *verdict {
	v := &verdict{code: 1005, why: "closed the connection"}
	if len(text) >= 2 {
		v.code = int(binary.BigEndian.Uint16(text))
		v.why = "closed the connection: " + strings.ToValidUTF8(string(text[2:]), "?")
	}
	v.ended = v.code == 4007 || v.code == 4009
	return v
}
