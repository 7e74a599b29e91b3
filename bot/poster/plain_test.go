package poster

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// If Discord accepts text but no pictures in a channel, the poster shows a reopened table in words, but at most
// twice. As soon as Discord accepts pictures again, it shows the table with its picture.
func TestRefusedPictureIsRarelyRetried(t *testing.T) {
	drawInWords(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		var pictures, inWords atomic.Int64
		var takes atomic.Bool
		var p *Poster
		p = New(newParts(func(r *http.Request) (*http.Response, error) {
			time.Sleep(50 * time.Millisecond)
			status := 200
			if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart") {
				if pictures.Add(1); !takes.Load() {
					status = 413
				}
			} else {
				inWords.Add(1)
			}
			return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
				Body: io.NopCloser(strings.NewReader(`{"id":"1175928847299117063"}`))}, nil
		}, func(refusals int) {
			time.AfterFunc(time.Duration(refusals)*time.Minute, func() { _ = p.UseSlot(ctx) })
		}))
		p.Start(ctx, func() {})
		p.MarkReopened(false)
		p.Show(newScene(1), nil)
		time.Sleep(50 * time.Second)
		synctest.Wait()
		require.LessOrEqual(t, inWords.Load(), int64(2), "in words")
		require.LessOrEqual(t, pictures.Load(), int64(2))
		takes.Store(true)
		pictures.Store(0)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		require.EqualValues(t, 1, pictures.Load(), "the next message must have its picture again")
		require.LessOrEqual(t, inWords.Load(), int64(2))
	})
}
