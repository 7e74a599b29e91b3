package rest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
)

const (
	botToken   = "b0t.t0k3n.s3cr3t"
	pressToken = "aW50ZXJhY3Rpb246c2VjcmV0"
)

var ticket = discord.Ticket{ID: "71", Token: pressToken, Channel: 2}

type receivedRequest struct {
	method, path, kind, auth string
	body                     []byte
}

// A scriptedServer is an HTTP server that sends a fixed sequence of responses and then repeats the last one.
type scriptedServer struct {
	mu       sync.Mutex
	answers  []http.HandlerFunc
	received []receivedRequest
}

func (d *scriptedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	d.mu.Lock()
	d.received = append(d.received, receivedRequest{r.Method, r.URL.String(), r.Header.Get("Content-Type"),
		r.Header.Get("Authorization"), body})
	answer := d.answers[0]
	if len(d.answers) > 1 {
		d.answers = d.answers[1:]
	}
	d.mu.Unlock()
	answer(w, r)
}

func (d *scriptedServer) requests() []receivedRequest {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.received
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// quickTimings returns short timings for tests.
func quickTimings() timings {
	return timings{backoff: func(int) time.Duration { return time.Millisecond }, window: time.Nanosecond}
}

func newScriptedServer(t *testing.T, answers ...http.HandlerFunc) (*Client, *scriptedServer) {
	d := &scriptedServer{answers: answers}
	srv := httptest.NewServer(d)
	t.Cleanup(func() { srv.Close(); http.DefaultTransport.(*http.Transport).CloseIdleConnections() })
	to, err := url.Parse(srv.URL)
	require.NoError(t, err)
	r := New(Config{Token: botToken, HTTP: &http.Client{Transport: discordtest.Redirect{To: to}},
		PerSecond: 1_000_000,
		times:     quickTimings()})
	app := "5150"
	r.app.Store(&app)
	r.me.Store(&discord.UserRef{ID: 99})
	return r, d
}
