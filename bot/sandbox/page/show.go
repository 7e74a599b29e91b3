package page

import (
	"context"
	"strings"
	"time"
)

// A show is one game that the crowd plays, in a goroutine of its own.
type show struct {
	Show
	crowd   *crowd
	opening string // the interaction that opens the table; "": it stands
	stop    context.CancelFunc
	faster  chan struct{} // the speed has changed
}

// bored is how many looks without a new line at the table end a show, because the table waits for another person or
// refuses every move.
const bored = 60

// least is the shortest pause between two looks, however fast they play.
const least = 50 * time.Millisecond

// play plays at the table until it is over. The first person whose thinking time is over moves or passes. After each
// new line at the table, everyone thinks again.
func (s *show) play(ctx context.Context) {
	line, left := 0, map[string]time.Duration{}
	for idle := 0; idle < bored; idle++ {
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

// stands waits until the table exists that was asked for; false if it never will.
func (s *show) stands(ctx context.Context) bool {
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

// wait waits for a person's thinking time at the current speed. It returns false if the show is over.
func (s *show) wait(ctx context.Context, pace time.Duration) bool {
	for {
		began, speed := time.Now(), s.crowd.speedOf(s)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(max(pace/speed, least)):
			return true
		case <-s.faster:
			pace = max(0, pace-time.Since(began)*speed)
		}
	}
}

// say types a person's decision or calls the command, and waits a moment for the table's line.
func (s *show) say(ctx context.Context, who, words string, line int) {
	if words == "" {
		return
	}
	if command, is := strings.CutPrefix(words, "/"); is {
		_, _ = s.crowd.people.Slash(who, s.Channel, command) // refused: they think again
	} else if _, err := s.crowd.people.Say(who, s.Channel, words); err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = s.crowd.world.Wait(ctx, func() bool { // not taken: they think again
		t, err := s.crowd.plays.Decide(ctx, s.Channel, who)
		return err != nil || t.Line != line
	})
}
