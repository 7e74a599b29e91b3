package gateway

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"settable/bot/discord"
)

// reservedStarts is how many of the day's IDENTIFYs the bot leaves unused, because Discord resets the token when none
// are left.
const reservedStarts = 50

// awaitIdentify waits until a new session may begin. It records the IDENTIFY before sending it, so that a crash can't
// lose the count. If recording fails, it tries again, and no session begins before it succeeds.
func (s *Session) awaitIdentify() error {
	var told discord.FaultLog
	for attempt := 0; ; attempt++ {
		err := s.reserveIdentify()
		if err == nil || s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		pause := s.config.times.backoff(attempt)
		told.Warn(s.config.Log, "saving the number of gateway sessions failed, so no new session is started", "",
			"err", err, "again", pause)
		if err := discord.Sleep(s.ctx, pause); err != nil {
			return err
		}
	}
}

func (s *Session) reserveIdentify() error {
	if s.config.Identified != nil { // each time, because other processes also begin sessions
		spent, err := s.config.Identified(s.ctx, time.Now().Add(-s.budget.horizon()))
		if err != nil {
			return err
		}
		s.budget.spent = spent
	}
	d, w := s.budget.due(time.Now())
	why := fmt.Sprintf("%d sessions started in %s, and Discord resets the token after 1,000 in a day", w.n, w.per)
	if left := s.startsDelay(); left > d {
		d, why = left, "Discord allows only a few more for this token today"
	}
	if d > 0 {
		s.config.Log.Warn("gateway session delayed", "reason", why, slog.Duration("wait", d))
		s.config.Status(Status{State: Waiting, Until: time.Now().Add(d)})
		if err := discord.Sleep(s.ctx, d); err != nil {
			return err
		}
		s.config.Status(Status{State: Connecting})
	}
	if s.config.AwaitIdentify != nil {
		if err := s.config.AwaitIdentify(s.ctx); err != nil {
			return err
		}
	}
	now := time.Now()
	if s.config.Identify != nil {
		if err := s.config.Identify(s.ctx, now); err != nil {
			return err
		}
	}
	s.budget.add(now)
	return nil
}

// startsDelay returns how long to wait according to Discord's own count of IDENTIFYs, which includes other programs
// with the same token.
func (s *Session) startsDelay() time.Duration {
	ctx, cancel := context.WithTimeout(s.ctx, 5*time.Second)
	defer cancel()
	starts, err := s.api.Starts(ctx)
	if err != nil || starts.Left > reservedStarts {
		return 0 // without an answer, the bot tries anyway
	}
	return min(starts.Reset, 24*time.Hour)
}

// startsOf returns the IDENTIFYs allowed for a bot with this many shards. Discord resets the token after 1,000 in 24
// hours, counting all shards. Five IDENTIFYs a minute for each shard are enough for a short outage. The other windows
// keep a crash loop far below 1,000 IDENTIFYs.
func startsOf(shards int) []window {
	n := max(1, shards)
	return []window{{5 * n, time.Minute}, {30 * n, time.Hour}, {min(500*n, 900), 24 * time.Hour}}
}

// budget limits the IDENTIFYs of all the bot's shards together.
type budget struct {
	windows []window
	spent   []time.Time // oldest first
}

// due returns how long to wait before the next IDENTIFY, and which window requires that. Even if the clock was set
// back, the wait is never longer than that window.
func (b *budget) due(now time.Time) (d time.Duration, of window) {
	for _, w := range b.windows {
		if n := len(b.spent); n >= w.n {
			if left := min(b.spent[n-w.n].Add(w.per).Sub(now), w.per); left > d {
				d, of = left, w
			}
		}
	}
	return d, of
}

func (b *budget) add(now time.Time) {
	b.spent = append(b.spent, now)
	most := 0
	for _, w := range b.windows {
		most = max(most, w.n)
	}
	b.spent = b.spent[max(0, len(b.spent)-most):]
}

// horizon returns how long IDENTIFYs count.
func (b *budget) horizon() (d time.Duration) {
	for _, w := range b.windows {
		d = max(d, w.per)
	}
	return d
}
