package rest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/store/ids"
)

func testLimits() *limits { return newLimits(Config{}.withDefaults()) }

func answerWith(status int, kv ...string) *http.Response {
	h := http.Header{}
	for i := 0; i < len(kv); i += 2 {
		h.Set(kv[i], kv[i+1])
	}
	return &http.Response{StatusCode: status, Header: h}
}

func TestEmptyBucketDelaysRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, c := testLimits(), request{bucket: "POST messages 1"}
		l.learn(c, answerWith(200, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "2.5"), nil)
		begun := time.Now()
		require.NoError(t, l.wait(t.Context(), request{bucket: "POST messages 2"}))
		require.Zero(t, time.Since(begun), "another channel does not wait")
		require.NoError(t, l.wait(t.Context(), c))
		require.Equal(t, 2500*time.Millisecond+slack, time.Since(begun))
	})
}

func TestWaitForABucketEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, c := testLimits(), request{bucket: "b"}
		l.learn(c, answerWith(200, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "60"), nil)
		begun := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, l.wait(ctx, c), context.DeadlineExceeded)
		require.Zero(t, time.Since(begun), "the time is too short, so the wait must fail immediately")

		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		require.ErrorIs(t, l.wait(ctx, c), context.Canceled)
		require.Equal(t, time.Second, time.Since(begun))
	})
}

func TestGlobalPauseExemptsInteractions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		pause := l.learn(request{bucket: "a"}, answerWith(429, "X-RateLimit-Global", "true"),
			[]byte(`{"retry_after":1.5,"global":true}`))
		require.Equal(t, 1500*time.Millisecond, pause)
		begun := time.Now()
		require.NoError(t, l.wait(t.Context(), request{exempt: true}))
		require.Zero(t, time.Since(begun))
		require.NoError(t, l.wait(t.Context(), request{bucket: "b"}))
		require.Equal(t, 1500*time.Millisecond, time.Since(begun))
	})
}

// If there are two global pauses, the longer one applies, no matter which response comes first.
func TestGlobalPauseIsNotShortened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		for _, answer := range []string{`{"retry_after":30,"global":true}`, `{"retry_after":1,"global":true}`} {
			l.learn(request{bucket: "a"}, answerWith(429, "X-RateLimit-Global", "true"), []byte(answer))
		}
		begun := time.Now()
		require.NoError(t, l.wait(t.Context(), request{bucket: "b"}))
		require.Equal(t, 30*time.Second, time.Since(begun))
	})
}

// A successful response to an earlier request doesn't end its route's pause.
func TestLateResponseDoesNotEndAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, q := testLimits(), request{bucket: "GET commands"}
		l.learn(q, answerWith(429), []byte(`{"retry_after":20}`))
		l.learn(q, answerWith(200, "X-RateLimit-Remaining", "3", "X-RateLimit-Reset-After", "1"), nil)
		begun := time.Now()
		require.NoError(t, l.wait(t.Context(), q))
		require.Equal(t, 20*time.Second, time.Since(begun))
		l.learn(q, answerWith(200, "X-RateLimit-Remaining", "3", "X-RateLimit-Reset-After", "1"), nil)
		require.NoError(t, l.wait(t.Context(), q))
		require.Equal(t, 20*time.Second, time.Since(begun), "the pause is over")
	})
}

// A 429 without Discord's headers comes from the proxy in front of it and applies to the whole address, including
// interaction responses.
func TestProxy429PausesEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		pause := l.learn(request{bucket: "a"}, answerWith(429, "Retry-After", "600"), []byte(`error code: 1015`))
		require.Equal(t, 10*time.Minute, pause)
		l.learn(request{exempt: true}, answerWith(429, "Retry-After", "5"), []byte(`error code: 1015`))
		begun := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		require.ErrorIs(t, l.wait(ctx, request{exempt: true}), context.DeadlineExceeded)
		require.Zero(t, time.Since(begun))
		require.NoError(t, l.wait(t.Context(), request{exempt: true}))
		require.Equal(t, 10*time.Minute, time.Since(begun))
		require.NoError(t, l.wait(t.Context(), request{bucket: "b"}))
		require.Equal(t, 10*time.Minute, time.Since(begun))
	})
}

func TestA429WithoutATimeStillPauses(t *testing.T) {
	require.Positive(t, testLimits().learn(request{}, answerWith(429), []byte(`<html>`)))
}

func TestNeverMoreThanFiftyInASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		var sent []time.Time
		for range 200 {
			require.NoError(t, l.wait(t.Context(), request{}))
			sent = append(sent, time.Now())
		}
		for i := 50; i < len(sent); i++ {
			require.GreaterOrEqual(t, sent[i].Sub(sent[i-50]), time.Second)
		}
		require.Less(t, sent[199].Sub(sent[0]), 6*time.Second)
	})
}

func TestLaneKeepsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		release, err := l.enter(t.Context(), "1")
		require.NoError(t, err)
		var order []int
		for n := range 20 {
			go func() {
				leave, err := l.enter(t.Context(), "1")
				require.NoError(t, err)
				order = append(order, n)
				leave()
			}()
			synctest.Wait()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = l.enter(ctx, "1")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		other, err := l.enter(t.Context(), "2")
		require.NoError(t, err)
		other()
		release()
		synctest.Wait()
		require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, order)
		require.Empty(t, l.lanes, "empty lanes must be dropped")
	})
}

func TestBreakerOpensAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		for range 999 {
			l.learn(request{}, answerWith(403), nil)
		}
		l.learn(request{}, answerWith(429, "X-RateLimit-Scope", "shared"), nil)
		l.learn(request{}, answerWith(404), nil)
		require.NoError(t, l.wait(t.Context(), request{exempt: true}))
		l.learn(request{}, answerWith(401), nil)
		require.ErrorIs(t, l.wait(t.Context(), request{exempt: true}), discord.ErrBreaker)
		time.Sleep(8 * time.Minute)
		require.ErrorIs(t, l.wait(t.Context(), request{}), discord.ErrBreaker)
		time.Sleep(2 * time.Minute)
		require.NoError(t, l.wait(t.Context(), request{}))
	})
}

func TestOldBucketsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		for n := range 5000 {
			l.learn(request{bucket: fmt.Sprint("POST messages ", n)},
				answerWith(200, "X-RateLimit-Remaining", "4", "X-RateLimit-Reset-After", "1"), nil)
			time.Sleep(10 * time.Millisecond)
		}
		require.LessOrEqual(t, len(l.buckets), 4*leastBuckets+2*100, "about a hundred windows are open at once")
	})
}

// headerless simulates Discord behind a proxy that strips the rate-limit headers. A channel accepts five requests of
// one kind in five seconds, and the bot may send 50 requests a second in total.
type headerless struct {
	mu      sync.Mutex
	windows map[string]*window
	limited int // the number of 429 responses
	sent    []time.Time
}

type window struct {
	until time.Time
	n     int
}

func (h *headerless) accept(name string, most int, lasts time.Duration) bool {
	w := h.windows[name]
	if now := time.Now(); w == nil || !now.Before(w.until) {
		w = &window{until: now.Add(lasts)}
		h.windows[name] = w
	}
	w.n++
	return w.n <= most
}

func (h *headerless) RoundTrip(r *http.Request) (*http.Response, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent = append(h.sent, time.Now())
	channel := strings.Split(r.URL.Path, "/")[4]
	if !h.accept("all", 50, time.Second) || !h.accept(r.Method+channel, 5, 5*time.Second) {
		h.limited++
		return discordtest.Answer{Status: 429, Body: `{"retry_after": 1.5, "global": false}`}.RoundTrip(r)
	}
	return discordtest.Answer{Status: 200, Body: `{"id":"7"}`}.RoundTrip(r)
}

// Without rate-limit headers, the bot stays within the documented limits but uses most of what they allow.
func TestMissingRateLimitHeadersCauseNo429(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &headerless{windows: map[string]*window{}}
		r := New(Config{Token: botToken, HTTP: &http.Client{Transport: h}})
		begun := time.Now()
		var group sync.WaitGroup
		for channel := range 40 {
			for n := range 20 {
				id := ids.Channel(1000 + channel)
				group.Go(func() {
					var err error
					switch n % 4 {
					case 0:
						_, err = r.Post(t.Context(), id, discord.Message{Content: "hello"})
					case 1:
						err = r.Delete(t.Context(), id, 8)
					case 2:
						err = r.React(t.Context(), id, 8, "⏳")
					default:
						err = r.Edit(t.Context(), id, 7, discord.Message{Content: "hello"})
					}
					require.NoError(t, err)
				})
			}
		}
		for n := range 30 { // a single busy table
			group.Go(func() {
				require.NoError(t, r.Edit(t.Context(), 1, 7, discord.Message{Content: fmt.Sprint(n)}))
			})
		}
		group.Wait()
		require.Zero(t, h.limited, "%d requests were refused", h.limited)
		require.Len(t, h.sent, 40*20+30)
		require.Less(t, time.Since(begun), 40*time.Second)
	})
}

// Without rate-limit headers, the bot shows the second picture soon instead of leaving a table outdated for five
// seconds.
func TestPicturesAreSpreadWithoutHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		q := request{bucket: "PATCH messages 1", lane: "1", paced: true}
		begun := time.Now()
		var last time.Time
		for n := range 20 {
			require.NoError(t, l.wait(t.Context(), q))
			if n == 1 {
				require.LessOrEqual(t, time.Since(begun), time.Second)
			}
			if n > 0 {
				require.LessOrEqual(t, time.Since(last), 2*time.Second)
			}
			last = time.Now()
			l.learn(q, answerWith(200), nil)
		}
	})
}
