package lobby

import (
	"sync"
	"time"

	"settable/bot/table"
)

// measure counts, for the host, what came of a word at a table.
func (t *Table) measure(now table.Session, w table.Word, a table.Answer) {
	meter, game := t.lobby.Meter, t.Row.Game
	switch a.Verdict {
	case table.Played:
		meter.Moved(game, w.ReceivedAt)
		if t.drawnAt == now.Line && !w.ReceivedAt.IsZero() && t.unseenMoves.await(now.Line, w.ReceivedAt) {
			meter.Seen(w.ReceivedAt)
		}
	case table.Refused:
		meter.Refused(game, "refused")
	case table.TooLate:
		meter.Refused(game, "late")
	case table.NoMove:
		meter.Refused(game, "no_move")
	}
}

// mostUnseen is how many moves wait at most to be seen, in case Discord refuses to show the table.
const mostUnseen = 64

// unseenMoves are the moves that people have not been shown yet.
type unseenMoves struct {
	mu      sync.Mutex
	seen    int // the last line that people have seen
	waiting []unseenMove
}

// An unseenMove is the number of a move's line, and when the move was heard.
type unseenMove struct {
	line int
	came time.Time
}

// await reports whether players have seen a line. If not, see returns came once they have.
func (s *unseenMoves) await(line int, came time.Time) (seen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if line > s.seen && len(s.waiting) < mostUnseen {
		s.waiting = append(s.waiting, unseenMove{line, came})
	}
	return line <= s.seen
}

// see notes that people have now seen a line. It returns when the moves up to it were heard.
func (s *unseenMoves) see(line int) (came []time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = max(s.seen, line)
	n := 0
	for ; n < len(s.waiting) && s.waiting[n].line <= line; n++ {
		came = append(came, s.waiting[n].came)
	}
	s.waiting = append(s.waiting[:0], s.waiting[n:]...)
	return came
}

// pictures are those of a table that people were shown last.
type pictures struct {
	mu  sync.Mutex
	all []picture // oldest first
}

// A picture shows what came of all lines up to one.
type picture struct {
	line int
	at   time.Time // when it was shown; zero: in an earlier run
}

// mostPictures is how many are remembered: more than a table remembers takes.
const mostPictures = 16

// shown notes a picture.
func (p *pictures) shown(line int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.all); n > 0 && p.all[n-1].line >= line {
		return
	}
	p.all = append(p.all[max(0, len(p.all)-mostPictures+1):], picture{line, at})
}

// since is when people were shown what came of a line, and whether they were.
func (p *pictures) since(line int) (at time.Time, shown bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.all {
		if one.line >= line {
			return one.at, true
		}
	}
	return time.Time{}, false
}
