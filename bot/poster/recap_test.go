package poster

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/message"
	"settable/store/ids"
)

// A recapChannel records what a poster sends and what it stores.
type recapChannel struct {
	t       *testing.T
	asked   []string // requests such as "PATCH 1 with a picture"
	bodies  []string
	noted   []string // stored messages such as "2 below 1"
	deleted []ids.Message
	refuses func(method string) int // the status of the answer, with Discord's code; nil: 200
	poster  *Poster
	over    chan struct{}
}

func newRecapChannel(t *testing.T, change func(*Parts)) *recapChannel {
	c := &recapChannel{t: t, over: make(chan struct{})}
	posts := 0
	parts := newParts(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		where := "new"
		if r.Method == http.MethodPatch {
			where = r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		}
		what := r.Method + " " + where
		if strings.Contains(string(body), "table.png") {
			what += " with a picture"
		}
		c.asked, c.bodies = append(c.asked, what), append(c.bodies, string(body))
		status, answer := 200, `{"id":"`+where+`"}`
		if c.refuses != nil {
			if status = c.refuses(r.Method); status != 200 {
				answer = `{"code":50013,"message":"Missing Permissions"}`
			}
		}
		if status == 200 && r.Method == http.MethodPost {
			posts++
			answer = `{"id":"` + (ids.MessageAt(time.Now()) + ids.Message(posts)).String() + `"}`
		}
		return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
			Body: io.NopCloser(strings.NewReader(answer))}, nil
	}, func(int) {})
	parts.SaveShown = func(_ context.Context, _ int, post, kept ids.Message) error {
		c.noted = append(c.noted, post.String()+" below "+kept.String())
		return nil
	}
	parts.DeleteOld = func(_ context.Context, old ids.Message) { c.deleted = append(c.deleted, old) }
	if change != nil {
		change(&parts)
	}
	time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
	c.poster = New(parts)
	c.poster.Start(t.Context(), func() { close(c.over) })
	return c
}

// requests gives the poster time to work, and returns the requests that it has sent since the last call.
func (c *recapChannel) requests() []string {
	time.Sleep(10 * time.Second)
	synctest.Wait()
	asked := c.asked
	c.asked = nil
	return asked
}

// recap returns a scene that shows a recap, and the scene that follows it.
func recap(line int) (shown, next message.Scene) {
	shown, next = newScene(line), newScene(line+2)
	shown.View.Recap = true
	before := shown
	before.Past = true
	next.Before = &before
	return shown, next
}

// beforeRecap shows a scene and returns its message, with the recap and the scene that follow.
func (c *recapChannel) beforeRecap() (first ids.Message, shown, next message.Scene) {
	c.poster.Show(newScene(3), nil)
	require.Equal(c.t, []string{"POST new with a picture"}, c.requests())
	shown, next = recap(5)
	return c.poster.message, shown, next
}

// A recap stays in its message, which loses its buttons but keeps its picture. The table continues in a new message
// below; the recap's message is never edited again or deleted.
func TestRecapStays(t *testing.T) {
	drawInWords(t)
	synctest.Test(t, func(t *testing.T) {
		c := newRecapChannel(t, nil)
		first, shown, next := c.beforeRecap()
		c.poster.Show(shown, []string{"Ann wins."})
		require.Equal(t, []string{"PATCH " + first.String() + " with a picture"}, c.requests())
		c.poster.Show(next, []string{"Hand 2."})
		require.Equal(t, []string{"PATCH " + first.String(), "POST new with a picture"}, c.requests())
		require.Contains(t, c.bodies[2], "Ann wins.")
		require.Contains(t, c.bodies[2], `"components":[]`)
		require.NotContains(t, c.bodies[3], "Ann wins.")
		second := c.poster.message
		require.Equal(t, second.String()+" below "+first.String(), c.noted[len(c.noted)-1])
		next.Line++
		c.poster.Show(next, nil)
		require.Equal(t, []string{"PATCH " + second.String() + " with a picture"}, c.requests())
		require.Equal(t, second.String()+" below 0", c.noted[len(c.noted)-1])
		c.poster.Finish()
		<-c.over
		require.Empty(t, c.deleted)
	})
}

