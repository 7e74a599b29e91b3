package api

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"
)

// limits enforces three limits, as Discord does: on requests per route and channel, on all requests, and on invalid
// requests.
type limits struct {
	none    bool
	window  time.Duration
	buckets map[string]*bucket
	global  bucket
	invalid []time.Time
}

type bucket struct {
	limit  int
	window time.Duration
	left   int
	until  time.Time
}

// limit is the number of requests that a class of routes accepts per channel and window.
type limit struct {
	class  string
	n      int
	window time.Duration // 0: Config.Window
}

var (
	limitPost   = limit{"message-post", 5, 0}
	limitEdit   = limit{"message-edit", 5, 0}
	limitDelete = limit{"message-delete", 5, time.Second}
	limitReact  = limit{"reaction", 1, 250 * time.Millisecond}
	limitHook   = limit{"webhook", 5, 2 * time.Second}
	limitPlain  = limit{"plain", 50, time.Second}
)

func newLimits(c Config) limits {
	all := bucket{limit: c.Global, window: time.Second}
	return limits{none: c.NoLimits, window: c.Window, buckets: map[string]*bucket{}, global: all}
}

func (b *bucket) take(now time.Time) bool {
	if !now.Before(b.until) {
		b.left, b.until = b.limit, now.Add(b.window)
	}
	if b.left == 0 {
		return false
	}
	b.left--
	return true
}

// pass counts a request and returns its rate limit headers. If a limit is exceeded, pass returns an error. major is
// the channel or token that identifies the bucket.
func (l *limits) pass(now time.Time, rt route, major string) (http.Header, error) {
	lim := rt.limit
	h := http.Header{}
	if l.none { // without headers, a bot paces itself by Discord's documented limits
		h.Set("X-RateLimit-Limit", "1000")
		h.Set("X-RateLimit-Remaining", "999")
		h.Set("X-RateLimit-Reset-After", "0.001")
		return h, nil
	}
	if !rt.byToken() && !l.global.take(now) {
		return tooMany(l.global.until.Sub(now), "global", h)
	}
	if lim.n == 0 {
		return h, nil
	}
	key := lim.class + ":" + major
	if lim.class == limitPlain.class {
		key = rt.pattern + ":" + major
	}
	b := l.buckets[key]
	if b == nil {
		l.sweep(now)
		b = &bucket{limit: lim.n, window: lim.window}
		b.window = cmp.Or(b.window, l.window)
		l.buckets[key] = b
	}
	ok := b.take(now)
	sum := fnv.New64a()
	fmt.Fprint(sum, lim.class)
	after := b.until.Sub(now)
	h.Set("X-RateLimit-Limit", strconv.Itoa(b.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(b.left))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(b.until.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", after.Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", sum.Sum64()))
	if !ok {
		return tooMany(after, "user", h)
	}
	return h, nil
}

func (l *limits) sweep(now time.Time) {
	if len(l.buckets) < 1000 {
		return
	}
	for k, b := range l.buckets {
		if now.After(b.until) {
			delete(l.buckets, k)
		}
	}
}

type rateLimited struct {
	Code       int     `json:"code"`
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
}

func (r *rateLimited) Error() string { return r.Message }

// tooMany returns a 429 error, and adds its headers to h.
func tooMany(after time.Duration, scope string, h http.Header) (http.Header, error) {
	global := scope == "global"
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(after.Seconds()))))
	h.Set("X-RateLimit-Scope", scope)
	if global {
		h.Set("X-RateLimit-Global", "true")
	}
	seconds := math.Ceil(after.Seconds()*1000) / 1000
	return h, &rateLimited{Message: "You are being rate limited.", RetryAfter: seconds, Global: global}
}

// Discord bans an address that sends this many invalid requests (401, 403, 429) within the window.
const (
	banAfter  = 10000
	banWindow = 10 * time.Minute
)

func invalid(status int) bool { return status == 401 || status == 403 || status == 429 }

func (l *limits) refused(now time.Time) { l.invalid = append(l.invalid, now) }

func (l *limits) recentInvalid(now time.Time) int {
	for len(l.invalid) > 0 && now.Sub(l.invalid[0]) > banWindow {
		l.invalid = l.invalid[1:]
	}
	return len(l.invalid)
}
