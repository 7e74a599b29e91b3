package gateway

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"time"
)

// An ending says how the gateway ended a connection.
type ending struct {
	code        int    // the code of the close frame; 0: there was none
	why         string // for the log
	sessionOver bool   // the session can't be resumed, so a new IDENTIFY is needed
	reconnect   bool   // Discord asked the bot to reconnect immediately
}

func (v *ending) Error() string { return "the gateway " + v.why }

// Opcodes of WebSocket frames (RFC 6455).
const (
	frameText  = 1
	frameClose = 8
)

// Opcodes of the gateway's messages that frameWatch handles.
const (
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
)

// frameWatch follows the frames on their way to discordgo and examines those that discordgo handles badly:
//   - op 7: discordgo deadlocks if one arrives while it opens a connection.
//
// - op 9: discordgo answers immediately with an IDENTIFY, and a loop of these can use up the token.
//   - Close frames: discordgo ignores the code.
//   - HELLO: it contains the heartbeat interval, which determines the read deadline.
//
// HELLO is the first frame, and the other frames in this list are short. frameWatch skips all remaining frames, which
// are events. It never changes a frame.
type frameWatch struct {
	onHello func(heartbeat time.Duration)

	sawHello bool
	header   []byte // the part of the current frame's header that has arrived
	missing  int    // how many bytes of the payload have not arrived yet
	isRead   bool   // payload is collecting the current frame's payload
	payload  []byte
}

// feed examines the next bytes. If they contain a frame that ends the connection, feed returns the ending, and pass
// is the number of bytes before that frame. The caller must not pass any more bytes to discordgo.
func (w *frameWatch) feed(p []byte) (pass int, v *ending) {
	for n := 0; n < len(p); {
		if w.missing == 0 {
			w.header = append(w.header, p[n])
			n++
			if !w.beginFrame() {
				continue
			}
		}
		size := min(w.missing, len(p)-n)
		if w.isRead {
			w.payload = append(w.payload, p[n:n+size]...)
		}
		n += size
		if w.missing -= size; w.missing > 0 {
			break
		}
		if v := w.endFrame(); v != nil {
			return pass, v
		}
		pass = n
	}
	return len(p), nil
}

// beginFrame reads the header of a frame. It returns false if part of the header has not arrived yet.
func (w *frameWatch) beginFrame() bool {
	const twoBytes, eightBytes = 126, 127 // these values replace a length: the length itself follows in that many bytes
	h := w.header
	if len(h) < 2 {
		return false
	}
	size, extended := uint64(h[1]), 0
	switch size {
	case twoBytes:
		extended = 2
	case eightBytes:
		extended = 8
	}
	if len(h) < 2+extended {
		return false
	}
	switch extended {
	case 2:
		size = uint64(binary.BigEndian.Uint16(h[2:]))
	case 8:
		size = binary.BigEndian.Uint64(h[2:])
	}
	w.missing = int(min(size, math.MaxInt))
	kind := h[0] & 0x0f
	w.isRead = kind == frameClose || kind == frameText && (extended == 0 || !w.sawHello && extended == 2)
	return true
}

// endFrame examines a complete frame. It returns an ending if the frame ends the connection.
func (w *frameWatch) endFrame() *ending {
	kind, payload := w.header[0]&0x0f, w.payload
	w.header, w.payload = w.header[:0], w.payload[:0]
	if !w.isRead {
		return nil
	}
	if kind == frameClose {
		return parseClose(payload)
	}
	var m struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if json.Unmarshal(payload, &m) != nil {
		return nil // discordgo ignores it too
	}
	switch m.Op {
	case opHello:
		return w.hello(m.Data)
	case opReconnect:
		return &ending{why: "asked to reconnect", reconnect: true}
	case opInvalid:
		return &ending{why: "invalidated the session", sessionOver: string(m.Data) != "true"}
	}
	return nil
}

// hello reads a HELLO. discordgo would panic if the heartbeat interval were missing.
func (w *frameWatch) hello(data []byte) *ending {
	var d struct {
		Milliseconds int64 `json:"heartbeat_interval"`
	}
	if err := json.Unmarshal(data, &d); err != nil || d.Milliseconds <= 0 {
		return &ending{why: "sent a HELLO without a heartbeat interval"}
	}
	w.sawHello = true
	w.onHello(time.Duration(d.Milliseconds) * time.Millisecond)
	return nil
}

// parseClose reads a close frame. After 4007 (a wrong sequence number) and 4009 (timed out) the session can't be
// resumed. After Discord's 1000 or 1001 it can, because the session ends only when the bot itself sends a 1000, and the
// connection is cut before that.
func parseClose(payload []byte) *ending {
	v := &ending{code: 1005, why: "closed the connection"} // 1005: a close frame without a code
	if len(payload) >= 2 {
		v.code = int(binary.BigEndian.Uint16(payload))
		v.why = "closed the connection: " + strings.ToValidUTF8(string(payload[2:]), "?")
	}
	v.sessionOver = v.code == 4007 || v.code == 4009
	return v
}
