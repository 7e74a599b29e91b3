package poster

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/games"
	"settable/render"
	"settable/render/words"
	"settable/store/ids"
)

// drawInWords replaces pictures with text, which makes tests faster.
func drawInWords(t *testing.T) {
	message.AppendPicture = func([]byte, games.View, render.Style, *words.Language) ([]byte, error) {
		return []byte("picture"), nil
	}
	t.Cleanup(func() { message.AppendPicture = render.Append })
}

// newParts returns the dependencies of a poster that sends its requests through the given transport.
func newParts(far roundTrip, queue func(refusals int)) Parts {
	return Parts{
		Discord: rest.New(rest.Config{Token: "x", HTTP: &http.Client{Transport: far}}),
		Log:     slog.New(slog.DiscardHandler), Channel: 1, Table: 1, Faults: &discord.FaultLog{},
		ReportTrouble: func(Trouble, error) {}, RequestSlot: queue,
		SaveShown: func(context.Context, int, ids.Message, ids.Message) error { return nil },
		DeleteOld: func(context.Context, ids.Message) {},
	}
}

var english = func() *words.Language {
	catalogues, err := words.New(nil, nil, message.Words)
	if err != nil {
		panic(err)
	}
	return catalogues.In("en")
}()

// newScene returns a scene with one player and the given number of lines.
func newScene(line int) message.Scene {
	return message.Scene{
		Line: line, View: games.View{Phase: games.Playing, Seats: []games.SeatView{{Seat: 1}}}, Lang: english,
		Name: func(games.Seat) string { return "Ann" }, Sign: message.ID.String,
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// If the program ends just as Discord accepts a post, the poster still records the message, and the next run doesn't
// post it again. The same holds for a post that may already exist.
func TestAcceptedPostIsRecordedOnStop(t *testing.T) {
	drawInWords(t)
	for name, unknown := range map[string]bool{"a new post": false, "a post that may already exist": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, leave := context.WithCancel(t.Context())
				far := func(r *http.Request) (*http.Response, error) {
					if r.Context().Err() != nil {
						return nil, r.Context().Err()
					}
					body := &ending{strings.NewReader(`{"id":"1175928847299117063"}`), leave}
					return &http.Response{StatusCode: 200, Header: http.Header{}, Request: r, Body: io.NopCloser(body)}, nil
				}
				var noted []ids.Message
				all := newParts(far, func(int) {})
				all.SaveShown = func(ctx context.Context, _ int, post, _ ids.Message) error {
					if ctx.Err() == nil {
						noted = append(noted, post)
					}
					return ctx.Err()
				}
				p := New(all)
				p.outcomeUnknown = unknown
				p.Show(newScene(1), nil)
				done := make(chan struct{})
				p.Start(ctx, func() { close(done) })
				<-done
				require.Equal(t, []ids.Message{1175928847299117063}, noted)
			})
		})
	}
}

// An ending is a response body that ends the program once it has been read.
type ending struct {
	io.Reader
	leave func()
}

func (e *ending) Read(b []byte) (int, error) {
	n, err := e.Reader.Read(b)
	if err == io.EOF {
		e.leave()
	}
	return n, err
}

// Sentences that don't fit into the first message must survive a restart, so the poster doesn't record their lines as
// shown. In this test, the first sentence that doesn't fit isn't about a line.
func TestWaitingSentencesAreNotRecordedAsShown(t *testing.T) {
	drawInWords(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		var recorded []int
		all := newParts(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Header: http.Header{}, Request: r,
				Body: io.NopCloser(strings.NewReader(`{"id":"1175928847299117063"}`))}, nil
		}, func(int) {})
		all.SaveShown = func(_ context.Context, line int, _, _ ids.Message) error {
			recorded = append(recorded, line)
			return nil
		}
		long := strings.Repeat("x", message.SentenceSize)
		p := New(all)
		p.Show(newScene(1), []string{long})
		p.Say(long)
		p.Show(newScene(2), []string{long})
		p.Say(long)
		p.Show(newScene(3), []string{long})
		p.Start(ctx, func() {})
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Equal(t, []int{1, 1, 2, 2, 3}, recorded)
	})
}
