package discord

import (
	"context"
	"time"
)

// reserve is how many of the day's IDENTIFYs are left alone: at zero, Discord
// resets the token.
const reserve = 50

// rationed is how long Discord's own count of IDENTIFYs says to wait. It covers
// what the budget cannot: a program that is started again and again.
func (s *Session) rationed() time.Duration {
	ctx, cancel := context.WithTimeout(s.ctx, 5*time.Second)
	defer cancel()
	left, reset, err := s.rest.starts(ctx)
	if err != nil || left > reserve {
		return 0 // no answer is no reason to stay away
	}
	return reset
}

// budget limits how often the bot identifies.
type budget struct {
	windows []window
	spent   []time.Time
}

// due is how long to wait before the next IDENTIFY.
func (b *budget) due(now time.Time) time.Duration {
	var d time.Duration
	for _, w := range b.windows {
		if n := len(b.spent); n >= w.n {
			d = max(d, b.spent[n-w.n].Add(w.per).Sub(now))
		}
	}
	return d
}

func (b *budget) spend(now time.Time) {
	b.spent = append(b.spent, now)
	most := 0
	for _, w := range b.windows {
		most = max(most, w.n)
	}
	b.spent = b.spent[max(0, len(b.spent)-most):]
}
