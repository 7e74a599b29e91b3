package delivery

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/rest"
)

// Close either waits until an optional message has been sent or prevents it from being sent. While Close is waiting,
// no new message is sent.
func TestStopWaitsForMessagesInProgress(t *testing.T) {
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			s := NewSender(t.Context(), nil, slog.New(slog.DiscardHandler))
			s.Note(discord.Ticket{}, "")
			time.Sleep(noteTime)
			s.Close()
			require.Zero(t, s.InFlight())
		})
	}
}

// transport answers requests with status 200 and records the bodies of all edits. It delays the first edit until the
// request is cancelled or a minute has passed.
type transport struct {
	mu    sync.Mutex
	edits []string
	held  bool
}

func (f *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	f.mu.Lock()
	first := req.Method == http.MethodPatch && !f.held
	f.held = f.held || first
	f.mu.Unlock()
	if first {
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(time.Minute):
		}
	}
	if req.Method == http.MethodPatch {
		f.mu.Lock()
		f.edits = append(f.edits, string(body))
		f.mu.Unlock()
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: req,
		Body: io.NopCloser(strings.NewReader(`{"id":"1"}`))}, nil
}

// A notice that a move is still being saved never replaces the answer, even if the notice takes long to send.
func TestNoticeOfSavingNeverReplacesTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &transport{}
		c := rest.New(rest.Config{HTTP: &http.Client{Transport: f}})
		s := NewSender(t.Context(), c, slog.New(slog.DiscardHandler))
		i := discord.Interaction{Ticket: discord.Ticket{ID: "2", Token: "t"}}
		s.Await(i, false)
		s.StillWriting(i.Ticket, "still saving")
		time.Sleep(100 * time.Millisecond)
		require.NoError(t, s.Answer(t.Context(), i.Ticket, discord.Message{Content: "done"}, true))
		time.Sleep(2 * time.Minute)
		s.Close()
		require.NotEmpty(t, f.edits)
		require.Contains(t, f.edits[len(f.edits)-1], "done")
	})
}
