package discord

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// faultLogEvery is how often one fault is logged. In an outage every press and every table has the same fault,
	// which would flood the log.
	faultLogEvery = time.Minute
	// maxFaults is the maximum number of faults that are remembered.
	maxFaults = 256
)

// A FaultLog logs a fault immediately and then, while it lasts, once a minute with a count. The zero FaultLog is ready
// to use.
type FaultLog struct {
	mu     sync.Mutex
	faults map[string]*fault
}

type fault struct {
	told  time.Time
	times int // how many times it occurred since then
}

// Warn works like log.Warn, but limits faults with the same msg and kind. args are those of the newest fault.
func (s *FaultLog) Warn(log *slog.Logger, msg, kind string, args ...any) {
	if times := s.count(msg+"\x00"+kind, time.Now()); times == 1 {
		log.Warn(msg, args...)
	} else if times > 1 {
		log.With(args...).LogAttrs(context.Background(), slog.LevelWarn, msg, slog.Int("times", times))
	}
}

// count counts a fault, and returns how many to report now; 0 means none.
func (s *FaultLog) count(kind string, now time.Time) (tell int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.faults[kind]
	if f == nil {
		if s.faults == nil || len(s.faults) >= maxFaults {
			s.faults = map[string]*fault{}
		}
		f = &fault{}
		s.faults[kind] = f
	}
	f.times++
	if !f.told.IsZero() && now.Sub(f.told) < faultLogEvery {
		return 0
	}
	tell, f.times, f.told = f.times, 0, now
	return tell
}
