package gateway

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// ledger keeps IDENTIFYs beyond one session, as a database does.
type ledger struct {
	at     []time.Time
	broken atomic.Bool
}

var errDisk = errors.New("the disk is full")

func (l *ledger) lend(c *Config) {
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
		for name, when := range map[string]func(*guest){
			"at once": func(*guest) {}, "for READY": func(g *guest) { g.hello(); g.hear() }, "after READY": (*guest).stand,
		} {
			t.Run(fmt.Sprint(code, " ", name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					d := &den{script: script{play: func(g *guest) { when(g); g.close(code); g.deaf() }}}
					s, err := d.enter(t.Context(), nil)
					require.NoError(t, err)
					for range s.Events() {
					}
					require.EqualError(t, s.Err(), text)
					require.Equal(t, 1, strings.Count(d.said(), "level=ERROR"), d.said())
					require.Contains(t, d.said(), text)
					dials := d.dialledSoFar()
					time.Sleep(24 * time.Hour)
					require.Equal(t, dials, d.dialledSoFar())
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
	op9 := func(g *guest) { g.hello(); g.hear(); g.say(`{"op":9,"d":false}`); g.deaf() }
	for name, life := range map[string]time.Duration{"one program": 48 * time.Hour, "a crash loop": 20 * time.Second} {
		for _, play := range []func(*guest){op9, (*guest).welcome} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					d, l := &den{script: script{play: play}}, &ledger{}
					for end := time.Now().Add(48 * time.Hour); time.Now().Before(end); {
						s, err := d.enter(t.Context(), l.lend)
						require.NoError(t, err)
						go func() {
							for range s.Events() {
							}
						}()
						time.Sleep(life)
						require.NoError(t, s.Close(t.Context()))
					}
					time.Sleep(time.Minute) // for what discordgo still does
					require.LessOrEqual(t, inAny(24*time.Hour, d.begun), 500)
					require.LessOrEqual(t, inAny(time.Hour, d.begun), 30)
					require.LessOrEqual(t, inAny(time.Minute, d.begun), 5)
					require.GreaterOrEqual(t, len(l.at), len(d.begun), "each is noted before it is sent")
					if life < time.Minute {
						require.Greater(t, len(d.begun), 800, "and the budget is used")
					}
				})
			})
		}
	}
}

// TestHostileDayIsWaitedForWithOneLine: what is used up, and for how long.
func TestHostileDayIsWaitedForWithOneLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{}
		for n := range 500 { // the last one 20 h ago
			l.at = append(l.at, time.Now().Add(-23*time.Hour+time.Duration(n)*21*time.Second))
		}
		d := &den{}
		s, err := d.enter(t.Context(), l.lend)
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, Waiting, d.stands().State)
		require.Equal(t, time.Hour, time.Until(d.stands().Until))
		require.Equal(t, 1, strings.Count(d.said(), "\n"), d.said())
		require.Contains(t, d.said(), "500 sessions were begun in 24h0m0s, and a thousand in a day end the token")
		require.Contains(t, d.said(), "wait=1h0m0s")
		time.Sleep(59 * time.Minute)
		require.Zero(t, d.dialledSoFar())
		time.Sleep(2 * time.Minute)
		require.IsType(t, discord.Ready{}, <-s.Events())
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // for what discordgo still does
	})
}

// TestHostileDiskBeginsNoSession: what can't be counted is not begun, until it can.
func TestHostileDiskBeginsNoSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, d := &ledger{}, &den{}
		l.broken.Store(true)
		s, err := d.enter(t.Context(), l.lend)
		require.NoError(t, err)
		time.Sleep(10 * time.Minute)
		require.Zero(t, d.dialledSoFar())
		require.Contains(t, d.said(), "can't be counted, so it is not begun")
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
		message := func(g *guest, seq string, n int) {
			g.say(fmt.Sprintf(`{"op":0%s,"t":"MESSAGE_CREATE","d":{"id":"10000000000000000%d","channel_id":"2","guild_id":"5","content":"set %d","author":{"id":"3","username":"Ann"}}}`, seq, n, n))
		}
		d := &den{script: script{play: func(g *guest) {
			g.stand()
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
			g.stay()
		}}}
		s, err := d.enter(t.Context(), nil)
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
			for _, after := range []time.Duration{0, 3 * time.Millisecond, 700 * time.Millisecond, 40 * time.Second, 63 * time.Second} {
				synctest.Test(t, func(t *testing.T) {
					d := &den{script: sc}
					s, err := d.enter(t.Context(), nil)
					require.NoError(t, err)
					time.Sleep(after)
					s.StopIntake()
					synctest.Wait() // what is being dialled was begun before
					d.leave()
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
