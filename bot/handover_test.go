package bot

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// If a process takes over a table from another one and their clocks differ by minutes, the player to move keeps their
// full time. Time when no one could play doesn't count, even if Discord doesn't report its time for a while.
func TestTurnIsHandedOver(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for i, clocks := range [][2]time.Duration{{0, 2 * time.Minute}, {0, -2 * time.Minute},
		{2 * time.Minute, -2 * time.Minute}, {-2 * time.Minute, 2 * time.Minute}, {0, 20 * time.Second}} {
		for _, dies := range []bool{false, true} {
			for _, mute := range []time.Duration{0, 40 * time.Second} {
				if (mute > 0) != (dies == (i%2 == 0)) && gamestest.Times(0, 1) == 0 {
					continue // half of the combinations show the usual mistakes
				}
				t.Run(fmt.Sprint(clocks[0], " to ", clocks[1], ", dies ", dies, ", Discord is mute for ", mute),
					func(t *testing.T) { runVirtual(t, func(q *virtualBot) { handOver(q, clocks, dies, mute) }) })
			}
		}
	}
}

func handOver(q *virtualBot, clocks [2]time.Duration, dies bool, mute time.Duration) {
	q.settle()
	q.stop()
	q.setClock(clocks[0])
	q.restart()
	q.opens("poker", map[string]string{"turn": "60"})
	require.Contains(q.t, q.words(), "1 start")
	began := time.Now()
	time.Sleep(10 * time.Second)
	stopped := time.Now()
	if dies {
		q.kill()
	} else {
		q.stop()
	}
	q.setClock(clocks[1])
	time.Sleep(5 * time.Second)
	q.mute(mute)
	gone := time.Since(stopped)
	q.restart()
	for !slices.Contains(q.words(), "-2 ") && time.Since(began) < 10*time.Minute {
		time.Sleep(time.Second)
	}
	took := time.Since(began) - gone - mute
	// The bot retries unanswered requests for the time, and each attempt takes some seconds.
	most := 63*time.Second + mute/2
	require.GreaterOrEqual(q.t, took, 59*time.Second)
	require.LessOrEqual(q.t, took, most)
}

// setClock sets the machine's clock.
func (q *virtualBot) setClock(ahead time.Duration) {
	q.far.mu.Lock()
	defer q.far.mu.Unlock()
	q.clockSet = ahead
}

// mute keeps Discord from reporting its time for the given duration.
func (q *virtualBot) mute(d time.Duration) {
	until := time.Now().Add(d)
	q.failRequests(func(method, path string, _ requestBody) *requestFault {
		if path == "gateway" && time.Now().Before(until) {
			return &requestFault{status: 503}
		}
		return nil
	})
}
