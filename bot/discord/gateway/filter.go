package gateway

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// An ending says how the gateway ended a connection.
type ending struct {
	code        int    // the code of the close frame; 0: none came
	why         string // for the log
	sessionOver bool   // the session can't be resumed: a new IDENTIFY is needed
	reconnect   bool   // Discord asked the bot to reconnect at once
	malformed   bool   // not valid for Discord: it may come again after each RESUME
}

func (v *ending) Error() string { return "the gateway " + v.why }

// The opcodes of the gateway.
const (
	opEvent     = 0
	opBeat      = 1
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// maxHeartbeat is the longest interval between heartbeats that a gateway may ask
// for. Discord's asks for 41.25 s. discordgo does not survive 0.
const maxHeartbeat = time.Minute

// filter hands the gateway's events to the bot, and decides what discordgo may read, in messages made here.
//
// discordgo never sees an op 9, after which it would identify again at once (a loop that can
// use up the token), nor an op 7, on which it deadlocks behind a RESUME. Before the first
// event it sees only HELLO, because its Open holds its lock until then. Of events it sees only
// a sequence number, now and then: it would decode each event twice more, end the program over
// a null among a guild's channels, and spoil a message over a component that it does not know.
type filter struct {
	onHello   func(interval time.Duration)
	onAck     func()
	onEvent   func(kind string, data []byte) // takes an event; data is valid only during the call
	sawHello  bool                           // HELLO has come
	sawEvent  bool                           // and an event after it
	seq       int64                          // the number of the newest event; it never goes back
	forwarded int64                          // the number that discordgo was told last
}

// envelope is the outer part of a gateway message.
type envelope struct {
	op, seq    int64
	kind, data []byte
}

// parseEnvelope reads a message; ok is false if it is none.
func parseEnvelope(text []byte) (m envelope, ok bool) {
	if !json.Valid(text) {
		return m, false
	}
	for f := fieldsOf(text); f.next(); {
		switch string(f.key) {
		case "op":
			m.op, ok = integer(f.value)
		case "s":
			m.seq, _ = integer(f.value)
		case "t":
			m.kind = unquote(f.value)
		case "d":
			m.data = f.value
		}
	}
	return m, ok
}

// message handles a message, and returns the messages that discordgo is told
// instead. An ending ends the connection.
func (f *filter) message(text []byte) (told [][]byte, v *ending) {
	m, ok := parseEnvelope(text)
	if !ok {
		return nil, &ending{why: "sent what is no message", malformed: true}
	}
	switch m.op {
	case opHello:
		return f.hello(m.data)
	case opReconnect:
		return nil, &ending{why: "asked to reconnect", reconnect: true}
	case opInvalid:
		return nil, &ending{why: "said that the session is invalid", sessionOver: string(m.data) != "true"}
	case opAck:
		f.onAck()
	}
	switch {
	case !f.sawHello:
		return nil, &ending{why: "did not say HELLO first", malformed: true}
	case m.op == opEvent:
		return f.dispatch(m), nil
	case f.sawEvent && (m.op == opAck || m.op == opBeat):
		return [][]byte{fmt.Appendf(nil, `{"op":%d}`, m.op)}, nil
	}
	return nil, nil
}

// hello handles a HELLO. Later ones of the same connection are ignored.
func (f *filter) hello(data []byte) ([][]byte, *ending) {
	var d struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	ms := 0
	if err := json.Unmarshal(data, &d); err == nil && d.Interval >= 1 &&
		d.Interval <= float64(maxHeartbeat.Milliseconds()) {
		ms = int(d.Interval)
	}
	switch {
	case ms == 0:
		return nil, &ending{why: "said HELLO without a heartbeat", malformed: true}
	case f.sawHello:
		return nil, nil
	}
	f.sawHello = true
	f.onHello(time.Duration(ms) * time.Millisecond)
	return [][]byte{fmt.Appendf(nil, `{"op":10,"d":{"heartbeat_interval":%d}}`, ms)}, nil
}

// dispatch hands an event to the bot. discordgo is told only of READY, because it needs the session's id.
func (f *filter) dispatch(m envelope) (told [][]byte) {
	f.sawEvent, f.seq = true, max(f.seq, m.seq)
	if string(m.kind) == "READY" {
		var d struct {
			Session string `json:"session_id"`
		}
		json.Unmarshal(m.data, &d) // without an id the session can't be resumed, as the intake notices, too
		session, err := json.Marshal(d)
		if err != nil {
			panic("JSON that was read can't be written: " + err.Error())
		}
		told = append(told, fmt.Appendf(nil, `{"op":0,"s":%d,"t":"READY","d":%s}`, f.seq, session))
		f.forwarded = f.seq
	}
	if string(m.kind) == messageCreate { // nearly all events: avoids making a string of each
		f.onEvent(messageCreate, m.data)
	} else {
		f.onEvent(string(m.kind), m.data)
	}
	return told
}

const messageCreate = "MESSAGE_CREATE"

// sequence is a message that tells discordgo the newest event's number, which it
// puts into heartbeats and RESUMEs; nil if it knows that. The number may be some
// events late: what the gateway then sends a second time is recognised.
func (f *filter) sequence() []byte {
	if f.forwarded == f.seq {
		return nil
	}
	f.forwarded = f.seq
	return fmt.Appendf(nil, `{"op":0,"s":%d,"t":"settable"}`, f.seq)
}

// parseClose reads a close frame. After 4007 (a wrong sequence number) and 4009 (timed
// out) the session can't be resumed. After Discord's 1000 or 1001 it can: only a 1000
// of our own would end it, and the connection is cut before that could be sent.
func parseClose(text []byte) *ending {
	v := &ending{code: 1005, why: "closed the connection"}
	if len(text) >= 2 {
		v.code = int(binary.BigEndian.Uint16(text))
		v.why = "closed the connection: " + strings.ToValidUTF8(string(text[2:]), "?")
	}
	v.sessionOver = v.code == 4007 || v.code == 4009
	return v
}
