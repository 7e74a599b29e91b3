package gateway

import (
	"encoding/binary"
	"slices"
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
	textFrame   = 0x81
	textBegun   = 0x01
	textEnded   = 0x80
	binaryFrame = 0x82
	closeFrame  = 0x88
	pingFrame   = 0x89
)

type recorder struct {
	scanner
	intervals []time.Duration
	acks      int
	events    []string
}

func newRecorder() *recorder {
	h := &recorder{}
	h.onHello = func(d time.Duration) { h.intervals = append(h.intervals, d) }
	h.onAck = func() { h.acks++ }
	h.onEvent = func(kind string, data []byte) { h.events = append(h.events, kind+" "+string(data)) }
	return h
}

// texts are the messages in a stream of whole, short or long, unmasked frames.
func texts(t *testing.T, stream []byte) (list []string) {
	t.Helper()
	for len(stream) > 0 {
		size, head := int(stream[1]), 2
		switch size {
		case 126:
			size, head = int(binary.BigEndian.Uint16(stream[2:])), 4
		case 127:
			size, head = int(binary.BigEndian.Uint64(stream[2:])), 10
		}
		if stream[0] == textFrame {
			list = append(list, string(stream[head:head+size]))
		}
		stream = stream[head+size:]
	}
	return list
}

// TestScannerHearsControlMessages feeds the same stream in all chunk sizes.
func TestScannerHearsControlMessages(t *testing.T) {
	long := `{"op":0,"s":2,"t":"GUILD_CREATE","d":"` + strings.Repeat("x", 70_000) + `"}`
	var before []byte
	for _, f := range [][]byte{
		frame(textFrame, `{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,"_trace":[]}}`),
		frame(textFrame, `{"op":11}`),
		frame(textFrame, `{"t":"READY","s":1,"op":0,"d":{"session_id":"abc","guilds":[null]}}`),
		frame(textFrame, `{"t":"MESSAGE_CREATE","s":4,"op":0,"d":{"content":"{\"op\":7,\"d\":null}"}}`),
		frame(textFrame, long), frame(pingFrame, "?"),
		frame(textFrame, `{"op":11}`), frame(textBegun, `{"op":`), frame(pingFrame, ""), frame(textEnded, `11}`),
		frame(textFrame, `{"op":99}`),
	} {
		before = append(before, f...)
	}
	want := []string{
		`{"op":10,"d":{"heartbeat_interval":41250}}`,
		`{"op":0,"s":1,"t":"READY","d":{"session_id":"abc"}}`,
		`{"op":11}`, `{"op":11}`,
	}
	events := []string{
		`READY {"session_id":"abc","guilds":[null]}`,
		`MESSAGE_CREATE {"content":"{\"op\":7,\"d\":null}"}`,
		`GUILD_CREATE "` + strings.Repeat("x", 70_000) + `"`,
	}
	const number = `{"op":0,"s":4,"t":"settable"}` // once, and never back to 2
	garbage := func(why string) ending { return ending{why: why, malformed: true} }
	for name, c := range map[string]struct {
		last []byte
		want ending
	}{
		"op 7": {frame(textFrame, `{"op":7,"d":null}`),
			ending{why: "asked to reconnect", reconnect: true}},
		"op 7 in two": {append(frame(textBegun, `{"op"`), frame(textEnded, `:7}`)...),
			ending{why: "asked to reconnect", reconnect: true}},
		"op 9 false": {frame(textFrame, `{"op":9,"d":false}`),
			ending{why: "said that the session is invalid", sessionOver: true}},
		"op 9 true": {frame(textFrame, `{"op":9,"d":true}`), ending{why: "said that the session is invalid"}},
		"close 4004": {frame(closeFrame, "\x0f\xa4Authentication failed."),
			ending{code: 4004, why: "closed the connection: Authentication failed."}},
		"close 1000": {frame(closeFrame, "\x03\xe8"), ending{code: 1000, why: "closed the connection: "}},
		"close 4009": {frame(closeFrame, "\x0f\xa9Session timed out."),
			ending{code: 4009, why: "closed the connection: Session timed out.", sessionOver: true}},
		"close silent":    {frame(closeFrame, ""), ending{code: 1005, why: "closed the connection"}},
		"null":            {frame(textFrame, `null`), garbage("sent what is no message")},
		"a list":          {frame(textFrame, `[1]`), garbage("sent what is no message")},
		"no JSON":         {frame(textFrame, `<html>`), garbage("sent what is no message")},
		"nothing":         {frame(textFrame, ``), garbage("sent what is no message")},
		"no op":           {frame(textFrame, `{"t":"READY"}`), garbage("sent what is no message")},
		"binary":          {frame(binaryFrame, "\x78\x9c"), garbage("sent what is no frame")},
		"masked":          {[]byte{textFrame, 0x84, 0, 0, 0, 0}, garbage("sent what is no frame")},
		"compressed":      {frame(0xC1, `{}`), garbage("sent what is no frame")},
		"unknown kind":    {frame(0x8b, ``), garbage("sent what is no frame")},
		"a long ping":     {frame(pingFrame, strings.Repeat("x", 126)), garbage("sent what is no frame")},
		"a ping in parts": {frame(0x09, `x`), garbage("sent what is no frame")},
		"more of nothing": {frame(textEnded, `x`), garbage("sent what is no frame")},
		"begun twice": {append(frame(textBegun, `{`), frame(textFrame, `{`)...),
			garbage("sent what is no frame")},
		"huge": {[]byte{textFrame, 127, 0x7f, 0, 0, 0, 0, 0, 0, 0},
			garbage("sent a message without end")},
		"beat of 0": {frame(textFrame, `{"op":10,"d":{"heartbeat_interval":0}}`),
			garbage("said HELLO without a heartbeat")},
		"beat of a year": {frame(textFrame, `{"op":10,"d":{"heartbeat_interval":3.2e10}}`),
			garbage("said HELLO without a heartbeat")},
	} {
		stream := append(append([]byte{}, before...), c.last...)
		for _, size := range []int{1, 2, 3, 7, 1000, len(stream)} {
			h := newRecorder()
			var got *ending
			for rest := stream; len(rest) > 0 && got == nil; {
				n := min(size, len(rest))
				got, rest = h.feed(rest[:n]), rest[n:]
			}
			require.NotNil(t, got, name)
			require.Equal(t, c.want, *got, name)
			require.Equal(t, []time.Duration{41250 * time.Millisecond}, h.intervals, name)
			require.Equal(t, 3, h.acks, name)
			require.True(t, slices.Equal(events, h.events), name)
			told := texts(t, h.out.Bytes())
			at := slices.Index(told, number)
			require.Positive(t, at, name)
			require.Equal(t, want, slices.Delete(told, at, at+1), name)
		}
	}
}

