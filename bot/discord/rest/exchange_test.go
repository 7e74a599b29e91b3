package rest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store/ids"
)

// lateReader is a transport that responds immediately, and reads and collects the request bodies later, as
// http.RoundTripper allows.
type lateReader struct {
	mu      sync.Mutex
	bodies  []string
	reading sync.WaitGroup
}

func (l *lateReader) RoundTrip(req *http.Request) (*http.Response, error) {
	trace := httptrace.ContextClientTrace(req.Context())
	trace.GotConn(httptrace.GotConnInfo{})
	l.reading.Go(func() {
		time.Sleep(time.Millisecond)
		body, err := io.ReadAll(req.Body)
		req.Body.Close()
		trace.WroteRequest(httptrace.WroteRequestInfo{Err: err})
		l.mu.Lock()
		defer l.mu.Unlock()
		l.bodies = append(l.bodies, string(body))
	})
	return &http.Response{StatusCode: 200, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(`{"id":"8"}`)), Request: req}, nil
}

func TestBodyInUseIsNotOverwritten(t *testing.T) {
	late := &lateReader{}
	r := New(Config{Token: botToken, HTTP: &http.Client{Transport: late}, PerSecond: 1_000_000})
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 20 {
				mark := fmt.Sprintf("%d.%d ", n, i)
				m := discord.Message{Content: mark, Files: []discord.File{{Name: "table.png",
					Content: []byte(strings.Repeat(mark, 2000))}}}
				_, err := r.Post(t.Context(), ids.Channel(100*n+i+1), m)
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	late.reading.Wait()
	require.Len(t, late.bodies, 160)
	for _, body := range late.bodies {
		_, mark, _ := strings.Cut(body, `"content":"`)
		mark, _, _ = strings.Cut(mark, `"`)
		require.Equal(t, 2000, strings.Count(body, mark)-1, "a body with %q also contains another request's text", mark)
	}
}

func TestExchangeIsReused(t *testing.T) {
	for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
		srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			io.WriteString(w, `{"id":"8"}`)
		}))
		srv.EnableHTTP2 = protocol == "HTTP/2.0"
		srv.StartTLS()
		defer srv.Close()
		r := New(Config{Token: botToken, HTTP: srv.Client()})
		for range 3 {
			x := &exchange{}
			x.watch()
			kind, err := encode(&x.body, request{body: newBody(discord.Message{Content: "x"}),
				files: []discord.File{{Name: "table.png", Content: bytes.Repeat([]byte{1}, 20000)}}})
			require.NoError(t, err)
			resp, err := r.send(t.Context(), request{method: http.MethodPost, url: srv.URL}, kind, x)
			require.NoError(t, err)
			require.Equal(t, protocol, resp.Proto)
			require.Equal(t, `{"id":"8"}`, x.answer.String())
			require.Eventually(t, x.bodyRead, time.Second, time.Millisecond)
		}
	}
}

func TestRepeatedRequestKeepsItsBuffer(t *testing.T) {
	x := &exchange{}
	x.watch()
	x.gate = &gate{may: func() error { return nil }}
	x.trace.GotConn(httptrace.GotConnInfo{})
	require.False(t, x.bodyRead())
	x.trace.WroteRequest(httptrace.WroteRequestInfo{Err: io.ErrUnexpectedEOF})
	require.False(t, x.bodyRead())
	x.trace.GotConn(httptrace.GotConnInfo{})
	x.trace.WroteRequest(httptrace.WroteRequestInfo{})
	require.False(t, x.bodyRead(), "the first connection may still read the body")
}
