package discord

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// frame is one frame as a server sends it, unmasked.
func frame(first byte, payload string) []byte {
	b := []byte{first}
	switch n := len(payload); {
	case n < 126:
		b = append(b, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, payload...)
}

const (
	textFrame  = 0x81
	textBegun  = 0x01
	textEnded  = 0x80
	closeFrame = 0x88
	pingFrame  = 0x89
)

type heard struct {
	scanner
	intervals []time.Duration
	acks      int
}

func listening() *heard {
	h := &heard{}
	h.hello = func(d time.Duration) { h.intervals = append(h.intervals, d) }
	h.ack = func() { h.acks++ }
	return h
}

// TestScannerHearsControlMessages feeds the same stream in all chunk sizes.
func TestScannerHearsControlMessages(t *testing.T) {
	event := `{"t":"MESSAGE_CREATE","s":1,"op":0,"d":{"content":"{\"op\":7,\"d\":null}"}}`
	long := `{"op":0,"d":"` + strings.Repeat("x", 70_000) + `"}`
	before := [][]byte{
		frame(textFrame, `{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,"_trace":[]}}`),
		frame(textFrame, event), frame(textFrame, long), frame(pingFrame, ""),
		frame(textFrame, `{"op":11}`), frame(textBegun, `{"op":`), frame(textEnded, `11}`), frame(textFrame, strings.Repeat("y", 3000)),
	}
	for name, c := range map[string]struct {
		last []byte
		want verdict
		pass bool // the last frame may be seen
	}{
		"op 7":         {frame(textFrame, `{"op":7,"d":null}`), verdict{why: "asked to reconnect", reconnect: true}, false},
		"op 7 in two":  {append(frame(textBegun, `{"op"`), frame(textEnded, `:7}`)...), verdict{why: "asked to reconnect", reconnect: true}, false},
		"op 9 false":   {frame(textFrame, `{"op":9,"d":false}`), verdict{why: "said that the session is invalid", ended: true}, false},
		"op 9 true":    {frame(textFrame, `{"op":9,"d":true}`), verdict{why: "said that the session is invalid"}, false},
		"close 4004":   {frame(closeFrame, "\x0f\xa4Authentication failed."), verdict{code: 4004, why: "closed the connection: Authentication failed."}, true},
		"close 1000":   {frame(closeFrame, "\x03\xe8"), verdict{code: 1000, why: "closed the connection: "}, true},
		"close 4009":   {frame(closeFrame, "\x0f\xa9Session timed out."), verdict{code: 4009, why: "closed the connection: Session timed out.", ended: true}, true},
		"close silent": {frame(closeFrame, ""), verdict{code: 1005, why: "closed the connection"}, true},
	} {
		var stream []byte
		for _, f := range before {
			stream = append(stream, f...)
		}
		harmless := len(stream)
		stream = append(stream, c.last...)
		if c.pass {
			harmless = len(stream)
		}
		for _, size := range []int{1, 2, 3, 7, 1000, len(stream)} {
			h, passed := listening(), 0
			var got *verdict
			for rest := stream; len(rest) > 0 && got == nil; {
				n := min(size, len(rest))
				keep, v := h.feed(rest[:n])
				passed, rest, got = passed+keep, rest[n:], v
			}
			require.NotNil(t, got, name)
			require.Equal(t, c.want, *got, name)
			require.Equal(t, []time.Duration{41250 * time.Millisecond}, h.intervals, name)
			require.Equal(t, 2, h.acks, name)
			if size == len(stream) || c.pass {
				require.Equal(t, harmless, passed, name)
			} else {
				require.Less(t, passed, len(stream), name)
				require.GreaterOrEqual(t, passed, harmless, name)
			}
		}
	}
}

func FuzzScanner(f *testing.F) {
	f.Add(frame(textFrame, `{"op":7}`), 3)
	f.Add(frame(closeFrame, "\x0f"), 1)
	f.Fuzz(func(t *testing.T, stream []byte, size int) {
		h := listening()
		size = max(size, 1)
		for len(stream) > 0 {
			n := min(size, len(stream))
			keep, v := h.feed(stream[:n])
			require.GreaterOrEqual(t, keep, 0)
			require.LessOrEqual(t, keep, n)
			require.LessOrEqual(t, len(h.text), maxControl)
			if v != nil {
				return
			}
			stream = stream[n:]
		}
	})
}
