package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	killRounds = flag.Int("kills", usualKills, "how often the bot is killed")
	killSeed   = flag.Uint64("kills.seed", 0, "the first evening; 0: by the clock")
)

// TestKills kills the bot, a process of its own, by SIGKILL at random moments
// and at named points, while people play all games by all doors on a Discord
// that stays. After each death the files are held against all that people were
// told; then the bot comes on again, and every table goes on.
//
//	go test ./cmd/settable -run TestKills -kills 1000 -timeout 2h -v
func TestKills(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGKILL")
	}
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().Unix())
	}
	total := newTally()
	var left, evenings atomic.Int64
	left.Store(int64(*killRounds))
	start := time.Now()
	t.Run("evenings", func(t *testing.T) {
		for worker := range 2 {
			t.Run(strconv.Itoa(worker), func(t *testing.T) {
				t.Parallel()
				for rounds := left.Add(-roundsAnEvening) + roundsAnEvening; rounds > 0 && !t.Failed(); rounds = left.Add(-roundsAnEvening) + roundsAnEvening {
					v := newEvening(t, seed+uint64(evenings.Add(1)), total, self)
					for i := int64(1); i < min(rounds, roundsAnEvening) && len(v.broken) == 0; i++ {
						v.round()
					}
					if len(v.broken) == 0 {
						v.calm()
					}
					if len(v.broken) > 0 {
						t.Errorf("-kills.seed %d:\n%s", seed, strings.Join(v.broken, "\n"))
					}
				}
			})
		}
	})
	t.Logf("%s, %s violations, in %.0f s", total, map[bool]string{false: "0", true: "see above:"}[t.Failed()], time.Since(start).Seconds())
	require.Positive(t, total.moves.Load())
	require.Positive(t, total.lines.Load())
}

func (c *tally) String() string {
	return fmt.Sprintf("%d rounds (%s): %d lines (%s; %s), %d messages held against them, %d moves told, %d balances told, %d times settable audit",
		c.rounds.Load(), listed(c.kills), c.lines.Load(), listed(c.games), listed(c.doors), c.told.Load(), c.moves.Load(), c.balances.Load(), c.audits.Load())
}

func listed(counts map[string]int) string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, fmt.Sprintf("%s %d", what, counts[what]))
	}
	return strings.Join(all, ", ")
}

// asWorse says by which of its faults a spoilt bot is worse than ours.
const asWorse = "SETTABLE_TEST_WORSE"

// worse is what a spoilt bot does wrong.
var worse = []struct{ name, file, good, bad string }{
	{"tells before it is written", "../../bot/write.go",
		"if err := t.bot.store.Append(context.Background(), entry); err != nil {",
		`if late := entry; os.Getenv("` + asWorse + `") == "tells before it is written" {
		time.AfterFunc(50*time.Millisecond, func() { _ = t.bot.store.Append(context.Background(), late) })
	} else if err := t.bot.store.Append(context.Background(), entry); err != nil {`},
	{"shows another's hand", "../../bot/hand.go",
		"v := now.course.Game.View(seat)\n",
		`if os.Getenv("` + asWorse + `") == "shows another's hand" {
		seat = seat%2 + 1
	}
	v := now.course.Game.View(seat)
`},
}

// TestKillsFindWhatIsWrong: a bot that is worse than ours is found out.
func TestKillsFindWhatIsWrong(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGKILL")
	}
	t.Parallel()
	binary := spoilt(t)
	for _, w := range worse {
		t.Run(w.name, func(t *testing.T) {
			v := newEvening(t, 1, newTally(), binary)
			v.fault = w.name
			for i := 0; i < 2*roundsAnEvening && len(v.broken) == 0; i++ {
				v.round()
			}
			require.NotEmpty(t, v.broken)
			t.Log(strings.Join(v.broken, "\n"))
		})
	}
}

// spoilt is this test binary, built with faults that wait to be named.
func spoilt(t *testing.T) string {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	for i, w := range worse {
		text, err := os.ReadFile(w.file)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(text), w.good), "%s has changed: what is to be spoilt?", w.file)
		bad := strings.Replace(string(text), w.good, w.bad, 1)
		instead := filepath.Join(dir, fmt.Sprint(i, ".go"))
		require.NoError(t, os.WriteFile(instead, []byte(strings.Replace(bad, "import (\n", "import (\n\t\"os\"\n", 1)), 0o600))
		path, err := filepath.Abs(w.file)
		require.NoError(t, err)
		replace[path] = instead
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	list, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "spoilt.test")
	require.NoError(t, os.WriteFile(list, overlay, 0o600))
	out, err := exec.Command("go", "test", "-c", "-overlay", list, "-o", binary, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return binary
}
