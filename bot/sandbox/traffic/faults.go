package traffic

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Faults simulates failures of requests and events. Its methods are safe for concurrent use.
type Faults struct {
	mu      sync.Mutex
	rest    []RESTFault
	latency time.Duration
	doubled int
	holding bool
	silent  bool
}

// RESTFault is a failure of one REST request. If Lost is set, the request is carried out but its response is lost.
type RESTFault struct {
	Status     int // from 500 up, the response has a proxy's HTML; 0 cuts the connection
	Lost       bool
	Limit      bool // a 429 with its usual headers and body
	RetryAfter time.Duration
	Global     bool // the limit applies to all routes
}

// FailREST makes the next n REST requests fail with this status without carrying them out. For a status of 500 or
// more, the response is an HTML page, like that of a proxy. Status 0 cuts the connection.
func (f *Faults) FailREST(n, status int) { f.addFaults(n, RESTFault{Status: status}) }

// LoseREST carries out the next n REST requests but responds as FailREST does, so the bot can't know that they
// succeeded.
func (f *Faults) LoseREST(n, status int) { f.addFaults(n, RESTFault{Status: status, Lost: true}) }

// Limit makes the next n REST requests fail with status 429.
func (f *Faults) Limit(n int, retryAfter time.Duration, global bool) {
	f.addFaults(n, RESTFault{Status: 429, Limit: true, RetryAfter: retryAfter, Global: global})
}

func (f *Faults) addFaults(n int, fault RESTFault) {
	f.withLock(func() { f.rest = append(f.rest, slices.Repeat([]RESTFault{fault}, n)...) })
}

func (f *Faults) withLock(act func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	act()
}

// Mend cancels the pending faults of FailREST, LoseREST and Limit.
func (f *Faults) Mend() { f.withLock(func() { f.rest = nil }) }

// NextREST returns the fault for the next REST request, if there is one.
func (f *Faults) NextREST() (fault RESTFault, struck bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.rest) == 0 {
		return RESTFault{}, false
	}
	fault, f.rest = f.rest[0], f.rest[1:]
	return fault, true
}

// Latency delays every REST request before it is handled; 0 ends the delays.
func (f *Faults) Latency(d time.Duration) { f.withLock(func() { f.latency = d }) }

// Delay waits for the time set with Latency.
func (f *Faults) Delay(ctx context.Context) error {
	var d time.Duration
	if f.withLock(func() { d = f.latency }); d == 0 {
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

// Duplicate makes the gateway send each of the next n events twice.
func (f *Faults) Duplicate(n int) { f.withLock(func() { f.doubled += n }) }

// Copies returns how many times the gateway must send the next event.
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
func (f *Faults) HoldEvents() { f.withLock(func() { f.holding = true }) }

// Release ends HoldEvents.
func (f *Faults) Release() { f.withLock(func() { f.holding = false }) }

// Holding reports whether events are kept back.
func (f *Faults) Holding() (on bool) { f.withLock(func() { on = f.holding }); return on }

func (f *Faults) SetSilent(on bool) { f.withLock(func() { f.silent = on }) }

// Silent reports whether the gateway is silent.
func (f *Faults) Silent() (on bool) { f.withLock(func() { on = f.silent }); return on }
