package gateway

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// patience is the longest time that the bot may take to react to a broken connection.
const patience = 75 * time.Second

// scriptDuration returns how long each script runs in virtual time.
func scriptDuration() time.Duration {
	if os.Getenv("SETTABLE_LONG") == "1" {
		return 3 * time.Hour
	}
	return time.Hour
}

var errRefused = errors.New("connection refused")

func hangUntilDone(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

// scripts returns all known ways for Discord, proxies and networks to misbehave.
func scripts() map[string]script {
	play := func(p func(*memoryPeer)) script { return script{play: p} }
	// instead returns a script that misbehaves in place of READY or RESUMED, and `then` returns one that misbehaves
	// afterwards
	instead := func(p func(*memoryPeer)) script {
		return play(func(g *memoryPeer) { g.hello(); g.receive(); p(g); g.acknowledge() })
	}
	then := func(p func(*memoryPeer)) script {
		return play(func(g *memoryPeer) { g.handshake(); p(g); g.acknowledge() })
	}
	text := func(words string) func(*memoryPeer) { return func(g *memoryPeer) { g.send(words) } }

	all := map[string]script{
		"the address hangs":     {ask: hangUntilDone},
		"the address fails":     {ask: func(context.Context) error { return errRefused }},
		"the dial hangs":        {dial: hangUntilDone},
		"the dial is refused":   {dial: func(context.Context) error { return errRefused }},
		"the dial is a 502":     {dial: func(context.Context) error { return nil }},
		"silence":               play((*memoryPeer).ignore),
		"silence after HELLO":   play(func(g *memoryPeer) { g.hello(); g.ignore() }),
		"silence after READY":   play(func(g *memoryPeer) { g.handshake(); g.ignore() }),
		"half-open after READY": play(func(g *memoryPeer) { g.handshake(); g.stream.to.waitClosed() }),
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

// totals sums up the results of all scripts.
type totals struct {
	scripts int
	dials   int
	stuck   time.Duration
	worst   string
	most    int // the maximum number of IDENTIFYs in 24 h
	virtual time.Duration
}

func (f *totals) add(name string, d *memoryGateway, virtual time.Duration) {
	f.scripts++
	f.dials += len(d.dials)
	f.virtual += virtual
	f.most = max(f.most, maxInPeriod(24*time.Hour, d.identifies))
	if d.stuck > f.stuck {
		f.stuck, f.worst = d.stuck, name
	}
}

// maxInPeriod returns the largest number of moments within any period of the given length.
func maxInPeriod(per time.Duration, moments []time.Time) (most int) {
	first := 0
	for i, m := range moments {
		for m.Sub(moments[first]) >= per {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// Each script runs for hours of virtual time. After that, Discord works normally again. The bot never gets stuck,
// never identifies too often, recovers without help and closes immediately. It leaves neither a dial nor a goroutine
// behind; synctest would report a remaining goroutine.
func TestHostileGateways(t *testing.T) {
	var all totals
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

func playScript(t *testing.T, name string, sc script, all *totals) {
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
	time.Sleep(scriptDuration())
	rest := d.behave()
	time.Sleep(max(0, rest) + 2*patience)
	require.Equal(t, Live, d.status().State, "the session did not recover: %s", d.logText())
	d.recordActivity()
	d.forbidDials()
	asked := time.Now()
	require.NoError(t, s.Close(t.Context()))
	require.Less(t, time.Since(asked), 10*time.Second)
	<-drained
	time.Sleep(time.Hour)
	require.Zero(t, d.lateDials, "dials after Close")
	require.NoError(t, s.Err())
	require.LessOrEqual(t, d.stuck, patience)
	require.LessOrEqual(t, maxInPeriod(time.Minute, d.identifies), 5)
	require.LessOrEqual(t, maxInPeriod(time.Hour, d.identifies), 30)
	require.NotContains(t, d.logText(), botToken)
	require.NotEmpty(t, d.dials)
	all.add(name, d, time.Since(begun))
}

// identifyLog keeps IDENTIFYs across sessions, like a database.
type identifyLog struct {
	at     []time.Time
	broken atomic.Bool
}

var errDisk = errors.New("the disk is full")

func (l *identifyLog) use(c *Config) {
	c.Identify = func(_ context.Context, at time.Time) error {
		if l.broken.Load() {
			return errDisk
		}
		l.at = append(l.at, at)
		return nil
	}
	c.Identified = func(_ context.Context, since time.Time) (list []time.Time, err error) {
		for _, at := range l.at {
			if at.After(since) {
				list = append(list, at)
			}
		}
		return list, nil
	}
}

// Fatal close codes cause only one clear log line.
func TestHostileFatalCloseCodes(t *testing.T) {
	for code, text := range refusals {
		if code < 4000 {
			continue
		}
		for name, when := range map[string]func(*memoryPeer){
			"at once": func(*memoryPeer) {}, "for READY": func(g *memoryPeer) { g.hello(); g.receive() },
			"after READY": (*memoryPeer).handshake,
		} {
			t.Run(fmt.Sprint(code, " ", name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					d := &memoryGateway{script: script{play: func(g *memoryPeer) { when(g); g.close(code); g.ignore() }}}
					s, err := d.dial(t.Context(), nil)
					require.NoError(t, err)
					for range s.Events() {
					}
					require.EqualError(t, s.Err(), text)
					require.Equal(t, 1, strings.Count(d.logText(), "level=ERROR"), d.logText())
					require.Equal(t, Status{State: Stopped, Err: s.Err()}, d.status())
					require.Contains(t, d.logText(), text)
					dials := d.dialCount()
					time.Sleep(24 * time.Hour)
					require.Equal(t, dials, d.dialCount())
					require.Equal(t, 1, d.opened)
					require.NoError(t, s.Close(t.Context()))
				})
			})
		}
	}
}

// The gateway sends op 9 for more than a day, first to one process and then to a process that is restarted every twenty
// seconds. A thousand IDENTIFYs in 24 h would reset the token.
func TestHostileLoopsStayBelowTheIdentifyLimit(t *testing.T) {
	period := 26 * time.Hour
	if os.Getenv("SETTABLE_LONG") == "1" {
		period = 48 * time.Hour
	}
	for name, life := range map[string]time.Duration{
		"one program": period, "a crash loop": 20 * time.Second,
	} {
		for _, play := range []func(*memoryPeer){refuseIdentify, (*memoryPeer).behave} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					d, l := &memoryGateway{script: script{play: play}}, &identifyLog{}
					for end := time.Now().Add(period); time.Now().Before(end); {
						s, err := d.dial(t.Context(), l.use)
						require.NoError(t, err)
						go func() {
							for range s.Events() {
							}
						}()
						time.Sleep(life)
						require.NoError(t, s.Close(t.Context()))
					}
					time.Sleep(time.Minute) // discordgo may still be working
					require.LessOrEqual(t, maxInPeriod(24*time.Hour, d.identifies), 500)
					require.LessOrEqual(t, maxInPeriod(time.Hour, d.identifies), 30)
					require.LessOrEqual(t, maxInPeriod(time.Minute, d.identifies), 5)
					require.GreaterOrEqual(t, len(l.at), len(d.identifies), "each IDENTIFY is recorded before it is sent")
					if life < time.Minute {
						require.Greater(t, len(d.identifies), 800*int(period/time.Hour)/48, "the bot uses less than its budget")
					}
				})
			})
		}
	}
}

