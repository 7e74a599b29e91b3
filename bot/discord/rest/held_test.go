package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/store/ids"
)

// recordingDiscord simulates Discord in memory: it accepts all requests and records them.
type recordingDiscord struct {
	mu  sync.Mutex
	all []string
}

func (a *recordingDiscord) requests() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.all)
}

func (a *recordingDiscord) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return nil, err
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, r.Method)
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"7"}`))},
		nil
}

var errNoLease = errors.New("no lease")

// A lease says which requests may be sent.
type lease struct{ post, answer atomic.Bool }

func (l *lease) check(answer bool) error {
	if answer && l.answer.Load() || !answer && l.post.Load() {
		return nil
	}
	return errNoLease
}

// newLeasedClient returns a client that sends what the lease allows.
func newLeasedClient(l *lease, log *strings.Builder) (*Client, *recordingDiscord) {
	a := &recordingDiscord{}
	r := New(Config{Token: botToken, HTTP: &http.Client{Transport: a}, May: l.check,
		Log: slog.New(slog.NewTextHandler(log, nil))})
	app := "5150"
	r.app.Store(&app)
	return r, a
}

// A request that isn't allowed has to wait. Until the lease allows it, the request isn't sent and doesn't count as an
// attempt, and the log reports it once a minute. After that, it is sent immediately.
func TestHeldRequestsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		l := &lease{}
		l.answer.Store(true)
		r, a := newLeasedClient(l, &log)
		done := make(chan error, 1)
		go func() {
			_, err := r.Post(t.Context(), 1, discord.Message{Content: "x"})
			done <- err
		}()
		time.Sleep(50 * time.Second)
		synctest.Wait()
		require.Empty(t, a.requests())
		require.Equal(t, 1, strings.Count(log.String(), "holding back"), log.String())
		begun := time.Now()
		l.post.Store(true)
		require.NoError(t, <-done)
		require.LessOrEqual(t, time.Since(begun), heldFor)
		require.Equal(t, []string{"POST"}, a.requests())
		c := r.Counts()
		require.Equal(t, []uint64{1, 0}, []uint64{c.requests(), c.Retries})
	})
}

// Held requests for ten channels don't slow down requests for other channels.
func TestHeldRequestsDoNotDelayOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		r, _ := newLeasedClient(&lease{}, &log)
		ctx, cancel := context.WithCancel(t.Context())
		for n := range 10 {
			go r.Post(ctx, ids.Channel(n+1), discord.Message{Content: "x"})
		}
		time.Sleep(20 * time.Second)
		require.InDelta(t, burst, r.limits.overall.Tokens(), 0.01)
		cancel()
	})
}

// A held request ends when its context ends, and its error gives the reason.
func TestHeldRequestEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		r, a := newLeasedClient(&lease{}, &log)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		begun := time.Now()
		err := r.Edit(ctx, 1, 2, discord.Message{Content: "x"})
		require.ErrorIs(t, err, errNoLease)
		require.Equal(t, time.Minute, time.Since(begun))
		require.Empty(t, a.requests())
		require.Zero(t, r.Counts().requests())
	})
}

// Answers depend on a separate lease. Requests that only read need no lease.
func TestAnswersHaveTheirOwnLease(t *testing.T) {
	short := func(t *testing.T) context.Context {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		t.Cleanup(cancel)
		return ctx
	}
	m := discord.Message{Content: "x"}
	answers := map[string]func(context.Context, *Client) error{
		"answer": func(ctx context.Context, r *Client) error { return r.Answer(ctx, ticket, m, true) },
		"update": func(ctx context.Context, r *Client) error { return r.Update(ctx, ticket, m) },
		"defer":  func(ctx context.Context, r *Client) error { return r.Defer(ctx, ticket, true) },
		"modal": func(ctx context.Context, r *Client) error {
			return r.OpenModal(ctx, ticket, discord.Modal{CustomID: "f", Title: "F",
				Fields: []discord.Field{{ID: "a", Label: "A"}}})
		},
		"choices": func(ctx context.Context, r *Client) error { return r.Choices(ctx, ticket, nil) },
		"edit":    func(ctx context.Context, r *Client) error { return r.EditAnswer(ctx, ticket, m) },
		"delete":  func(ctx context.Context, r *Client) error { return r.DeleteAnswer(ctx, ticket) },
		"me":      func(ctx context.Context, r *Client) error { _, err := r.Me(ctx); return err },
		"starts":  func(ctx context.Context, r *Client) error { _, err := r.Starts(ctx); return err },
	}
	others := map[string]func(context.Context, *Client) error{
		"post":   func(ctx context.Context, r *Client) error { _, err := r.Post(ctx, 1, m); return err },
		"edit":   func(ctx context.Context, r *Client) error { return r.Edit(ctx, 1, 2, m) },
		"delete": func(ctx context.Context, r *Client) error { return r.Delete(ctx, 1, 2) },
		"react":  func(ctx context.Context, r *Client) error { return r.React(ctx, 1, 2, "x") },
		"unschedule": func(ctx context.Context, r *Client) error {
			return Calendar{r, 1}.Unschedule(ctx, 2)
		},
	}
	for _, c := range []struct {
		answers   bool
		may, cant map[string]func(context.Context, *Client) error
	}{{true, answers, others}, {false, others, answers}} {
		sends := &lease{}
		sends.answer.Store(c.answers)
		sends.post.Store(!c.answers)
		for name, send := range c.may {
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				r, a := newLeasedClient(sends, &log)
				require.NoError(t, send(short(t), r), name)
				require.NotEmpty(t, a.requests(), name)
			})
		}
		for name, send := range c.cant {
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				r, a := newLeasedClient(sends, &log)
				require.ErrorIs(t, send(short(t), r), errNoLease, name)
				require.Empty(t, a.requests(), name)
			})
		}
	}
}

// A request isn't sent if the lease is lost while it waits for its turn, its picture or a connection.
func TestLeaseLostWhileARequestWaits(t *testing.T) {
	t.Run("for its turn", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var log strings.Builder
			l := &lease{}
			l.post.Store(true)
			r, a := newLeasedClient(l, &log)
			r.limits.hold(time.Now().Add(time.Second))
			time.AfterFunc(500*time.Millisecond, func() { l.post.Store(false) })
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, err := r.Post(ctx, 1, discord.Message{Content: "x"})
			require.ErrorIs(t, err, errNoLease)
			require.Empty(t, a.requests())
		})
	})
	for version := 1; version <= 2; version++ {
		t.Run(fmt.Sprint("for a connection of HTTP/", version), func(t *testing.T) {
			testLeaseLostWhileDialling(t, version)
		})
	}
}

func testLeaseLostWhileDialling(t *testing.T, version int) {
	var lost atomic.Bool
	var came, bytes atomic.Int64
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		came.Add(1)
		require.Equal(t, version, r.ProtoMajor)
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"id":"7"}`)
	}))
	if version == 2 {
		srv.EnableHTTP2 = true
		srv.StartTLS()
	} else {
		srv.Start()
	}
	defer srv.Close()
	to, err := url.Parse(srv.URL)
	require.NoError(t, err)
	transport := srv.Client().Transport.(*http.Transport)
	transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		lost.Store(true)
		c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		return &countingWriter{c, &bytes}, err
	}
	t.Cleanup(transport.CloseIdleConnections)
	r := New(Config{Token: botToken, HTTP: &http.Client{Transport: discordtest.Redirect{To: to, By: transport}},
		May: func(bool) error {
			if lost.Load() {
				return errNoLease
			}
			return nil
		}})
	ctx, cancel := context.WithTimeout(t.Context(), 2*heldFor)
	defer cancel()
	_, err = r.Post(ctx, 1, discord.Message{Content: "x"})
	require.ErrorIs(t, err, errNoLease)
	require.True(t, lost.Load())
	require.Zero(t, came.Load())
	require.True(t, version == 2 || bytes.Load() == 0, "nothing may be sent")
	transport.DialContext = nil
	lost.Store(false)
	id, err := r.Post(t.Context(), 1, discord.Message{Content: "x"})
	require.NoError(t, err)
	require.EqualValues(t, 7, id)
}

type countingWriter struct {
	net.Conn
	bytes *atomic.Int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	return c.Conn.Write(p)
}
