package meter_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/meter"
)

func scrape(m *meter.Meter, about string) string {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	var found []string
	for line := range strings.Lines(answer.Body.String()) {
		if strings.Contains(line, about) {
			found = append(found, line)
		}
	}
	return strings.Join(found, "")
}

func TestTextFormat(t *testing.T) {
	m := meter.New()
	m.Refused("poker", "late")
	m.Refused("poker", "late")
	m.Moved("classic", time.Now())
	m.Collect(meter.Gauge, "x_odd", "a \\ and\na line", func(tell meter.Report) { tell(0.5, "a\"b\\\n") }, "label")
	m.Collect(meter.Gauge, "x_none", "Reports nothing.", func(meter.Report) {})
	require.Equal(t, "# HELP settable_refusals_total Rejected moves, by the kind of answer.\n"+
		"# TYPE settable_refusals_total counter\n"+
		`settable_refusals_total{answer="late",game="poker"} 2`+"\n", scrape(m, "refusals"))
	require.Equal(t, `# HELP x_odd a \\ and\na line`+"\n# TYPE x_odd gauge\n"+`x_odd{label="a\"b\\\n"} 0.5`+"\n",
		scrape(m, "x_odd"))
	require.Empty(t, scrape(m, "x_none"))
	histogram := scrape(m, "settable_move_commit_seconds")
	require.Contains(t, histogram, "# TYPE settable_move_commit_seconds histogram\n")
	require.Contains(t, histogram, `settable_move_commit_seconds_bucket{le="+Inf"} 1`+"\n")
	require.Contains(t, histogram, "settable_move_commit_seconds_count 1\n")
	require.Equal(t, 1, strings.Count(histogram, `{le="0.0005"}`))
}

// The meter adds up the values of several bots. When a bot stops, the last value of a counter stays in the sum, but
// that of a gauge doesn't.
func TestNumbersOfSeveralBotsAreAdded(t *testing.T) {
	m := meter.New()
	both := func(n float64) (stop func()) {
		read := func(tell meter.Report) { tell(n, "live") }
		gauge := m.Collect(meter.Gauge, "x_shards", "Shards.", read, "state")
		counter := m.Collect(meter.Counter, "x_events_total", "Events.", read, "state")
		return func() { gauge(); counter() }
	}
	both(1)
	stop := both(2)
	require.Contains(t, scrape(m, "x_shards"), `x_shards{state="live"} 3`)
	stop()
	require.Contains(t, scrape(m, "x_shards"), `x_shards{state="live"} 1`)
	require.Contains(t, scrape(m, "x_events"), `x_events_total{state="live"} 3`)
}

// The program's own figures are plausible.
func TestProcessFigures(t *testing.T) {
	all := scrape(meter.New(), "")
	require.Regexp(t, `(?m)^go_goroutines [1-9]\d*$`, all)
	require.Regexp(t, `(?m)^go_memstats_heap_inuse_bytes [1-9]`, all)
	require.Regexp(t, `(?m)^process_start_time_seconds 1\.\d+e\+09$`, all)
}
