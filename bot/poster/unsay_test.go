package poster

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

// If a player's data is deleted while a message that names them is being sent, and Discord refuses that message, the
// next attempt omits the sentence with the name.
func TestForgettingDuringASend(t *testing.T) {
	drawInWords(t)
	synctest.Test(t, func(t *testing.T) {
		var sent []string
		refusal := make(chan int)
		far := func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			sent = append(sent, string(body))
			status := http.StatusOK
			if len(sent) == 1 {
				status = <-refusal
			}
			return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
				Body: io.NopCloser(strings.NewReader(`{"id":"1175928847299117063","code":200000}`))}, nil
		}
		p := New(newParts(far, func(int) {}))
		done := make(chan struct{})
		p.Start(t.Context(), func() { close(done) })
		p.Show(newScene(1), []string{"Cid sits down.", "Dee sits down."})
		synctest.Wait()
		require.Contains(t, sent[0], "Cid sits down.")
		p.RemoveSentences("Cid")
		refusal <- http.StatusBadRequest
		synctest.Wait()
		p.Show(newScene(2), nil)
		require.NoError(t, p.UseSlot(t.Context()))
		synctest.Wait()
		require.Contains(t, sent[1], "Dee sits down.")
		for _, s := range sent[1:] {
			require.NotContains(t, s, "Cid")
		}
		p.Finish()
		<-done
	})
}
