package rest

import (
	"encoding/json"
	"net/http"
	"time"

	"settable/bot/discord"
)

// Each refusal counts towards a ban, but users can talk and play as often as they like. Refusals in one channel, or on
// one server with many channels, could use up the bot's whole allowance. Therefore the bot does not repeat refused
// requests immediately.
const (
	// deniedFor is how long optional requests (reactions, replies) are suppressed in a channel after a refusal.
	deniedFor = 5 * time.Minute
	// retryAfterDenial is how long requests that aren't optional are suppressed. These are caused by players at a
	// table.
	retryAfterDenial = 5 * time.Second
	// maxDenied is the maximum number of remembered buckets. The breaker opens before that many buckets are denied.
	maxDenied = 1024
)

// A denial records when requests of a bucket were last refused.
type denial struct {
	any  time.Time
	must time.Time // the last refusal of a request that isn't optional; zero: none
}

// noteDenial records that Discord refused a request, or that it now accepts requests of that bucket again.
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
	if len(l.denied) >= maxDenied {
		for name, d := range l.denied {
			if now.Sub(d.any) >= refusedIn {
				delete(l.denied, name)
			}
		}
	}
	var refusal struct{ Code int }
	name := q.bucket
	if json.Unmarshal(answer, &refusal) == nil && kinds[refusal.Code] == discord.ErrNoHistory {
		name = references(name) // Discord accepts a post without a reference
	}
	d, known := l.denied[name]
	if !known && len(l.denied) >= maxDenied {
		return
	}
	if d.any = now; !q.optional {
		d.must = now
	}
	l.denied[name] = d
}

func (l *limits) forgive(bucket string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.denied, bucket)
}

// references returns the key for denials of posts with references.
func references(bucket string) string { return "references in " + bucket }

// mayNotRefer reports whether a post of the bucket was refused a moment ago because it referred to a message.
func (l *limits) mayNotRefer(bucket string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Since(l.denied[references(bucket)].any) < deniedFor
}

// checkSuppressed returns an error if a request must not be sent because a similar one was refused a moment ago. Once
// half of the tolerated refusals are used up, the other half is reserved for moves in channels without refusals.
func (l *limits) checkSuppressed(q request) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	last, pause := l.denied[q.bucket].must, retryAfterDenial
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
		Text: "not sent, because a similar request was refused there a moment ago", unsent: true}
}
