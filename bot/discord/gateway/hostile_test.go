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

// patience is the longest time for which the bot may do nothing about a broken connection.
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

// scripts are what Discord, proxies and networks have been seen to do.
func scripts() map[string]script {
	play := func(p func(*memoryPeer)) script { return script{play: p} }
	// instead: something in place of READY or RESUMED; then: something after it.
	instead := func(p func(*memoryPeer)) script {
		return play(func(g *memoryPeer) { g.hello(); g.receive(); p(g); g.acknowledge() })
	}
	then := func(p func(*memoryPeer)) script {
		return play(func(g *memoryPeer) { g.handshake(); p(g); g.acknowledge() })
	}
	text := func(words string) func(*memoryPeer) { return func(g *memoryPeer) { g.send(words) } }

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
		"a slow HELLO": play(func(g *memoryPeer) {
			g.drip(frame(textFrame, `{"op":10,"d":{"heartbeat_interval":41250}}`), 5*time.Second)
		}),
		"a slow READY": play(func(g *memoryPeer) {
			g.hello()
			g.receive()
			g.drip(frame(textFrame, `{"op":0,"s":1,"t":"READY","d":{"session_id":"s"}}`), 5*time.Second)
		}),

		"op 7 at once":         play(func(g *memoryPeer) { g.send(`{"op":7,"d":null}`); g.ignore() }),
		"op 7 for READY":       instead(text(`{"op":7,"d":null}`)),
		"op 7 after READY":     then(text(`{"op":7,"d":null}`)),
		"op 9 false for READY": instead(text(`{"op":9,"d":false}`)),
		"op 9 true for READY":  instead(text(`{"op":9,"d":true}`)),
		"op 9 false, again and again": then(func(g *memoryPeer) {
			time.Sleep(time.Minute)
			g.send(`{"op":9,"d":false}`)
		}),
		"op 9 true, again and again": then(func(g *memoryPeer) {
			time.Sleep(time.Minute)
			g.send(`{"op":9,"d":true}`)
		}),
		"a dead address to resume at": instead(func(g *memoryPeer) {
			g.event("READY", `{"session_id":"s","resume_gateway_url":"wss://nowhere.test"}`)
			time.Sleep(time.Minute)
			g.stream.Close()
		}),
		"heartbeats on request, and pings": then(func(g *memoryPeer) {
			for range 20 {
				g.send(`{"op":1,"d":null}`)
				g.raw(frame(pingFrame, "ping"))
			}
		}),
		"a huge server": then(func(g *memoryPeer) {
			g.event("GUILD_CREATE", `{"id":"1","name":"`+strings.Repeat("x", 4<<20)+`"}`)
		}),
	}
	for _, code := range []int{1000, 1001, 1006, 4000, 4003, 4005, 4007, 4008, 4009} {
		closes := func(g *memoryPeer) { g.close(code); g.ignore() }
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
