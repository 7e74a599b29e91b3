package lobby

import (
	"sync"
	"time"

	"settable/bot/table"
)

// measure counts what came of a word at a table, for the host.
func measure(t *Table, now table.Session, w table.Word, a table.Answer) {
	meter, game := t.lobby.Meter, t.Row.Game
	switch a.Verdict {
	case table.Played:
		meter.Moved(game, w.Came)
		if t.drawnAt == now.Line && !w.Came.IsZero() && t.unseenMoves.await(now.Line, w.Came) {
			meter.Seen(w.Came)
		}
	case table.Refused:
		meter.Refused(game, "refused")
	case table.TooLate:
		meter.Refused(game, "late")
	case table.NoMove:
		meter.Refused(game, "no_move")
	}
}

// mostUnseen bounds what waits to be seen, where Discord refuses to show it.
const mostUnseen = 64

// unseenMoves are the moves that people have not seen yet.
type unseenMoves struct {
	mu      sync.Mutex
	seen    int // the line that people have seen
	waiting []unseenMove
}

// An unseenMove is a move of a line, and when it came.
type unseenMove struct {
	line int
	came time.Time
}

// await says whether people have seen the line already; else it waits for that.
func (s *unseenMoves) await(line int, came time.Time) (seen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if line > s.seen && len(s.waiting) < mostUnseen {
		s.waiting = append(s.waiting, unseenMove{line, came})
	}
	return line <= s.seen
}

// see says when the moves came that people see now.
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
