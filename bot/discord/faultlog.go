package discord

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// faultLogEvery is the minimum interval between two log lines about the same fault. During an outage, every press
	// and every table would otherwise log the same fault.
	faultLogEvery = time.Minute
	// maxFaults is the maximum number of different faults that a FaultLog remembers.
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

// Warn works like log.Warn, but logs faults with the same msg and kind at most once a minute, with the args of the
// newest one.
func (s *FaultLog) Warn(log *slog.Logger, msg, kind string, args ...any) {
	if times := s.count(msg+"\x00"+kind, time.Now()); times == 1 {
		log.Warn(msg, args...)
	} else if times > 1 {
		log.With(args...).LogAttrs(context.Background(), slog.LevelWarn, msg, slog.Int("times", times))
	}
}

// count returns the number of faults to report now, or 0 if nothing should be logged yet.
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
