package poster

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store/ids"
)

// The previous run may have posted the end of the game without recording that. The next run therefore posts it with
// the same nonce, deletes the old post and doesn't edit the end. If the end changes later, the poster edits its
// message, even if there are newer messages in the channel.
func TestEndIsPostedOnce(t *testing.T) {
	drawInWords(t)
	synctest.Test(t, func(t *testing.T) {
		const first, second ids.Message = 1175928847299117063, 1175928847299117064
		var asked []string
		all := newParts(func(r *http.Request) (*http.Response, error) {
			asked = append(asked, r.Method+" "+r.URL.Path[strings.Index(r.URL.Path, "messages"):])
			return &http.Response{StatusCode: 200, Header: http.Header{}, Request: r,
				Body: io.NopCloser(strings.NewReader(`{"id":"` + second.String() + `"}`))}, nil
		}, func(int) {})
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
		all.LastPost = ids.MessageAt(time.Now())
		all.DeleteOld = func(_ context.Context, old ids.Message) {
			asked = append(asked, "DELETE messages/"+old.String())
		}
		p := New(all)
		done := make(chan struct{})
		p.Start(t.Context(), func() { close(done) })
		p.MarkReopened(false)
		end := newScene(7)
		end.View.Phase = games.Finished
		p.Show(end, nil)
		require.NoError(t, p.UseSlot(t.Context()))
		synctest.Wait()
		require.Equal(t, []string{
			"POST messages", "PATCH messages/" + second.String(), "DELETE messages/" + all.LastPost.String(),
		}, asked)
		asked = nil
		p.CountMessage(first)
		p.Say("Ann leaves.")
		p.Finish()
		<-done
		require.Equal(t, []string{"PATCH messages/" + second.String()}, slices.Compact(asked))
	})
}
