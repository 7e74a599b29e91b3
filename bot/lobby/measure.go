package lobby

import (
	"sync"
	"time"

	"settable/bot/table"
)

// measure updates the metrics after a table has handled a word.
func (t *Table) measure(now table.Session, w table.Word, a table.Answer) {
	meter, game := t.lobby.Meter, t.Row.Game
	switch a.Verdict {
	case table.Played:
		meter.Moved(game, w.ReceivedAt)
		if t.drawnLine == now.Line && !w.ReceivedAt.IsZero() && t.unseenMoves.await(now.Line, w.ReceivedAt) {
			meter.ObserveShown(w.ReceivedAt)
		}
	case table.Refused:
		meter.Refused(game, "refused")
	case table.TooLate:
		meter.Refused(game, "late")
	case table.NoMove:
		meter.Refused(game, "no_move")
	}
}

// maxUnseen is how many moves are remembered until players see them, in case Discord refuses to show the table.
const maxUnseen = 64

// unseenMoves holds the moves that players have not been shown yet.
type unseenMoves struct {
	mu      sync.Mutex
	seen    int
	waiting []unseenMove
}

// An unseenMove holds the line number of a move, and when the move was received.
type unseenMove struct {
	line       int
	receivedAt time.Time
}

// await reports whether players have seen a line. If they have not, markSeen returns receivedAt once they have.
func (s *unseenMoves) await(line int, came time.Time) (seen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if line > s.seen && len(s.waiting) < maxUnseen {
		s.waiting = append(s.waiting, unseenMove{line, came})
	}
	return line <= s.seen
}

// markSeen records that players have now seen a line. It returns the times at which the moves up to that line were
// received.
func (s *unseenMoves) markSeen(line int) (came []time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = max(s.seen, line)
	n := 0
	for ; n < len(s.waiting) && s.waiting[n].line <= line; n++ {
		came = append(came, s.waiting[n].receivedAt)
	}
	s.waiting = append(s.waiting[:0], s.waiting[n:]...)
	return came
}

// pictures holds the latest pictures of a table that players were shown.
type pictures struct {
	mu  sync.Mutex
	all []picture // oldest first
}

// A picture shows the effects of all lines up to a certain one.
type picture struct {
	line int
	at   time.Time // when it was shown; zero: in an earlier run
}

// maxPictures is how many pictures are remembered. It must exceed the number of past tables that a table remembers.
const maxPictures = 16

// add records a picture.
func (p *pictures) add(line int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.all); n > 0 && p.all[n-1].line >= line {
		return
	}
	p.all = append(p.all[max(0, len(p.all)-maxPictures+1):], picture{line, at})
}

// shownSince reports whether players were shown the effects of a line, and when.
func (p *pictures) shownSince(line int) (at time.Time, shown bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.all {
		if one.line >= line {
			return one.at, true
		}
	}
	return time.Time{}, false
}
