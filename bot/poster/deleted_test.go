package poster

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"settable/store/ids"
)

var nonceIn = regexp.MustCompile(`"nonce":"([^"]+)"`)

// Discord refuses a post with the nonce of a deleted message. The poster then uses another nonce, which is the same
// after a restart, and deletes the old post. If Discord accepts none of the nonces, the poster stops retrying for
// now.
func TestPostDeletedBeforeItWasKnown(t *testing.T) {
	drawInWords(t)
	const old, posted ids.Message = 1175928847299117063, 1175928847299117064
	shown := func(t *testing.T, takes func(nth int) bool) (nonces, taken []string, waits int) {
		synctest.Test(t, func(t *testing.T) {
			all := newParts(func(r *http.Request) (*http.Response, error) {
				if r.Method == http.MethodDelete {
					taken = append(taken, r.URL.Path)
				}
				status, answer := 200, `{"id":"`+posted.String()+`"}`
				if r.Method == http.MethodPost {
					body, err := io.ReadAll(r.Body)
					require.NoError(t, err)
					nonces = append(nonces, nonceIn.FindStringSubmatch(string(body))[1])
					if !takes(len(nonces)) && len(nonces) < 20 {
						status, answer = 404, `{"code":10008,"message":"Unknown Message"}`
					}
				}
				return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
					Body: io.NopCloser(strings.NewReader(answer))}, nil
			}, func(refusals int) { waits += refusals })
			all.LastPost = old
			all.DeleteOld = func(_ context.Context, id ids.Message) { taken = append(taken, id.String()) }
			p := New(all)
			done := make(chan struct{})
			p.Start(t.Context(), func() { close(done) })
			p.ShowAnew(newScene(1))
			p.Finish()
			<-done
		})
		return nonces, taken, waits
	}
	nonces, taken, waits := shown(t, func(nth int) bool { return nth == 2 })
	require.Len(t, nonces, 2)
	require.NotEqual(t, nonces[0], nonces[1])
	require.Equal(t, []string{old.String()}, taken)
	require.Zero(t, waits)
	again, _, _ := shown(t, func(nth int) bool { return nth == 2 })
	require.Equal(t, nonces, again)
	nonces, _, waits = shown(t, func(int) bool { return false })
	require.Less(t, len(nonces), 5)
	require.Equal(t, 1, waits)
}
