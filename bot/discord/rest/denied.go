package rest

import (
	"net/http"
	"time"

	"settable/bot/discord"
)

const (
	// deniedFor is how long nothing that anybody can bring about by talking is sent to where its like was
	// refused. Each refusal counts towards a ban, and people may talk as often as they like: those of one
	// channel would use up what the whole bot is forgiven.
	deniedFor = 5 * time.Minute
	// mostDenied is how many buckets are remembered at most. The breaker opens before there are as many.
	mostDenied = 1024
)

// noteDenial notes whether Discord refused a request of a bucket, or takes them again.
func (l *limits) noteDenial(bucket string, status int, now time.Time) {
	switch {
	case bucket == "":
		return
	case status < 300:
		delete(l.denied, bucket)
		return
	case status != http.StatusForbidden:
		return
	}
	if len(l.denied) >= mostDenied {
		for name, until := range l.denied {
			if until.Before(now) {
				delete(l.denied, name)
			}
		}
	}
	if len(l.denied) < mostDenied {
		l.denied[bucket] = now.Add(deniedFor)
	}
}

// spared is the error of a request that is not sent, because its like was refused a moment ago.
func (l *limits) spared(q request) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !q.sparing || !time.Now().Before(l.denied[q.bucket]) {
		return nil
	}
	return &Error{What: q.what, Status: http.StatusForbidden, cause: discord.ErrMissingAccess,
		Text: "refused there a moment ago: not tried again for some minutes"}
}
