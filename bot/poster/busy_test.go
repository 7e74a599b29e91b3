package poster

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord/rest"
	"settable/games"
	"settable/store/ids"
)

// A strictDiscord accepts five messages in five seconds per channel and fifty requests a second in total. It counts the
// requests beyond these limits.
type strictDiscord struct {
	mu       sync.Mutex
	windows  map[string]*limitWindow
	refused  int
	requests int
	shown    map[string][]showing // by channel
}

type limitWindow struct {
	left int
	ends time.Time
}

type showing struct {
	line int
	at   time.Time
}

func (d *strictDiscord) take(name string, most int, per time.Duration) (left int, after time.Duration) {
	now := time.Now()
	w := d.windows[name]
	if w == nil || !now.Before(w.ends) {
		w = &limitWindow{left: most, ends: now.Add(per)}
		d.windows[name] = w
	}
	w.left--
	return w.left, w.ends.Sub(now)
}

// lineShown matches the number of the newest line in a table's message in these tests.
var lineShown = regexp.MustCompile(`line (\d+) of a table`)

func (d *strictDiscord) RoundTrip(req *http.Request) (*http.Response, error) {
	time.Sleep(20 * time.Millisecond)
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	h := http.Header{}
	channel := strings.Split(req.URL.Path, "/")[4]
	left, after := d.take(req.Method+channel, 5, 5*time.Second)
	over, _ := d.take("", 50, time.Second)
	h.Set("X-RateLimit-Limit", "5")
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, left)))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", after.Seconds()))
	status := 200
	d.requests++
	if left < 0 || over < 0 {
		status = 429
		d.refused++
	} else if found := lineShown.FindSubmatch(body); found != nil {
		n, _ := strconv.Atoi(string(found[1]))
		d.shown[channel] = append(d.shown[channel], showing{n, time.Now()})
	}
	d.mu.Unlock()
	time.Sleep(10 * time.Millisecond)
	return &http.Response{StatusCode: status, Header: h, Request: req,
		Body: io.NopCloser(strings.NewReader(`{"id":"1175928847299117063"}`))}, nil
}

// The bot never provokes a 429, and the last picture shows the newest state. Every change is shown within 1.2 times the
// delay that Discord's limits impose: one second for every fifty tables, but at least one second.
func TestBusyTablesAreShownWithinTheLimits(t *testing.T) {
	drawInWords(t)
	for name, c := range map[string]struct {
		tables int
		every  time.Duration // between two changes of a table
		typed  bool          // every change is a message below the table
	}{
		"one table, pressed":   {1, 100 * time.Millisecond, false},
		"one table, typed":     {1, 130 * time.Millisecond, true},
		"some tables, pressed": {20, 300 * time.Millisecond, false},
		"some tables, typed":   {20, 300 * time.Millisecond, true},
		"many tables, pressed": {200, 500 * time.Millisecond, false},
		"many tables, typed":   {200, 700 * time.Millisecond, true},
		"many tables, slow":    {200, 6 * time.Second, true},
		"a table now and then": {1, 1300 * time.Millisecond, false},
		"sixty tables, typed":  {60, 350 * time.Millisecond, true},
	} {
		t.Run(name, func(t *testing.T) {
			bound := max(time.Second, time.Duration(c.tables)*time.Second/50)
			d, worst := busyTables(t, c.tables, c.every, c.typed)
			require.Zero(t, d.refused, "of %d requests", d.requests)
			require.Less(t, worst, bound*12/10)
			t.Logf("%d requests; the oldest unseen change was %v old (limits leave %v)", d.requests, worst, bound)
		})
	}
}

// busyTables shows the given number of constantly changing tables for twenty seconds. It returns the longest time
// until a change was shown.
func busyTables(t *testing.T, tables int, every time.Duration, typed bool) (d *strictDiscord, worst time.Duration) {
	const long = 20 * time.Second
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
		d = &strictDiscord{windows: map[string]*limitWindow{}, shown: map[string][]showing{}}
		far := rest.New(rest.Config{Token: "x", HTTP: &http.Client{Transport: d}})
		var posters sync.WaitGroup
		changes := make([][]time.Time, tables) // when line n+1 was written
		for i := range tables {
			parts := newParts(nil, nil)
			parts.Discord, parts.Channel, parts.Table = far, ids.Channel(i+1), int64(i+1)
			p := New(parts)
			posters.Add(1)
			p.Start(t.Context(), posters.Done)
			go func() {
				time.Sleep(every * time.Duration(i) / time.Duration(tables))
				for begun := time.Now(); time.Since(begun) < long; time.Sleep(every) {
					if typed {
						p.CountMessage(1)
					}
					changes[i] = append(changes[i], time.Now())
					line := len(changes[i])
					scene := newScene(line)
					scene.Name = func(games.Seat) string { return fmt.Sprintf("line %d of a table", line) }
					p.Show(scene, []string{fmt.Sprintf("Something happened at %d.", line)})
				}
				p.Finish()
			}()
		}
		posters.Wait()
		d.mu.Lock()
		defer d.mu.Unlock()
		for i, list := range changes {
			shown := d.shown[strconv.Itoa(i+1)]
			require.NotEmpty(t, shown)
			require.Equal(t, len(list), shown[len(shown)-1].line, "the last picture does not show the newest line")
			for line, at := range list {
				for len(shown) > 0 && shown[0].line <= line {
					shown = shown[1:]
				}
				worst = max(worst, shown[0].at.Sub(at))
			}
		}
	})
	return d, worst
}