// When the daily limit is used up, the bot logs only once how long it waits.
func TestHostileDailyLimitIsLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &identifyLog{}
		for n := range 500 { // the last one was 20 h ago
			l.at = append(l.at, time.Now().Add(-23*time.Hour+time.Duration(n)*21*time.Second))
		}
		d := &memoryGateway{}
		s, err := d.dial(t.Context(), l.use)
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, Waiting, d.status().State)
		require.Equal(t, time.Hour, time.Until(d.status().Until))
		require.Equal(t, 1, strings.Count(d.logText(), "\n"), d.logText())
		require.Contains(t, d.logText(), "500 sessions started in 24h0m0s, and Discord resets the token after 1,000 in a day")
		require.Contains(t, d.logText(), "wait=1h0m0s")
		time.Sleep(59 * time.Minute)
		require.Zero(t, d.dialCount())
		time.Sleep(2 * time.Minute)
		require.IsType(t, discord.Ready{}, <-s.Events())
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // discordgo may still be working
	})
}

// If an IDENTIFY can't be recorded, the bot doesn't send it.
func TestNoIdentifyWithoutRecordingIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, d := &identifyLog{}, &memoryGateway{}
		l.broken.Store(true)
		s, err := d.dial(t.Context(), l.use)
		require.NoError(t, err)
		time.Sleep(10 * time.Minute)
		require.Zero(t, d.dialCount())
		require.Contains(t, d.logText(), "saving the number of gateway sessions failed, so no new session is started")
		l.broken.Store(false)
		require.IsType(t, discord.Ready{}, <-s.Events())
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // discordgo may still be working
	})
}

