package page

import (
	"context"
	"strings"
	"time"
)

// A show is a game that a crowd plays. Each show has its own goroutine.
type show struct {
	Show
	crowd   *crowd
	opening string // the interaction that opens the table; "": the table exists
	stop    context.CancelFunc
	faster  chan struct{} // signals a change of speed
}

// maxIdleTurns is how many turns may pass without a new line in the journal before a show ends. If nothing happens for
// that long, the table is waiting for a real person or refuses every move.
const maxIdleTurns = 60

// minPause is the shortest pause between two turns, at any speed.
const minPause = 50 * time.Millisecond

// play plays at the table until the game is over. The person whose thinking time ends first makes a move or passes.
// After each new line in the table's journal, everyone starts thinking again.
func (s *show) play(ctx context.Context) {
	line, left := 0, map[string]time.Duration{}
	for idle := 0; idle < maxIdleTurns; idle++ {
		for _, person := range s.People {
			t, err := s.crowd.plays.Decide(ctx, s.Channel, person)
			if err != nil || t.Line == 0 {
				return
			}
			if t.Line != line {
				line, idle = t.Line, 0
				clear(left)
			}
			if _, looks := left[person]; !looks {
				left[person] = t.Pace
			}
		}
		who := s.People[0]
		for person, pace := range left {
			if pace < left[who] {
				who = person
			}
		}
		pace := left[who]
		for person := range left {
			left[person] -= pace
		}
		delete(left, who)
		if !s.wait(ctx, pace) {
			return
		}
		if now, err := s.crowd.plays.Decide(ctx, s.Channel, who); err == nil && now.Line == line {
			s.say(ctx, who, now.Words, line)
		}
	}
}

// waitForTable waits until the requested table is open. It returns false if opening fails.
func (s *show) waitForTable(ctx context.Context) bool {
	if _, err := s.crowd.people.WaitOutcome(ctx, s.opening); err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return s.crowd.world.Wait(ctx, func() bool {
		t, err := s.crowd.plays.Decide(ctx, s.Channel, s.People[0])
		return err == nil && t.Line > 0
	}) == nil
}

// wait waits for a person's thinking time at the current speed. It returns false if the show has ended.
func (s *show) wait(ctx context.Context, pace time.Duration) bool {
	for {
		began, speed := time.Now(), s.crowd.speedOf(s)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(max(pace/speed, minPause)):
			return true
		case <-s.faster:
			pace = max(0, pace-time.Since(began)*speed)
		}
	}
}

// say types a person's move or uses it as a command, and waits briefly for a new line in the journal.
func (s *show) say(ctx context.Context, who, words string, line int) {
	if words == "" {
		return
	}
	if command, is := strings.CutPrefix(words, "/"); is {
		_, _ = s.crowd.people.Slash(who, s.Channel, command) // refused: the person thinks again
	} else if _, err := s.crowd.people.Say(who, s.Channel, words); err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = s.crowd.world.Wait(ctx, func() bool { // without a new line, the person thinks again
		t, err := s.crowd.plays.Decide(ctx, s.Channel, who)
		return err != nil || t.Line != line
	})
}
