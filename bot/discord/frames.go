package discord

import (
	"encoding/binary"
	"encoding/json"
	"time"
)

// A verdict is what the gateway said to end a connection.
type verdict struct {
	code      int    // of the close frame; 0: none came
	why       string // for the log
	ended     bool   // the session is over: identify anew
	reconnect bool   // Discord asked to come back at once
}

func (v *verdict) Error() string { return "the gateway " + v.why }

// The operations of the gateway that the scanner reacts to.
const (
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// opcodeClose is the first of the websocket's own control frames.
const opcodeClose = 8

// maxControl is longer than any control message; longer ones are events and pass unread.
const maxControl = 2048

// scanner reads along with the frames that come from the gateway and picks out
// the few that discordgo handles badly: it never looks at close codes, identifies
// again at once after op 9 (a loop that can burn the token), and deadlocks on an
// op 7 behind a RESUME.
type scanner struct {
	header  []byte // of the frame being read, until it is complete
	need    uint64 // bytes of the payload still to come
	control bool   // a close, ping or pong
	closing bool   // a close
	final   bool
	text    []byte // the message so far; nil beyond maxControl
	long    bool

	hello func(interval time.Duration)
	ack   func()
}

// feed reads on. When a message ends the connection, keep is how many of the
// bytes may still be passed on: those before that message.
func (s *scanner) feed(p []byte) (keep int, v *verdict) {
	begun := 0 // where the message being read began in p
	for at := 0; at < len(p); {
		if s.need == 0 {
			if len(s.header) == 0 && !s.continues() {
				begun = at
			}
			s.header = append(s.header, p[at])
			at++
			if !s.begin() || s.need > 0 {
				continue
			}
		} else {
			n := int(min(s.need, uint64(len(p)-at)))
			s.take(p[at : at+n])
			at, s.need = at+n, s.need-uint64(n)
			if s.need > 0 {
				continue
			}
		}
		if v := s.end(); v != nil {
			if v.code != 0 {
				return len(p), v // the close frame itself may be seen
			}
			return begun, v
		}
	}
	return len(p), nil
}

// continues says whether the message is to go on in the next frame.
func (s *scanner) continues() bool { return len(s.text) > 0 || s.long }

// begin looks whether the header is complete, and opens the frame.
func (s *scanner) begin() bool {
	h := s.header
	if len(h) < 2 {
		return false
	}
	size, more := uint64(h[1]&0x7f), 0
	switch size {
	case 126:
		more = 2
	case 127:
		more = 8
	}
	if len(h) < 2+more {
		return false
	}
	switch more {
	case 2:
		size = uint64(binary.BigEndian.Uint16(h[2:]))
	case 8:
		size = binary.BigEndian.Uint64(h[2:])
	}
	op := h[0] & 0x0f
	s.final, s.control, s.closing, s.need = h[0]&0x80 != 0, op >= opcodeClose, op == opcodeClose, size
	s.header = s.header[:0]
	if s.control {
		s.text, s.long = nil, false // no control frame comes between the frames of one message here
	}
	return true
}

func (s *scanner) take(p []byte) {
	if s.long || len(s.text)+len(p) > maxControl {
		s.text, s.long = nil, true
		return
	}
	s.text = append(s.text, p...)
}

// end judges a finished frame.
func (s *scanner) end() *verdict {
	if !s.final {
		return nil
	}
	text := s.text
	s.text, s.long = nil, false
	if s.closing {
		return closed(text)
	}
	if s.control || len(text) == 0 {
		return nil
	}
	return s.judge(text)
}

// closed reads a close frame. After 4007 (a wrong sequence number) and 4009 (timed
// out) a session cannot be resumed. After a 1000 or 1001 of Discord's it can: only
// one of our own would end it, and the wire is cut before that could leave.
func closed(text []byte) *verdict {
	v := &verdict{code: 1005, why: "closed the connection"}
	if len(text) >= 2 {
		v.code = int(binary.BigEndian.Uint16(text))
		v.why = "closed the connection: " + string(text[2:])
	}
	v.ended = v.code == 4007 || v.code == 4009
	return v
}

// judge reads a message that is short enough to be a control message.
func (s *scanner) judge(text []byte) *verdict {
	var m struct {
		Op   *int            `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if json.Unmarshal(text, &m) != nil || m.Op == nil {
		return nil
	}
	switch *m.Op {
	case opHello:
		var d struct {
			Interval float64 `json:"heartbeat_interval"`
		}
		if json.Unmarshal(m.Data, &d) == nil && d.Interval > 0 {
			s.hello(time.Duration(d.Interval * float64(time.Millisecond)))
		}
	case opAck:
		s.ack()
	case opReconnect:
		return &verdict{why: "asked to reconnect", reconnect: true}
	case opInvalid:
		resumable := string(m.Data) == "true"
		return &verdict{why: "said that the session is invalid", ended: !resumable}
	}
	return nil
}
