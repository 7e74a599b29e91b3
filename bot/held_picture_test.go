package bot

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A claim is judged by what the player could see. While Discord delays the picture that no longer shows the claimed
// cards, the claim counts as late, however late it is. Once the new picture has been visible for the grace period,
// the claim is wrong. This also holds after a restart.
func TestClaimIsLateWhileThePictureIsDelayed(t *testing.T) {
	for name, c := range map[string]struct {
		held    time.Duration // how long Discord delays the picture
		shown   bool          // the claim waits for the picture
		after   time.Duration // and after that, or after the cards were taken, for this long
		restart bool
		late    bool
	}{
		"shown at once":         {after: 4 * time.Second},
		"delayed":               {held: 5 * time.Second, after: 4 * time.Second, late: true},
		"delayed for long":      {held: 45 * time.Second, after: 40 * time.Second, late: true},
		"shown a moment ago":    {held: 5 * time.Second, shown: true, after: time.Second, late: true},
		"shown some time ago":   {held: 5 * time.Second, shown: true, after: 3 * time.Second},
		"shown, then a restart": {after: 4 * time.Second, restart: true},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.opens("classic", nil)
				q.settle()
				set, begun, shown := q.set(), time.Now(), make(chan struct{})
				from := begun // the claim comes c.after later
				show := sync.OnceFunc(func() { close(shown) })
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					switch {
					case method == http.MethodGet || !strings.HasPrefix(path, "channels/"):
					case time.Since(begun) < c.held:
						return &requestFault{status: 503}
					default:
						show()
					}
					return nil
				})
				q.wire.send(q.write(q.ann, set))
				if c.restart {
					time.Sleep(time.Second)
					q.stop()
					q.restart()
				}
				if c.shown {
					<-shown
					from = time.Now()
				}
				time.Sleep(c.after - time.Since(from))
				q.wire.send(q.write(q.bob, set))
				q.wait(time.Minute)
				played := strings.Count(strings.Join(q.words(), "\n"), set)
				require.Equal(t, map[bool]int{true: 1, false: 2}[c.late], played, "%q", q.words())
			})
		})
	}
}
