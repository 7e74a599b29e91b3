package discord

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// seldomly is how often the log hears of one fault: in an outage every press and
	// every table has it, and the log would be another flood.
	seldomly = time.Minute
	// mostFaults bounds what is remembered.
	mostFaults = 256
)

// Seldom tells the log of a fault at once, and while it lasts once a minute how
// often it came. The zero Seldom is ready.
type Seldom struct {
	mu     sync.Mutex
	faults map[string]*fault
}

type fault struct {
	told  time.Time
	times int // since then
}

// Warn is log.Warn for a fault that this kind names; what else is told is of the
// newest.
func (s *Seldom) Warn(log *slog.Logger, msg, kind string, args ...any) {
	if times := s.count(msg+"\x00"+kind, time.Now()); times == 1 {
		log.Warn(msg, args...)
	} else if times > 1 {
		log.With(args...).LogAttrs(context.Background(), slog.LevelWarn, msg, slog.Int("times", times))
	}
}

// count counts one more, and says how many are to be told of now, if any are.
func (s *Seldom) count(kind string, now time.Time) (tell int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.faults[kind]
	if f == nil {
		if s.faults == nil || len(s.faults) >= mostFaults {
			s.faults = map[string]*fault{}
		}
		f = &fault{}
		s.faults[kind] = f
	}
	f.times++
	if !f.told.IsZero() && now.Sub(f.told) < seldomly {
		return 0
	}
	tell, f.times, f.told = f.times, 0, now
	return tell
}
