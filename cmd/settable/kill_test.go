package main

import (
	"flag"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// usualKills is the default number of kills. Under the race detector, it doesn't depend on SETTABLE_LONG, and is lower
// than in other long runs because everything takes longer.
func usualKills() int {
	if gamestest.Racing {
		return 6
	}
	return gamestest.Times(4, 16)
}

var (
	killRounds = flag.Int("kills", usualKills(), "how often the bot is killed")
	killSeed   = flag.Uint64("kills.seed", 0, "the first evening; 0: by the clock")
)

// TestKills kills the bot, which is a separate process, with SIGKILL at random moments and at failpoints. In the
// meantime, people play all games in every possible way, and Discord stays available. After each death, the files must
// contain everything that people were told. The bot is then restarted, and every table must continue.
//
// This command kills 1,000 processes:
//
//	go test ./cmd/settable -run TestKills -kills 1000 -timeout 2h -v
func TestKills(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGKILL")
	}
	t.Parallel()
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().Unix())
	}
	total := newTally()
	var left, evenings atomic.Int64
	left.Store(int64(*killRounds))
	evening := min(roundsAnEvening, (left.Load()+1)/2) // gives both workers an evening
	start := time.Now()
	t.Run("evenings", func(t *testing.T) {
		for worker := range 2 {
			t.Run(strconv.Itoa(worker), func(t *testing.T) {
				t.Parallel()
				for !t.Failed() {
					rounds := min(left.Add(-evening)+evening, evening)
					if rounds <= 0 {
						break
					}
					n := evenings.Add(1)
					t.Run(strconv.FormatInt(n, 10), func(t *testing.T) { runEvening(t, seed, n, rounds, total) })
				}
			})
		}
	})
	t.Logf("%s, %s violations, in %.0f s", total, map[bool]string{false: "0", true: "see above:"}[t.Failed()],
		time.Since(start).Seconds())
	require.Positive(t, total.moves.Load())
	require.Positive(t, total.lines.Load())
}

// runEvening runs an evening and removes its files.
func runEvening(t *testing.T, seed uint64, n, rounds int64, total *tally) {
	v := newEvening(t, seed+uint64(n), total)
	for i := int64(1); i < rounds && len(v.broken) == 0; i++ {
		v.round()
	}
	if len(v.broken) == 0 {
		v.finalRun()
	}
	if len(v.broken) > 0 {
		t.Errorf("-kills.seed %d:\n%s", seed, strings.Join(v.broken, "\n"))
	}
}

func (c *tally) String() string {
	stood := ""
	if n := len(c.waits); n > 0 {
		slices.Sort(c.waits)
		stood = fmt.Sprintf(", tables stood for %.1f s after a death, at most %.1f s", c.waits[n/2].Seconds(),
			c.waits[n-1].Seconds())
	}
	return fmt.Sprintf("%d rounds (%s): %d lines (%s; %s), %d messages held against them, %d moves told, %d "+
		"balances told, %d times settable audit%s",
		c.rounds.Load(), listCounts(c.kills), c.lines.Load(), listCounts(c.games), listCounts(c.doors), c.told.Load(),
		c.moves.Load(), c.balances.Load(), c.audits.Load(), stood)
}

func listCounts(counts map[string]int) string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, fmt.Sprintf("%s %d", what, counts[what]))
	}
	return strings.Join(all, ", ")
}
