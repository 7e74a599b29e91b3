package rest

import (
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// sendTogether simulates several processes with several clients each, all of which send as many requests as they can.
// It returns the time of each request.
func sendTogether(t *testing.T, programs, clients int, lasts time.Duration) (sent []time.Time) {
	t.Helper()
	var mu sync.Mutex
	end := time.Now().Add(lasts)
	for range programs {
		pace := NewPace(0)
		pace.Share(programs)
		for range clients {
			l := newLimits(Config{Pace: pace}.withDefaults())
			for range 20 {
				go func() {
					for time.Now().Before(end) && l.wait(t.Context(), request{}) == nil {
						mu.Lock()
						sent = append(sent, time.Now())
						mu.Unlock()
					}
				}()
			}
		}
	}
	time.Sleep(lasts + time.Minute)
	synctest.Wait()
	return sent
}

// No matter how many clients and processes share a bot, it sends at most fifty requests in any second, and more than
// half of that under load.
func TestClientsShareTheRateLimit(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {1, 8}, {2, 4}, {3, 3}, {4, 4}, {8, 2}, {16, 1}, {20, 2}} {
		synctest.Test(t, func(t *testing.T) {
			sent := sendTogether(t, c[0], c[1], 20*time.Second)
			for i := 50; i < len(sent); i++ {
				require.GreaterOrEqual(t, sent[i].Sub(sent[i-50]), time.Second, "%v", c)
			}
			require.Greater(t, len(sent), 20*25, "%v", c)
		})
	}
}

// The rate limit of each process adapts when other processes start and stop.
func TestPaceAdaptsToTheNumberOfProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pace := NewPace(0)
		l := newLimits(Config{Pace: pace}.withDefaults())
		second := func() (n int) {
			for end := time.Now().Add(time.Second); time.Now().Before(end); n++ {
				require.NoError(t, l.wait(t.Context(), request{}))
			}
			return n
		}
		second()
		require.InDelta(t, 45, second(), 1)
		pace.Share(3)
		second()
		require.InDelta(t, 15, second(), 1)
		pace.Share(1)
		second()
		require.InDelta(t, 45, second(), 1)
		pace.Share(0)
		second()
		require.InDelta(t, 45, second(), 1, "this process alone has the whole limit")
	})
}

// The clients of a process share refusals and global pauses.
func TestClientsShareRefusalsAndPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pace := NewPace(0)
		a, b := newLimits(Config{Pace: pace}.withDefaults()), newLimits(Config{Pace: pace}.withDefaults())
		alone := newLimits(Config{}.withDefaults())
		a.learn(request{}, answerWith(http.StatusTooManyRequests,
			"X-RateLimit-Global", "true", "Retry-After", "3"), nil)
		begun := time.Now()
		require.NoError(t, alone.wait(t.Context(), request{}))
		require.Zero(t, time.Since(begun))
		require.NoError(t, b.wait(t.Context(), request{}))
		require.Equal(t, 3*time.Second, time.Since(begun))

		refuse := func(n int) error {
			for i := range n {
				[]*limits{a, b}[i%2].learn(request{}, answerWith(http.StatusForbidden), nil)
			}
			return errors.Join(a.wait(t.Context(), request{}), b.wait(t.Context(), request{exempt: true}))
		}
		require.NoError(t, refuse(998), "refusals before the pause do not count")
		require.ErrorIs(t, refuse(1), discord.ErrBreaker)
		time.Sleep(10 * time.Minute)
		pace.Share(30)
		require.NoError(t, refuse(299))
		require.ErrorIs(t, refuse(1), discord.ErrBreaker, "30 programs with one address, 9,000 refusals in total")
	})
}
