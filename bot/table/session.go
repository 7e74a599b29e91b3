package table

import (
	"time"

	"settable/games"
	"settable/games/vocabulary"
	"settable/store"
)

// A Session is a table as it stands: all by which a word is judged, and all that
// others may know of it. It is a value: what it refers to is replaced, never
// changed, so it can be read while the table goes on.
type Session struct {
	Row        store.Table
	Rules      games.Rules
	Manual     games.Manual
	Course     games.Course
	Line       int                           // number of the last line
	Sight      int                           // and as all may know it, for buttons: secret lines do not count
	Moved      time.Time                     // when somebody last moved
	Wrote      time.Time                     // when its latest line was
	Seats      map[store.PlayerID]games.Seat // who sits or sat where
	Names      map[games.Seat]string         // what they are called, ready to be printed
	Halted     time.Time                     // since when the clock stands still; zero: it runs
	Vocabulary *vocabulary.Vocabulary        // of the table; nil: none but the notation
	Unknown    bool                          // nobody can say whether the last line is written

	dealt   int         // number of the line since which the cards lie as they do
	view    *games.View // what everybody sees; nil: nobody has looked
	past    []*former
	gone    bool // the channel is no more, or another has closed the table
	refused bool // the disk refuses lines, and that halted the clock
}

// View is what everybody sees.
func (s Session) View() games.View {
	if s.view != nil {
		return *s.view
	}
	return s.Course.Game.View(games.Watcher)
}

// play sets the game, and looks at it once for all who ask.
func (s *Session) play(course games.Course) {
	v := course.Game.View(games.Watcher)
	s.Course, s.view = course, &v
}

// SeatOf is the seat of a player who sits, or sat, here; else the next free one.
func (s Session) SeatOf(p store.PlayerID) (seat games.Seat, sits bool) {
	seat, known := s.Seats[p]
	if !known {
		return games.Seat(len(s.Seats) + 1), false
	}
	at := s.View().Place(seat)
	return seat, at.Seat == seat && !at.Left
}

// Name is what a seat is called in a sentence.
func (s Session) Name(seat games.Seat) string {
	if n, ok := s.Names[seat]; ok {
		return n
	}
	return games.SeatLetter(seat)
}

// MayEnd says who closes the table: who opened it, who manages the server, and
// anybody once the table has been asleep for an hour.
func (s Session) MayEnd(w Word) bool {
	return w.Who.ID == s.Row.Opener || w.Who.Manages || w.At.Sub(s.Moved) > time.Hour
}

// Thinkers are the players the table waits for.
func (s Session) Thinkers() (players []store.PlayerID) {
	for _, p := range s.View().Seats {
		for player, seat := range s.Seats {
			if p.Turn && seat == p.Seat && p.House == (games.HousePlayer{}) {
				players = append(players, player)
			}
		}
	}
	return players
}

// Asleep says whether nobody is at the table, which waits for a word of those who sit
// there.
func (s Session) Asleep() bool { return !s.Over() && s.Course.Game.Asleep() }

// Over says whether there is nothing more to play.
func (s Session) Over() bool { return s.gone || s.View().Phase == games.Finished }

// first is the first seat on which somebody sits who is not of the house.
func first(v games.View) games.Seat {
	for _, p := range v.Seats {
		if !p.Left && !p.IsHouse() {
			return p.Seat
		}
	}
	return 1
}
