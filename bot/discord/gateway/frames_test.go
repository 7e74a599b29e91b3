package gateway

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// frame returns an unmasked frame, as sent by a server.
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
	textFrame  = 0x80 | frameText
	closeFrame = 0x80 | frameClose
	pingFrame  = 0x89
)

// Whatever the chunk size, all bytes before the frame that ends the connection pass unchanged, and that frame never
// passes completely.
func TestCloseFramesAreHeldBack(t *testing.T) {
	const trace = `"_trace":["[\"gateway-prd-arm-us-east1-b-0568\",{\"micros\":0.0}]"]`
	before := bytes.Join([][]byte{
		frame(textFrame, `{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,`+trace+`}}`),
		frame(textFrame, `{"t":null,"s":null,"op":11,"d":null}`),
		frame(textFrame, `{"t":"MESSAGE_CREATE","s":4,"op":0,"d":{"content":"{\"op\":7,\"d\":null}"}}`),
		frame(textFrame, `{"t":"GUILD_CREATE","s":5,"op":0,"d":"`+strings.Repeat(`{\"op\":9}`, 20)+`"}`),
		frame(textFrame, `{"t":"GUILD_CREATE","s":6,"op":0,"d":"`+strings.Repeat("x", 70_000)+`"}`),
		frame(pingFrame, "?"), frame(pingFrame, ""),
		frame(textFrame, ``), frame(textFrame, `<html>`), frame(textFrame, `{"op":1,"d":null}`),
	}, nil)
	for name, c := range map[string]struct {
		last []byte
		want ending
	}{
		"op 7": {frame(textFrame, `{"t":null,"s":null,"op":7,"d":null}`),
			ending{why: "asked to reconnect", reconnect: true}},
		"op 9 false": {frame(textFrame, `{"t":null,"s":null,"op":9,"d":false}`),
			ending{why: "invalidated the session", sessionOver: true}},
		"op 9 true": {frame(textFrame, `{"op":9,"d":true}`), ending{why: "invalidated the session"}},
		"close 4004": {frame(closeFrame, "\x0f\xa4Authentication failed."),
			ending{code: 4004, why: "closed the connection: Authentication failed."}},
		"close 1000": {frame(closeFrame, "\x03\xe8"), ending{code: 1000, why: "closed the connection: "}},
		"close 4009": {frame(closeFrame, "\x0f\xa9Session timed out."),
			ending{code: 4009, why: "closed the connection: Session timed out.", sessionOver: true}},
		"close without a code": {frame(closeFrame, ""), ending{code: 1005, why: "closed the connection"}},
		"HELLO without an interval": {frame(textFrame, `{"op":10,"d":{"heartbeat_interval":0}}`),
			ending{why: "sent a HELLO without a heartbeat interval"}},
	} {
		stream := append(bytes.Clone(before), c.last...)
		stream = append(stream, frame(textFrame, `{"op":11}`)...)
		for _, size := range []int{1, 2, 3, 7, 1000, len(stream)} {
			var heartbeats []time.Duration
			w := frameWatch{onHello: func(d time.Duration) { heartbeats = append(heartbeats, d) }}
			var passed []byte
			var got *ending
			for rest := stream; got == nil; {
				require.NotEmpty(t, rest, name)
				n := min(size, len(rest))
				var pass int
				pass, got = w.feed(rest[:n])
				passed, rest = append(passed, rest[:pass]...), rest[n:]
			}
			require.Equal(t, c.want, *got, name)
			require.Equal(t, []time.Duration{41250 * time.Millisecond}, heartbeats, name)
			require.GreaterOrEqual(t, len(passed), len(before), name)
			require.Less(t, len(passed), len(before)+len(c.last), name)
			require.True(t, bytes.HasPrefix(stream, passed), name)
		}
	}
}

// FuzzFrameWatch checks that no stream breaks frameWatch, and that the chunk size makes no difference.
func FuzzFrameWatch(f *testing.F) {
	f.Add(frame(textFrame, `{"op":7}`), 3)
	f.Add(frame(closeFrame, "\x0f"), 1)
	f.Add(append(frame(textFrame, `{"op":10,"d":{"heartbeat_interval":5}}`),
		frame(textFrame, `{"op":0,"t":"GUILD_CREATE"}`)...), 9)
	f.Fuzz(func(t *testing.T, stream []byte, size int) {
		size = min(max(size, 1), len(stream)+1)
		whole := frameWatch{onHello: func(time.Duration) {}}
		pass, want := whole.feed(stream)
		parts := frameWatch{onHello: func(time.Duration) {}}
		var got *ending
		passed := 0
		for rest := stream; len(rest) > 0 && got == nil; {
			n := min(size, len(rest))
			var pass int
			pass, got = parts.feed(rest[:n])
			passed, rest = passed+pass, rest[n:]
		}
		require.Equal(t, want, got)
		require.GreaterOrEqual(t, passed, pass)
	})
}
