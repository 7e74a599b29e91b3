package traffic

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Faults are what is to go wrong from now on. Every method may be called from any goroutine.
type Faults struct {
	mu      sync.Mutex
	rest    []RESTFault
	latency time.Duration
	doubled int
	holding bool
	silent  bool
}

// RESTFault is a fault that strikes one REST request. Lost: the request is carried out first, and only its
// answer is lost.
type RESTFault struct {
	Status     int // of the answer; from 500 up it has a proxy's HTML; 0 cuts the connection
	Lost       bool
	Limit      bool // a 429 with what belongs to it
	RetryAfter time.Duration
	Global     bool // the limit is that of all routes
}

// FailREST answers the next n REST requests with a status, without doing what they ask; from 500 up with a
// proxy's HTML. Status 0 cuts the connection.
func (f *Faults) FailREST(n, status int) { f.strike(n, RESTFault{Status: status}) }

// LoseREST does what the next n REST requests ask, but answers as FailREST does: the bot cannot know.
func (f *Faults) LoseREST(n, status int) { f.strike(n, RESTFault{Status: status, Lost: true}) }

// Limit answers the next n REST requests with 429.
func (f *Faults) Limit(n int, retryAfter time.Duration, global bool) {
	f.strike(n, RESTFault{Status: 429, Limit: true, RetryAfter: retryAfter, Global: global})
}

func (f *Faults) strike(n int, fault RESTFault) {
	f.locked(func() { f.rest = append(f.rest, slices.Repeat([]RESTFault{fault}, n)...) })
}

func (f *Faults) locked(act func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	act()
}

// Mend ends what FailREST, LoseREST and Limit had begun.
func (f *Faults) Mend() { f.locked(func() { f.rest = nil }) }

// NextREST takes the fault that strikes the next REST request, if there is one.
func (f *Faults) NextREST() (fault RESTFault, struck bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.rest) == 0 {
		return RESTFault{}, false
	}
	fault, f.rest = f.rest[0], f.rest[1:]
	return fault, true
}

// Latency makes every REST request wait before it is looked at; 0 ends it.
func (f *Faults) Latency(d time.Duration) { f.locked(func() { f.latency = d }) }

// Delay waits as long as Latency says.
func (f *Faults) Delay(ctx context.Context) error {
	var d time.Duration
	if f.locked(func() { d = f.latency }); d == 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Duplicate sends the next n events twice each.
func (f *Faults) Duplicate(n int) { f.locked(func() { f.doubled += n }) }

// Copies says how often the next event is sent.
func (f *Faults) Copies() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.doubled == 0 {
		return 1
	}
	f.doubled--
	return 2
}

// HoldEvents keeps events back until the gateway releases them.
func (f *Faults) HoldEvents() { f.locked(func() { f.holding = true }) }

// Release lets events through again.
func (f *Faults) Release() { f.locked(func() { f.holding = false }) }

// Holding reports whether events are kept back.
func (f *Faults) Holding() (on bool) { f.locked(func() { on = f.holding }); return on }

func (f *Faults) SetSilent(on bool) { f.locked(func() { f.silent = on }) }

// Silent reports whether the gateway is deaf and dumb.
func (f *Faults) Silent() (on bool) { f.locked(func() { on = f.silent }); return on }
