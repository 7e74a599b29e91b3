package rest

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"settable/bot/discord"
)

// A Pace enforces Discord's limits for the whole bot: 50 requests a second, and 10,000 refused requests in ten
// minutes. Beyond the second limit, Discord bans the address. All clients of a program share one Pace. If several
// programs run the same bot, each uses an equal share of these limits.
type Pace struct {
	perSecond int // for all programs of the bot together
	overall   *rate.Limiter

	mu      sync.Mutex
	global  time.Time // before this time, only answers to interactions are sent
	shut    time.Time // before this time, nothing is sent at all
	breaker breaker
}

const (
	// burst is how many requests can be sent at once after a pause.
	burst = 5
	// maxRefused is how many requests can be refused within refusedIn before the bot stops sending for a while.
	maxRefused, refusedIn = 1000, 10 * time.Minute
)

// NewPace returns the Pace for the only program of a bot. It allows perSecond requests per second (45 if that is 0),
// in addition to a burst of five.
func NewPace(perSecond int) *Pace {
	p := &Pace{perSecond: cmp.Or(perSecond, 45), breaker: breaker{window: refusedIn, most: maxRefused}}
	p.overall = rate.NewLimiter(rate.Limit(p.perSecond), burst)
	return p
}

// Share sets how many programs, including this one, currently run the same bot. Each takes an equal share.
func (p *Pace) Share(programs int) {
	n := max(1, programs)
	atOnce := max(1, burst/n)
	// The bursts of all programs may coincide, so they are subtracted here. At least half of the limit remains, no
	// matter how many programs there are.
	all := max(p.perSecond/2, min(p.perSecond, p.perSecond+burst-n*atOnce))
	p.overall.SetBurst(atOnce)
	p.overall.SetLimit(rate.Limit(float64(all) / float64(n)))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.breaker.most = min(maxRefused, 9*maxRefused/n) // because the programs may share an address
}

// sharedDelay returns how long a request must wait for the shared limits. exempt means that the request answers an
// interaction. If the breaker is open, the error is discord.ErrBreaker.
func (p *Pace) sharedDelay(now time.Time, exempt bool) (time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.breaker.open(now) {
		return 0, discord.ErrBreaker
	}
	if exempt {
		return p.shut.Sub(now), nil
	}
	return max(p.global.Sub(now), p.shut.Sub(now)), nil
}

func (p *Pace) halfSpent(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.breaker.halfSpent(now)
}

func (p *Pace) addRefusal(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.breaker.count(now)
}

// hold delays everything except answers to interactions until the given time, or until the end of a longer pause that
// is already set.
func (p *Pace) hold(until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.global = later(p.global, until)
}

// close delays everything until the given time, or until the end of a longer pause that is already set.
func (p *Pace) close(until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut = later(p.shut, until)
}

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{b, a}, time.Time.Compare) }

func (p *Pace) maxRefusals() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.breaker.most
}
