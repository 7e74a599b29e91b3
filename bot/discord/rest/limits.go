package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"settable/bot/discord"
)

// limits keeps the bot within what Discord allows: buckets by their headers, 50
// requests a second over all, and a breaker before 10,000 refused requests ban
// the address. Every wait ends with the context.
type limits struct {
	overall *rate.Limiter

	mu      sync.Mutex
	lanes   map[string]*lane
	buckets map[string]bucket
	global  time.Time // nothing is sent before this
	breaker breaker
}

// lane lets one call after the other through, in the order they came: a channel
// of size one serves its waiters first come, first served.
type lane struct {
	turn  chan struct{}
	users int
}

// bucket is what the last answer said about a route.
type bucket struct {
	remaining int
	reset     time.Time
	next      time.Time // a paced call goes out no earlier
}

// burst is how many requests go out at once after a quiet moment.
const burst = 5

func newLimits(c Config) *limits {
	return &limits{
		overall: rate.NewLimiter(rate.Limit(c.PerSecond), burst),
		lanes:   map[string]*lane{},
		buckets: map[string]bucket{},
		breaker: breaker{window: c.times.window, most: c.times.refusals},
	}
}

// enter waits for the call's turn in its lane.
func (l *limits) enter(ctx context.Context, name string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	l.mu.Lock()
	in := l.lanes[name]
	if in == nil {
		in = &lane{turn: make(chan struct{}, 1)}
		l.lanes[name] = in
	}
	in.users++
	l.mu.Unlock()
	leave := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if in.users--; in.users == 0 {
			delete(l.lanes, name)
		}
	}
	select {
	case in.turn <- struct{}{}:
		return func() { <-in.turn; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}

// pass waits until the call may be sent.
func (l *limits) pass(ctx context.Context, c call) error {
	for {
		d, err := l.due(c)
		if err != nil {
			return err
		}
		if d <= 0 {
			break
		}
		if err := discord.Sleep(ctx, d); err != nil {
			return err
		}
	}
	if c.free {
		return ctx.Err()
	}
	return l.overall.Wait(ctx)
}

// due is how long the call must wait; when it need not, its place in the bucket is taken.
func (l *limits) due(c call) (time.Duration, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if l.breaker.open(now) {
		return 0, discord.ErrBreaker
	}
	if d := l.global.Sub(now); d > 0 && !c.free {
		return d, nil
	}
	b, ok := l.buckets[c.bucket]
	if !ok || c.bucket == "" {
		return 0, nil
	}
	if d := b.reset.Sub(now); d <= 0 {
		delete(l.buckets, c.bucket)
	} else if b.remaining <= 0 {
		return d, nil
	} else if d := b.next.Sub(now); c.paced && d > 0 {
		return d, nil
	} else {
		b.remaining--
		l.buckets[c.bucket] = b
	}
	return 0, nil
}

// learn reads what an answer says about limits. It gives the pause that a 429 asks for.
func (l *limits) learn(c call, resp *http.Response, answer []byte) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, h := time.Now(), resp.Header
	shared := h.Get("X-RateLimit-Scope") == "shared"
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		l.breaker.count(now)
	case http.StatusTooManyRequests:
		if !shared { // the limit of a thing others use, too, is not held against the bot
			l.breaker.count(now)
		}
		return l.pause(c, now, h, answer)
	}
	remaining, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	if err != nil || c.bucket == "" {
		return 0
	}
	after := seconds(h.Get("X-RateLimit-Reset-After")) + slack
	l.keep(c.bucket, bucket{remaining, now.Add(after), now.Add(pace(h, remaining, after))}, now)
	return 0
}

// pace is how long a paced call waits after another. Five pictures at once and
// then none for five seconds would leave a table stale for as long; so a second
// one goes out soon, and what a window has left is spread over it.
func pace(h http.Header, remaining int, after time.Duration) time.Duration {
	if limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit")); err != nil || remaining == limit-1 {
		return after / 10
	}
	return after / time.Duration(remaining+1)
}

// slack is waited beyond a reset: it is given in milliseconds, rounded.
const slack = 10 * time.Millisecond

// pause notes a 429: for the bucket, or for everything.
func (l *limits) pause(c call, now time.Time, h http.Header, answer []byte) time.Duration {
	var said struct {
		After  float64 `json:"retry_after"`
		Global bool    `json:"global"`
		Code   int     `json:"code"`
	}
	d := seconds(h.Get("Retry-After"))
	err := json.Unmarshal(answer, &said)
	if kinds[said.Code] != nil {
		return 0 // of that one message, not of the route
	}
	if err == nil && said.After > 0 {
		d = time.Duration(said.After * float64(time.Second))
	}
	d = max(d, 50*time.Millisecond) // an answer without a time must not start a storm
	switch {
	case said.Global || h.Get("X-RateLimit-Global") == "true":
		l.global = now.Add(d)
	case c.bucket != "":
		l.keep(c.bucket, bucket{reset: now.Add(d)}, now)
	}
	return d
}

// keep stores a bucket, and forgets those that are full again once there are many.
func (l *limits) keep(name string, b bucket, now time.Time) {
	if len(l.buckets) >= 1024 {
		for n, old := range l.buckets {
			if old.reset.Before(now) {
				delete(l.buckets, n)
			}
		}
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

// breaker counts refused requests (401, 403, 429) in tenths of a window. 10,000
// in ten minutes ban the address; it opens long before that.
type breaker struct {
	window time.Duration
	most   int
	tenths [10]int
	at     int64 // the tenth that is counted now
}

func (b *breaker) turn(now time.Time) {
	at := now.UnixNano() / int64(b.window/10)
	for i := max(b.at+1, at-9); i <= at; i++ {
		b.tenths[i%10] = 0
	}
	b.at = max(b.at, at)
}

func (b *breaker) count(now time.Time) {
	b.turn(now)
	b.tenths[b.at%10]++
}

func (b *breaker) open(now time.Time) bool {
	b.turn(now)
	sum := 0
	for _, n := range b.tenths {
		sum += n
	}
	return sum >= b.most
}
