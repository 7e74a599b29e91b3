package lobby

import (
	"sync"
	"time"

	"settable/bot/table"
)

// measure updates the metrics after a table has handled a Word.
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

// maxUnseen is the maximum number of moves that are remembered until players see them. The limit matters only if
// Discord refuses to show the table.
const maxUnseen = 64

// unseenMoves holds the moves that haven't been shown to players yet.
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

// await reports whether a line has already been shown to players. If it hasn't, await remembers it for markSeen.
func (s *unseenMoves) await(line int, came time.Time) (seen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if line > s.seen && len(s.waiting) < maxUnseen {
		s.waiting = append(s.waiting, unseenMove{line, came})
	}
	return line <= s.seen
}

// markSeen records that a line has been shown to players. It returns when the remembered moves up to that line were
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

// pictures records when the latest pictures of a table were shown to players.
type pictures struct {
	mu  sync.Mutex
	all []picture // oldest first
}

// A picture records when the effects of a line, and of all lines before it, were shown.
type picture struct {
	line int
	at   time.Time // when it was shown; zero: in an earlier run
}

// maxPictures is the maximum number of remembered pictures. It must exceed the number of earlier states that a
// table.Session keeps.
const maxPictures = 16

func (p *pictures) add(line int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.all); n > 0 && p.all[n-1].line >= line {
		return
	}
	p.all = append(p.all[max(0, len(p.all)-maxPictures+1):], picture{line, at})
}

// shownSince reports whether the effects of a line have been shown to players, and when.
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