// If the next hand begins before Discord has accepted the recap, the poster still shows the recap with all its
// sentences, including those after a sentence that isn't about a line.
func TestRecapIsNotSkipped(t *testing.T) {
	drawInWords(t)
	synctest.Test(t, func(t *testing.T) {
		c := newRecapChannel(t, nil)
		first, shown, next := c.beforeRecap()
		c.poster.mu.Lock() // both arrive while the poster is busy
		c.poster.isRunning = true
		c.poster.mu.Unlock()
		c.poster.Say("One minute left.")
		c.poster.Show(shown, []string{"Ann wins."})
		c.poster.Show(next, []string{"Hand 2."})
		c.poster.mu.Lock()
		c.poster.isRunning = false
		c.poster.mu.Unlock()
		c.poster.Retry()
		require.Equal(t, []string{"PATCH " + first.String() + " with a picture", "POST new with a picture"}, c.requests())
		require.Contains(t, c.bodies[1], "Ann wins.")
		require.NotContains(t, c.bodies[1], "Hand 2.")
		require.Contains(t, c.bodies[2], "Hand 2.")
		require.NotContains(t, c.bodies[2], "Ann wins.")
		c.poster.Finish()
		<-c.over
	})
}

// In this test, Discord refuses the next hand's message. The recap stays as it is, whatever happens in that hand. The
// hand's message appears below the recap once Discord accepts it.
func TestRecapStaysWhileTheNextMessageIsRefused(t *testing.T) {
	drawInWords(t)
	synctest.Test(t, func(t *testing.T) {
		c := newRecapChannel(t, nil)
		first, shown, next := c.beforeRecap()
		c.poster.Show(shown, nil)
		c.requests()
		c.refuses = func(method string) int {
			if method == http.MethodPost {
				return http.StatusForbidden
			}
			return http.StatusOK
		}
		c.poster.Show(next, []string{"Hand 2."})
		require.Equal(t, "PATCH "+first.String(), c.requests()[0])
		next.Line++
		c.poster.Show(next, []string{"Bob bets."})
		require.NotContains(t, strings.Join(c.requests(), " "), "PATCH")
		c.refuses = nil
		c.poster.Retry()
		asked := strings.Join(c.requests(), " ")
		require.Contains(t, asked, "POST new with a picture")
		require.NotContains(t, asked, first.String())
		require.Contains(t, c.bodies[len(c.bodies)-1], "Hand 2.")
		require.Equal(t, c.poster.message.String()+" below "+first.String(), c.noted[len(c.noted)-1])
		c.poster.Finish()
		<-c.over
		require.Empty(t, c.deleted)
	})
}

// If the bot is restarted during the next hand, the last run's post becomes the recap if it never showed that hand.
// Otherwise it remains the table's message.
func TestRecapAfterARestart(t *testing.T) {
	drawInWords(t)
	const last ids.Message = 1175928847299117063
	for line, want := range map[int][]string{
		5: {"PATCH " + last.String() + " with a picture", "POST new with a picture"},
		6: {"POST new with a picture"}, // reopened tables get a new post
	} {
		synctest.Test(t, func(t *testing.T) {
			c := newRecapChannel(t, func(p *Parts) { p.LastPost, p.LastPostLine = last, line })
			c.poster.MarkReopened(true)
			_, next := recap(5)
			c.poster.Show(next, nil)
			require.NoError(t, c.poster.UseSlot(t.Context()))
			asked := c.requests()
			require.Equal(t, want, asked[:len(want)])
			c.poster.Finish()
			<-c.over
			if line == 5 {
				require.Empty(t, c.deleted)
			} else {
				require.Equal(t, []ids.Message{last}, c.deleted)
			}
		})
	}
}
