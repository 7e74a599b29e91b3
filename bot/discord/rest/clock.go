package rest

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"
)

// SessionStarts is how many IDENTIFYs Discord still allows, and when they are
// renewed. An answer that does not say counts as plenty.
func (r *Client) SessionStarts(ctx context.Context) (left int, reset time.Duration, err error) {
	var f struct {
		Limit struct {
			Left  int   `json:"remaining"`
			Reset int64 `json:"reset_after"` // milliseconds
		} `json:"session_start_limit"`
	}
	f.Limit.Left = math.MaxInt
	err = r.do(ctx, request{what: "ask for the gateway", method: http.MethodGet, url: endpoint("gateway", "bot"),
		bucket: "GET gateway", out: &f})
	return f.Limit.Left, time.Duration(f.Limit.Reset) * time.Millisecond, err
}

// Skew is how far the clock of this machine is ahead of Discord's, to about a
// second: deadlines go by the one, the times of messages by the other.
func (r *Client) Skew(ctx context.Context) (time.Duration, error) {
	const what = "ask for the time"
	var h http.Header
	asked := time.Now()
	if err := r.do(ctx, request{what: what, method: http.MethodGet, url: endpoint("gateway"),
		bucket: "GET gateway", header: &h}); err != nil {
		return 0, err
	}
	there, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	middle := asked.Add(time.Since(asked) / 2)
	return middle.Sub(there.Add(500 * time.Millisecond)), nil // a Date is cut off to the second
}
