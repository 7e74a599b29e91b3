package bot_test

import (
	"bufio"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/bot/meter"
	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
)

func scrape(t *testing.T, m *meter.Meter) (map[string]float64, string) {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	require.Equal(t, 200, answer.Code)
	text, numbers := answer.Body.String(), map[string]float64{}
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok && name != "#" {
			n, err := strconv.ParseFloat(value[strings.LastIndex(value, " ")+1:], 64)
			if err == nil {
				numbers[name] = n
			}
		}
	}
	return numbers, text
}

// idLabel matches a label that contains a number as long as a Discord id.
var idLabel = regexp.MustCompile(`"[^"\n]*\d{15,}[^"\n]*"`)

func TestMetricsCountAMove(t *testing.T) {
	m, health := meter.New(), &bot.Health{}
	bot.Measure(m)
	require.Equal(t, []string{"waiting for Discord's first response"}, health.NotReadyReasons())
	n := newBot(t, func(n *testBot, _ *sandbox.Options) { n.config.Meter, n.config.Health = m, health })
	require.Eventually(t, func() bool { return health.NotReadyReasons() == nil }, 30*time.Second, time.Millisecond)
	now, _ := scrape(t, m)
	require.Zero(t, now[`settable_tables{state="open"}`])
	require.Equal(t, 1.0, now[`settable_shards{state="live"}`])
	require.Equal(t, 0.0, now[`settable_shards{state="lost"}`])
	require.Equal(t, 1.0, now["settable_servers"])
	n.deal()
	var before map[string]float64
	require.Eventually(t, func() bool { // everything before this is already visible
		before, _ = scrape(t, m)
		return before["settable_move_shown_seconds_count"] == before["settable_move_commit_seconds_count"]
	}, 30*time.Second, time.Millisecond)
	require.Equal(t, 1.0, before[`settable_tables{state="open"}`])

	n.say("Ann", "set a b c")
	n.shows("Ann takes **A B C**")
	n.say("Ann", "set a a c") // a misspelled move
	n.say("Bob", "away")
	n.slash("Ann", "set", world.Opt("words", "a a b"))
	var after map[string]float64
	var text string
	more := func(names ...string) (sum float64) {
		for _, name := range names {
			sum += after[name] - before[name]
		}
		return sum
	}
	answered := func(method, route, status string) string {
		return `settable_rest_requests_total{method="` + method + `",route="` + route + `",status="` + status + `"}`
	}
	for what, names := range map[string][]string{
		"moves":    {`settable_moves_total{game="classic"}`},
		"refusals": {`settable_refusals_total{answer="refused",game="classic"}`},
		"commits":  {"settable_move_commit_seconds_count"},
		"sights":   {"settable_move_shown_seconds_count"},
		"events":   {"settable_gateway_events_total"},
		"answers": {answered("POST", "/interactions/{}/{}/callback", "204"),
			answered("POST", "/interactions/{}/{}/callback", "200")},
		"tables": {answered("PATCH", "/channels/{}/messages/{}", "200"),
			answered("POST", "/channels/{}/messages", "200")},
		"pictures": {`settable_pictures_total{way="spliced"}`, `settable_pictures_total{way="paletted"}`},
	} {
		require.Eventually(t, func() bool { after, text = scrape(t, m); return more(names...) > 0 },
			30*time.Second, time.Millisecond, what)
	}
	require.Less(t, after["settable_move_shown_seconds_sum"], 60*after["settable_move_shown_seconds_count"])

	// The metrics identify no user, server or channel.
	require.NotContains(t, text, n.sb.Token())
	require.NotContains(t, text, n.channel)
	for _, who := range []string{"Ann", "Bob", "card-night"} {
		require.NotContains(t, text, who)
	}
	require.Empty(t, idLabel.FindAllString(text, -1), "a label contains an id")
	n.stop()
	require.Equal(t, []string{"the gateway is stopped"}, health.NotReadyReasons())
}

// The metrics include the seats of away players and the messages that aren't moves.
func TestMetricsCountAwaySeats(t *testing.T) {
	m := meter.New()
	n := newBot(t, func(n *testBot, _ *sandbox.Options) { n.config.Meter = m })
	n.deal()
	n.slash("Ann", "away")
	require.Eventually(t, func() bool {
		now, _ := scrape(t, m)
		return now["settable_seats_away"] == 1
	}, 30*time.Second, time.Millisecond)
}
