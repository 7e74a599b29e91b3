package rest

import (
	"encoding/json"
	"net/http"
	"time"

	"settable/bot/discord"
)

// Each refusal counts towards a ban, and people may talk and play as often as they like: those of one
// channel, or of one server with many, would use up what the whole bot is forgiven. So what was refused is
// not tried again at once.
const (
	// deniedFor is how long nothing that anybody can bring about by talking is sent to where its like was
	// refused.
	deniedFor = 5 * time.Minute
	// triedAgain is the same for all other requests: people who play at a table bring them about.
	triedAgain = 5 * time.Second
	// mostDenied is how many buckets are remembered at most. The breaker opens before there are as many.
	mostDenied = 1024
)

// A denial is when requests of a bucket were refused last.
type denial struct {
	any  time.Time
	must time.Time // one that is not optional; zero: none was
}

// noteDenial notes whether Discord refused a request, or takes those of its bucket again.
func (l *limits) noteDenial(q request, status int, answer []byte, now time.Time) {
	switch {
	case q.bucket == "":
		return
	case status < 300:
		delete(l.denied, q.bucket)
		return
	case status != http.StatusForbidden:
		return
	}
	if len(l.denied) >= mostDenied {
		for name, d := range l.denied {
			if now.Sub(d.any) >= refusedIn {
				delete(l.denied, name)
			}
		}
	}
	var refusal struct{ Code int }
	name := q.bucket
	if json.Unmarshal(answer, &refusal) == nil && kinds[refusal.Code] == discord.ErrNoHistory {
		name = references(name) // a post without one is taken
	}
	d, known := l.denied[name]
	if !known && len(l.denied) >= mostDenied {
		return
	}
	if d.any = now; !q.optional {
		d.must = now
	}
	l.denied[name] = d
}

// forgive forgets that requests of a bucket were refused.
func (l *limits) forgive(bucket string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.denied, bucket)
}

// references is what the denials of references in posts of a bucket are remembered by.
func references(bucket string) string { return "references in " + bucket }

// mayNotRefer reports whether a post of the bucket that referred to a message was refused a moment ago.
func (l *limits) mayNotRefer(bucket string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Since(l.denied[references(bucket)].any) < deniedFor
}

// suppressed is the error of a request that is not sent, because its like was refused a moment ago. Once half
// of what the bot is forgiven is used up, the rest is for what people play by where nothing was refused.
func (l *limits) suppressed(q request) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	last, pause := l.denied[q.bucket].must, triedAgain
	if q.optional {
		last, pause = l.denied[q.bucket].any, deniedFor
	}
	halfSpent := q.bucket != "" && l.halfSpent(now)
	if halfSpent {
		pause = refusedIn
	}
	if now.Sub(last) >= pause && !(q.optional && halfSpent) {
		return nil
	}
	return &Error{What: q.what, Status: http.StatusForbidden, cause: discord.ErrMissingAccess,
		Text: "refused there a moment ago: not tried again for some time", unsent: true}
}
