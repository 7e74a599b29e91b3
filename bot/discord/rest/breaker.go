package rest

import "time"

// breaker counts the requests that Discord refused (401, 403, 429) within a sliding window, which is divided into ten
// parts. Discord bans an address after 10,000 refusals in ten minutes; the breaker opens long before that.
type breaker struct {
	window time.Duration
	most   int
	tenths [10]int
	at     int64 // the part that is being counted now
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

func (b *breaker) open(now time.Time) bool { return b.sum(now) >= b.most }

func (b *breaker) halfSpent(now time.Time) bool { return b.sum(now) >= b.most/2 }

func (b *breaker) sum(now time.Time) (sum int) {
	b.turn(now)
	for _, n := range b.tenths {
		sum += n
	}
	return sum
}
