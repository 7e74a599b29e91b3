package rest

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// limits keeps the bot within Discord's rate limits. It obeys the buckets that the response headers describe (or the
// documented limits if a proxy strips the headers) and the Pace that all clients share. Every wait ends when its
// context ends.
type limits struct {
	*Pace
	window time.Duration // the window in which a channel is assumed to accept assumedLimit messages

	mu      sync.Mutex
	lanes   map[string]*lane
	buckets map[string]bucket
	sweepAt int                       // the number of buckets at which old ones are dropped
	plain   map[string]time.Time      // lanes that refuse pictures, with the time until which none are sent there
	unnamed map[ids.Channel]time.Time // channels that refuse players' names, with the time until which none are sent there
	denied  map[string]denial         // the buckets with refused requests; see checkSuppressed
}

// A bucket holds the rate limit of a route, according to the last response.
type bucket struct {
	remaining int
	reset     time.Time
	next      time.Time // a paced request is not sent before this time
	assumed   bool      // no answer in this window had rate-limit headers
}

// assumedLimit is approximately the number of messages that Discord accepts per channel in five seconds
// (timings.window). It applies until a response has rate-limit headers, which a proxy might strip.
const assumedLimit = 5

// leastBuckets is the minimum number of buckets before old ones are dropped.
const leastBuckets = 64

func newLimits(c Config) *limits {
	return &limits{
		Pace:    c.Pace,
		window:  c.times.window,
		lanes:   map[string]*lane{},
		buckets: map[string]bucket{},
		sweepAt: leastBuckets,
		plain:   map[string]time.Time{},
		unnamed: map[ids.Channel]time.Time{},
		denied:  map[string]denial{},
	}
}

// longWait is the longest time that a message waits for a rate limit. If Discord asks for a longer pause, the request
// fails instead. Players then learn why they don't see a message, and the table's clock stops.
const longWait = 10 * time.Second

// waitsTooLong reports whether a request fails instead of waiting for d. That applies to requests with a lane, which
// concern messages.
func (q request) waitsTooLong(d time.Duration) bool { return q.lane != "" && d > longWait }

// wait waits until the limits allow the request. If that takes too long, the error is discord.ErrLimited.
func (l *limits) wait(ctx context.Context, q request) error {
	for {
		d, err := l.delay(q)
		if err != nil {
			return err
		}
		if d <= 0 {
			break
		}
		if q.waitsTooLong(d) {
			return discord.ErrLimited
		}
		if err := discord.Sleep(ctx, d); err != nil {
			return err
		}
	}
	if q.exempt {
		return ctx.Err()
	}
	return l.overall.Wait(ctx)
}

// delay returns how long the request still has to wait. If it returns 0, the request has taken its place in the bucket.
func (l *limits) delay(q request) (time.Duration, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if d, err := l.sharedDelay(now, q.exempt); err != nil || d > 0 {
		return d, err
	}
	b, ok := l.buckets[q.bucket]
	if ok && !b.reset.After(now) {
		delete(l.buckets, q.bucket)
		ok = false
	}
	switch {
	case !ok && q.lane != "" && q.bucket != "": // only requests about messages in a channel have a lane
		l.setBucket(q.bucket, bucket{remaining: assumedLimit - 1, reset: now.Add(l.window), assumed: true}, now)
		return 0, nil
	case !ok:
		return 0, nil
	case b.remaining <= 0:
		return b.reset.Sub(now), nil
	case q.paced && b.next.After(now):
		return b.next.Sub(now), nil
	}
	b.remaining--
	l.buckets[q.bucket] = b
	return 0, nil
}

// learn updates the limits from the headers of a response. It returns the pause that a 429 asks for.
func (l *limits) learn(q request, resp *http.Response, answer []byte) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, h := time.Now(), resp.Header
	l.noteDenial(q, resp.StatusCode, answer, now)
	shared := h.Get("X-RateLimit-Scope") == "shared"
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		l.addRefusal(now)
	case http.StatusTooManyRequests:
		if !shared { // a limit that the bot shares with other bots doesn't count against it
			l.addRefusal(now)
		}
		return l.pause(q, now, h, answer)
	}
	remaining, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	if err != nil {
		if b := l.buckets[q.bucket]; b.assumed {
			first := b.remaining == assumedLimit-1 || !b.reset.After(now)
			if first { // the window begins when its first request arrives, not when the request is sent
				b.remaining, b.reset = assumedLimit-1, now.Add(l.window)
			}
			b.next = now.Add(spread(first, b.remaining, b.reset.Sub(now)))
			l.buckets[q.bucket] = b
		}
		return 0
	}
	if q.bucket == "" {
		return 0
	}
	after := seconds(h.Get("X-RateLimit-Reset-After")) + slack
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	next := now.Add(spread(err != nil || remaining == limit-1, remaining, after))
	l.setBucket(q.bucket, bucket{remaining: remaining, reset: now.Add(after), next: next}, now)
	return 0
}

// spread returns how long a paced request waits after the previous one, in a window that ends after the given
// duration. If five pictures were sent at once, the table couldn't be updated for the next five seconds. Therefore
// the second request is sent soon, and the others are spread over the window.
func spread(first bool, remaining int, after time.Duration) time.Duration {
	if first {
		return after / 10
	}
	return after / time.Duration(remaining+1)
}

// slack is added to the time of a reset, because that time is rounded to milliseconds.
const slack = 10 * time.Millisecond

// pause handles a 429, which asks the bot to wait. The pause can apply to one bucket, to everything except
// interactions, or to all requests. pause returns how long to wait.
func (l *limits) pause(q request, now time.Time, h http.Header, answer []byte) time.Duration {
	var said struct {
		After  float64 `json:"retry_after"`
		Global bool    `json:"global"`
		Code   int     `json:"code"`
	}
	d := seconds(h.Get("Retry-After"))
	err := json.Unmarshal(answer, &said)
	if kinds[said.Code] != nil {
		return 0 // this concerns only one message, not the route
	}
	if err == nil && said.After > 0 {
		d = time.Duration(said.After * float64(time.Second))
	}
	d = max(d, 50*time.Millisecond) // an answer without a time must not cause a storm of retries
	switch {
	case err != nil && !isFromDiscord(h):
		l.close(now.Add(d))
	case said.Global || h.Get("X-RateLimit-Global") == "true":
		l.hold(now.Add(d))
	case q.bucket != "":
		l.setBucket(q.bucket, bucket{reset: now.Add(d)}, now)
	}
	return d
}

// isFromDiscord reports whether a response's headers describe Discord's own limits. Other responses come from the proxy
// in front of Discord, which refuses the whole address.
func isFromDiscord(h http.Header) bool {
	for name := range h {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			return true
		}
	}
	return false
}

// setBucket stores a bucket. If Discord has already asked for a longer pause, the response belongs to an earlier
// request, so setBucket does nothing. Each time the number of buckets has doubled, setBucket drops those whose window
// is over.
func (l *limits) setBucket(name string, b bucket, now time.Time) {
	old := l.buckets[name]
	if !old.assumed && old.remaining <= 0 && old.reset.After(now) && old.reset.After(b.reset) {
		return
	}
	if len(l.buckets) >= l.sweepAt {
		maps.DeleteFunc(l.buckets, func(_ string, old bucket) bool { return old.reset.Before(now) })
		l.sweepAt = max(leastBuckets, 2*len(l.buckets))
	}
	l.buckets[name] = b
}

func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < 0 {
		return 0
	}
	return time.Duration(f * float64(time.Second))
}
