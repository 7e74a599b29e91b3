package rest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// Starts asks Discord how many gateway sessions the bot may start. If the answer lacks a number, Starts assumes that
// there are plenty of sessions, for one shard.
func (r *Client) Starts(ctx context.Context) (discord.Starts, error) {
	var f struct {
		Shards int `json:"shards"`
		Limit  struct {
			Left   int   `json:"remaining"`
			Reset  int64 `json:"reset_after"` // in milliseconds
			AtOnce int   `json:"max_concurrency"`
		} `json:"session_start_limit"`
	}
	f.Limit.Left = math.MaxInt
	err := r.do(ctx, request{what: "ask for the gateway", method: http.MethodGet,
		url: endpoint("gateway", "bot"), bucket: "GET gateway", out: &f})
	return discord.Starts{Shards: max(1, f.Shards), AtOnce: max(1, f.Limit.AtOnce), Left: f.Limit.Left,
		Reset: time.Duration(f.Limit.Reset) * time.Millisecond}, err
}

// discordEpoch is the epoch of Discord's ids. Discord's clock can't show an earlier time.
var discordEpoch = ids.Time(ids.Message(1))

// ErrNoClock means that Discord has responded, but without a usable time.
var ErrNoClock = errors.New("no usable date in Discord's response")

// Time returns the time of Discord's clock, accurate to about a second. The bot needs it because its deadlines use
// this machine's clock, while the timestamps of messages come from Discord's.
func (r *Client) Time(ctx context.Context) (time.Time, error) {
	const what = "ask for the time"
	var h http.Header
	asked := time.Now()
	if err := r.do(ctx, request{what: what, method: http.MethodGet, url: endpoint("gateway"),
		bucket: "GET gateway", header: &h}); err != nil {
		return time.Time{}, err
	}
	there, err := http.ParseTime(h.Get("Date"))
	switch {
	case err != nil:
		return time.Time{}, fmt.Errorf("%s: %w: %w", what, ErrNoClock, err)
	case there.Before(discordEpoch):
		return time.Time{}, fmt.Errorf("%s: %w: implausible date %q", what, ErrNoClock, h.Get("Date"))
	}
	return there.Add(500*time.Millisecond + time.Since(asked)/2), nil // Date has whole seconds
}
