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

// identifyLog keeps IDENTIFYs beyond one session, as a database does.
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

// TestHostileCloseCodesThatStop: one clear line, and nothing more.
func TestHostileCloseCodesThatStop(t *testing.T) {
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
					require.Equal(t, 1, strings.Count(d.logged(), "level=ERROR"), d.logged())
					require.Contains(t, d.logged(), text)
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

// TestHostileLoopsNeverBurnTheToken: two days of op 9, in one program and in one
// that is started again every twenty seconds. A thousand IDENTIFYs in 24 h end it.
func TestHostileLoopsNeverBurnTheToken(t *testing.T) {
	op9 := func(g *memoryPeer) { g.hello(); g.receive(); g.send(`{"op":9,"d":false}`); g.ignore() }
	for name, life := range map[string]time.Duration{
		"one program": 48 * time.Hour, "a crash loop": 20 * time.Second,
	} {
		for _, play := range []func(*memoryPeer){op9, (*memoryPeer).behave} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					d, l := &memoryGateway{script: script{play: play}}, &identifyLog{}
					for end := time.Now().Add(48 * time.Hour); time.Now().Before(end); {
						s, err := d.dial(t.Context(), l.use)
						require.NoError(t, err)
						go func() {
							for range s.Events() {
							}
						}()
						time.Sleep(life)
						require.NoError(t, s.Close(t.Context()))
					}
					time.Sleep(time.Minute) // for what discordgo still does
					require.LessOrEqual(t, inAny(24*time.Hour, d.identifies), 500)
					require.LessOrEqual(t, inAny(time.Hour, d.identifies), 30)
					require.LessOrEqual(t, inAny(time.Minute, d.identifies), 5)
					require.GreaterOrEqual(t, len(l.at), len(d.identifies), "each is noted before it is sent")
					if life < time.Minute {
						require.Greater(t, len(d.identifies), 800, "and the budget is used")
					}
				})
			})
		}
	}
}

// TestHostileDayIsWaitedForWithOneLine: what is used up, and for how long.
func TestHostileDayIsWaitedForWithOneLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &identifyLog{}
		for n := range 500 { // the last one 20 h ago
			l.at = append(l.at, time.Now().Add(-23*time.Hour+time.Duration(n)*21*time.Second))
		}
		d := &memoryGateway{}
		s, err := d.dial(t.Context(), l.use)
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, Waiting, d.status().State)
		require.Equal(t, time.Hour, time.Until(d.status().Until))
		require.Equal(t, 1, strings.Count(d.logged(), "\n"), d.logged())
		require.Contains(t, d.logged(), "500 sessions were begun in 24h0m0s, and a thousand in a day end the token")
		require.Contains(t, d.logged(), "wait=1h0m0s")
		time.Sleep(59 * time.Minute)
		require.Zero(t, d.dialCount())
		time.Sleep(2 * time.Minute)
		require.IsType(t, discord.Ready{}, <-s.Events())
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // for what discordgo still does
	})
}

// TestHostileDiskBeginsNoSession: what can't be counted is not begun, until it can.
func TestHostileDiskBeginsNoSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, d := &identifyLog{}, &memoryGateway{}
		l.broken.Store(true)
		s, err := d.dial(t.Context(), l.use)
		require.NoError(t, err)
		time.Sleep(10 * time.Minute)
		require.Zero(t, d.dialCount())
		require.Contains(t, d.logged(), "can't be counted, so it is not begun")
		l.broken.Store(false)
		require.IsType(t, discord.Ready{}, <-s.Events())
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // for what discordgo still does
	})
}

// TestHostileRepeatsAreHeardOnce: each event twice, READY twice, numbers that go
// back or are missing, and the same again after a RESUME.
func TestHostileRepeatsAreHeardOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		message := func(g *memoryPeer, seq string, n int) {
			g.send(fmt.Sprintf(`{"op":0%s,"t":"MESSAGE_CREATE","d":{"id":"10000000000000000%d","channel_id":"2",`+
				`"guild_id":"5","content":"set %d","author":{"id":"3","username":"Ann"}}}`, seq, n, n))
		}
		d := &memoryGateway{script: script{play: func(g *memoryPeer) {
			g.handshake()
			for n := 1; n <= 4; n++ {
				for _, seq := range []string{`,"s":50`, `,"s":50`, `,"s":3`, `,"s":-9`, `,"s":null`, ``} {
					message(g, seq, n)
				}
			}
			if g.nth == 1 {
				g.ready()
				message(g, `,"s":1`, 5)
				time.Sleep(time.Minute)
				return
			}
			g.acknowledge()
		}}}
		s, err := d.dial(t.Context(), nil)
		require.NoError(t, err)
		var said []string
		gaps, resumed, drained := 0, 0, make(chan struct{})
		go func() {
			defer close(drained)
			for e := range s.Events() {
				switch e := e.(type) {
				case discord.Said:
					said = append(said, e.Content)
				case discord.Gap:
					gaps++
				case discord.Resumed:
					resumed++
				}
			}
		}()
		time.Sleep(5 * time.Minute)
		require.NoError(t, s.Close(t.Context()))
		<-drained
		require.Equal(t, []string{"set 1", "set 2", "set 3", "set 4", "set 5"}, said)
		require.Equal(t, []int{1, 1}, []int{gaps, resumed}, "READY behind READY is a gap")
		time.Sleep(time.Minute)
	})
}

// TestHostileShutdown: whatever the gateway does at that moment, Close ends soon
// and nothing is dialled after it.
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
					synctest.Wait() // what is being dialled was begun before
					d.forbidDials()
					begun := time.Now()
					require.NoError(t, s.Close(t.Context()))
					require.Less(t, time.Since(begun), 10*time.Second)
					time.Sleep(time.Hour)
					require.Zero(t, d.after)
				})
			}
		})
	}
}