// The gateway sends each event twice, again with an older sequence number, and again after a RESUME. The session
// delivers each event only once.
func TestHostileRepeatsAreDeliveredOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		message := func(g *memoryPeer, seq, n int) {
			g.send(fmt.Sprintf(`{"op":0,"s":%d,"t":"MESSAGE_CREATE","d":{"id":"10000000000000000%d","channel_id":"2",`+
				`"guild_id":"5","content":"set %d","author":{"id":"3","username":"Ann"}}}`, seq, n, n))
		}
		d := &memoryGateway{script: script{play: func(g *memoryPeer) {
			g.handshake()
			for n := 1; n <= 4; n++ {
				for _, seq := range []int{50 + n, 50 + n, 3} {
					message(g, seq, n)
				}
			}
			if g.nth == 1 {
				time.Sleep(time.Minute)
				return
			}
			g.acknowledge()
		}}}
		s, err := d.dial(t.Context(), nil)
		require.NoError(t, err)
		var said []string
		resumed, drained := 0, make(chan struct{})
		go func() {
			defer close(drained)
			for e := range s.Events() {
				switch e := e.(type) {
				case discord.TypedMessage:
					said = append(said, e.Content)
				case discord.Resumed:
					resumed++
				}
			}
		}()
		time.Sleep(5 * time.Minute)
		require.NoError(t, s.Close(t.Context()))
		<-drained
		require.Equal(t, []string{"set 1", "set 2", "set 3", "set 4"}, said)
		require.Equal(t, 1, resumed)
		time.Sleep(time.Minute)
	})
}

// No matter what the gateway does during the shutdown, Close returns soon, and the bot doesn't dial again.
func TestHostileShutdown(t *testing.T) {
	for name, sc := range scripts() {
		if strings.HasPrefix(name, "close ") && !strings.HasPrefix(name, "close 4000") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			afters := []time.Duration{0, 63 * time.Second, 3 * time.Millisecond, 700 * time.Millisecond,
				40 * time.Second}
			if os.Getenv("SETTABLE_LONG") != "1" {
				afters = afters[:2]
			}
			for _, after := range afters {
				synctest.Test(t, func(t *testing.T) {
					d := &memoryGateway{script: sc}
					s, err := d.dial(t.Context(), nil)
					require.NoError(t, err)
					time.Sleep(after)
					s.StopIntake()
					synctest.Wait() // a dial may have begun earlier
					d.forbidDials()
					begun := time.Now()
					require.NoError(t, s.Close(t.Context()))
					require.Less(t, time.Since(begun), 10*time.Second)
					time.Sleep(time.Hour)
					require.Zero(t, d.lateDials)
				})
			}
		})
	}
}