func TestNothingComesBeforeHello(t *testing.T) {
	for _, first := range []string{`{"op":0,"s":1,"t":"READY","d":{"session_id":"x"}}`, `{"op":11}`, `{"op":1}`,
		`{"op":99}`} {
		h := newRecorder()
		require.Equal(t, &ending{why: "did not say HELLO first", malformed: true}, h.feed(frame(textFrame, first)),
			first)
		require.Zero(t, h.out.Len())
	}
}

// TestAnEndlessMessageTakesLittleRoom: in parts, it ends the connection at the bound.
func TestAnEndlessMessageTakesLittleRoom(t *testing.T) {
	h := newRecorder()
	part := string(make([]byte, 1<<20))
	v := h.feed(frame(textBegun, part))
	for n := 1; v == nil; n++ {
		require.LessOrEqual(t, n, maxMessage>>20)
		v = h.feed(frame(0, part))
	}
	require.Equal(t, "the gateway sent a message without end", v.Error())
}

func FuzzScanner(f *testing.F) {
	f.Add(frame(textFrame, `{"op":7}`), 3)
	f.Add(frame(closeFrame, "\x0f"), 1)
	f.Add(append(frame(textFrame, `{"op":10,"d":{"heartbeat_interval":5}}`),
		frame(textFrame, `{"op":0,"t":"GUILD_CREATE"}`)...), 9)
	f.Fuzz(func(t *testing.T, stream []byte, size int) {
		h := newRecorder()
		size = max(size, 1)
		for len(stream) > 0 {
			n := min(size, len(stream))
			v := h.feed(stream[:n])
			for i, text := range texts(t, h.out.Bytes()) {
				require.Equal(t, i == 0, strings.HasPrefix(text, `{"op":10,`), "HELLO comes first, and once")
			}
			if v != nil {
				return
			}
			stream = stream[n:]
		}
	})
}
