package gateway

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is how long the bot may do nothing about a gateway that does nothing
// for it (issue: never stuck longer than 75 s).
const patience = 75 * time.Second

// played is how long each script is played, in virtual time: three hours with
// SETTABLE_LONG=1, otherwise one.
func played() time.Duration {
	if os.Getenv("SETTABLE_LONG") == "1" {
		return 3 * time.Hour
	}
	return time.Hour
}

var errRefused = errors.New("connection refused")

func hangs(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

// scripts are gateways that no bot deserves.
func scripts() map[string]script {
	play := func(p func(*memoryPeer)) script { return script{play: p} }
	// instead: something in place of READY; then: something behind it.
	instead := func(p func(*memoryPeer)) script {
		return play(func(g *memoryPeer) { g.hello(); g.receive(); p(g); g.acknowledge() })
	}
	then := func(p func(*memoryPeer)) script {
		return play(func(g *memoryPeer) { g.handshake(); p(g); g.acknowledge() })
	}
	text := func(words string) func(*memoryPeer) { return func(g *memoryPeer) { g.send(words) } }
	bytes := func(b []byte) func(*memoryPeer) { return func(g *memoryPeer) { g.raw(b) } }

	all := map[string]script{
		"the address hangs":     {ask: hangs},
		"the address fails":     {ask: func(context.Context) error { return errRefused }},
		"the dial hangs":        {dial: hangs},
		"the dial is refused":   {dial: func(context.Context) error { return errRefused }},
		"the dial is a 502":     {dial: func(context.Context) error { return nil }},
		"silence":               play((*memoryPeer).ignore),
		"silence after HELLO":   play(func(g *memoryPeer) { g.hello(); g.ignore() }),
		"silence after READY":   play(func(g *memoryPeer) { g.handshake(); g.ignore() }),
		"half-open after READY": play(func(g *memoryPeer) { g.handshake(); g.stream.to.gone() }),
		"hung up at once":       play(func(*memoryPeer) {}),
		"hung up after HELLO":   play((*memoryPeer).hello),
		"hung up after READY":   play((*memoryPeer).handshake),
		"no HELLO but READY":    play(func(g *memoryPeer) { g.ready(); g.ignore() }),
		"two HELLOs":            play(func(g *memoryPeer) { g.hello(); g.behave() }),

		"op 7 at once":         play(func(g *memoryPeer) { g.send(`{"op":7,"d":null}`); g.ignore() }),
		"op 7 for READY":       instead(text(`{"op":7,"d":null}`)),
		"op 7 after READY":     then(text(`{"op":7,"d":null}`)),
		"op 9 false at once":   play(func(g *memoryPeer) { g.send(`{"op":9,"d":false}`); g.ignore() }),
		"op 9 false for READY": instead(text(`{"op":9,"d":false}`)),
		"op 9 true for READY":  instead(text(`{"op":9,"d":true}`)),
		"op 9 false, again and again": then(func(g *memoryPeer) {
			time.Sleep(time.Minute)
			g.send(`{"op":9,"d":false}`)
		}),
		"op 9 true, again and again": then(func(g *memoryPeer) {
			time.Sleep(time.Minute)
			g.send(
				`{"op":9,"d":true}`)
		}),
		"an ACK for READY":  instead(text(`{"op":11}`)),
		"RESUMED for READY": instead(func(g *memoryPeer) { g.event("RESUMED", "{}") }),

		"READY without a session": instead(func(g *memoryPeer) {
			g.event("READY", `{}`)
			time.Sleep(time.Minute)
			g.stream.Close()
		}),
		"READY of nothing": instead(func(g *memoryPeer) {
			g.event("READY", `null`)
			time.Sleep(time.Minute)
			g.stream.Close()
		}),
		"READY with null for all": instead(func(g *memoryPeer) {
			g.event("READY",
				`{"session_id":null,"user":null,"guilds":[null],"application":null,"resume_gateway_url":null}`)
			g.stream.Close()
		}),
		"READY of another kind": instead(func(g *memoryPeer) {
			g.event("READY", `{"session_id":7,"guilds":"none"}`)
			g.stream.Close()
		}),
		"READY twice": then(func(g *memoryPeer) { time.Sleep(time.Minute); g.ready() }),
		"a dead address to resume at": instead(func(g *memoryPeer) {
			g.event("READY", `{"session_id":"s","resume_gateway_url":"wss://nowhere.test"}`)
			time.Sleep(time.Minute)
			g.stream.Close()
		}),

		"a guild of null": then(func(g *memoryPeer) {
			g.event("GUILD_CREATE", `null`)
			g.event("GUILD_UPDATE", `{"channels":[null],"members":[null]}`)
			g.event("VOICE_SERVER_UPDATE", `null`)
		}),
		"null":                then(text(`null`)),
		"a number":            then(text(`7`)),
		"no JSON":             then(text(`<html>502</html>`)),
		"half of it":          then(text(`{"op":0,"t":"MESS`)),
		"nothing":             then(text(``)),
		"no UTF-8":            then(text("{\"op\":0,\"t\":\"\xff\xfe\",\"d\":\"\xff\"}")),
		"a thousand brackets": then(text(strings.Repeat(`[`, 100_000))),
		"noise":               then(bytes([]byte{0x13, 0x37, 0xff, 0xfe, 0x00, 0x81, 0x7e})),
		"binary":              then(bytes(frame(binaryFrame, "\x78\x9c\x03\x00"))),
		"a huge frame":        then(bytes([]byte{textFrame, 127, 0x7f, 0xff, 0, 0, 0, 0, 0, 0})),
		"a frame of 16 MB": then(func(g *memoryPeer) {
			g.event("GUILD_CREATE", `{"id":"1","name":"`+strings.Repeat("x", 16<<20>>min(4*g.nth, 16))+`"}`)
			g.ignore()
		}),
		"parts without end": then(func(g *memoryPeer) {
			g.raw(frame(textBegun, `{"op":0,"d":"`))
			for n := range 40 >> min(g.nth/2, 6) { // the first few, lest the test take long
				g.raw(frame(0, strings.Repeat(string(rune('a'+n%26)), 1<<20)))
			}
			g.ignore()
		}),
		"a heartbeat of 0": play(func(g *memoryPeer) {
			g.send(`{"op":10,"d":{"heartbeat_interval":0}}`)
			g.ignore()
		}),
		"a heartbeat below 0": play(func(g *memoryPeer) {
			g.send(`{"op":10,"d":{"heartbeat_interval":-41250}}`)
			g.ignore()
		}),
		"a heartbeat of a year": play(func(g *memoryPeer) {
			g.send(`{"op":10,"d":{"heartbeat_interval":31536000000}}`)
			g.ignore()
		}),
		"a heartbeat of a minute": play(func(g *memoryPeer) {
			g.send(`{"op":10,"d":{"heartbeat_interval":60000}}`)
			g.receive()
			g.ready()
			g.ignore()
		}),
		"no heartbeat": play(func(g *memoryPeer) { g.send(`{"op":10,"d":{}}`); g.ignore() }),

		"HELLO drips": play(func(g *memoryPeer) {
			g.drip(frame(textFrame, `{"op":10,"d":{"heartbeat_interval":41250}}`), 5*time.Second)
		}),
		"READY drips": play(func(g *memoryPeer) {
			g.hello()
			g.receive()
			g.drip(frame(textFrame, `{"op":0,"s":1,"t":"READY","d":{"session_id":"s"}}`), 5*time.Second)
		}),
		"an event drips": play(func(g *memoryPeer) {
			g.handshake()
			g.drip(frame(textFrame, `{"op":0,"s":2,"t":"MESSAGE_CREATE","d":{"id":"`+strings.Repeat("1", 300)),
				time.Second)
		}),
		"op 1 without end": then(func(g *memoryPeer) {
			for range 2000 {
				g.send(`{"op":1,"d":null}`)
			}
		}),
		"pings without end": then(func(g *memoryPeer) {
			for range 2000 {
				g.raw(frame(pingFrame, "ping"))
			}
		}),
	}
	// Codes that do not stop the bot.
	for code := 1000; code <= 4015; code++ {
		if code == 1016 {
			code = 3000
		}
		if code == 3001 {
			code = 4000
		}
		if refusal(code) != nil {
			continue
		}
		closes := func(g *memoryPeer) { g.close(code); g.ignore() }
		all[fmt.Sprint("close ", code, " at once")] = play(closes)
		all[fmt.Sprint("close ", code, " for READY")] = instead(closes)
		all[fmt.Sprint("close ", code, " after READY")] = then(closes)
	}
	return all
}

// figure is what all scripts together came to.
type figure struct {
	scripts int
	dials   int
	stuck   time.Duration
	worst   string
	most    int // IDENTIFYs in 24 h
	virtual time.Duration
}

func (f *figure) add(name string, d *memoryGateway, virtual time.Duration) {
	f.scripts++
	f.dials += len(d.dials)
	f.virtual += virtual
	f.most = max(f.most, inAny(24*time.Hour, d.identifies))
	if d.stuck > f.stuck {
		f.stuck, f.worst = d.stuck, name
	}
}

// inAny is the most moments within a time that long.
func inAny(per time.Duration, moments []time.Time) (most int) {
	first := 0
	for i, m := range moments {
		for m.Sub(moments[first]) >= per {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// TestHostileGateways plays each script for some hours of virtual time and then
// a Discord in good order: the bot was never stuck, never identified too often,
// comes back by itself, closes at once, and leaves neither a goroutine (the
// bubble would not end) nor a dial behind.
func TestHostileGateways(t *testing.T) {
	var all figure
	t.Run("scripts", func(t *testing.T) {
		for name, s := range scripts() {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { playScript(t, name, s, &all) })
			})
		}
	})
	t.Logf("%d hostile gateways, %s of virtual time, %d dials: never stuck longer than %s (%s), at most %d "+
		"IDENTIFYs in 24 h",
		all.scripts, all.virtual.Round(time.Hour), all.dials, all.stuck.Round(time.Millisecond), all.worst,
		all.most)
	require.LessOrEqual(t, all.stuck, patience)
}

func playScript(t *testing.T, name string, sc script, all *figure) {
	d := &memoryGateway{script: sc}
	begun := time.Now()
	s, err := d.dial(t.Context(), nil)
	require.NoError(t, err)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for range s.Events() {
		}
	}()
	time.Sleep(played())
	rest := d.behave()
	time.Sleep(max(0, rest) + 2*patience)
	require.Equal(t, Live, d.status().State, "it comes back by itself: %s", d.logged())
	d.alive()
	d.forbidDials()
	asked := time.Now()
	require.NoError(t, s.Close(t.Context()))
	require.Less(t, time.Since(asked), 10*time.Second)
	<-drained
	time.Sleep(time.Hour)
	require.Zero(t, d.after, "dials after Close")
	require.NoError(t, s.Err())
	require.LessOrEqual(t, d.stuck, patience)
	require.LessOrEqual(t, inAny(time.Minute, d.identifies), 5)
	require.LessOrEqual(t, inAny(time.Hour, d.identifies), 30)
	require.NotContains(t, d.logged(), botToken)
	require.NotEmpty(t, d.dials)
	all.add(name, d, time.Since(begun))
}
