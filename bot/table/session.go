package table

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/vocabulary"
	"settable/store"
)

// A Session is a table as it stands: all by which a word is judged, and all that others may know. It is a
// value whose maps and slices are replaced and never changed, so it can be read while the table plays on.
type Session struct {
	Row        store.Table
	Rules      games.Rules
	Manual     games.Manual
	Course     games.Course
	Line       int                           // number of the last line
	Sight      int                           // the same without secret lines: buttons carry it
	Moved      time.Time                     // when somebody last moved
	Wrote      time.Time                     // the latest time of a line
	Seats      map[store.PlayerID]games.Seat // of everybody who sits or sat here
	Names      map[games.Seat]string         // of the players on them, ready to be printed
	Halted     time.Time                     // since when the clock stands still; zero: it runs
	Vocabulary *vocabulary.Vocabulary        // of the table's language; nil: only the notation is understood
	Unknown    bool                          // nobody can say whether the last line is written

	dealt   int         // the Sight since which the cards lie as they do
	view    *games.View // cache of View; nil: not looked at yet
	past    formers
	gone    bool // the channel is gone, or something else has closed the table
	refused bool // the disk refuses lines, which halted the clock
}

// View is what everybody sees.
func (s Session) View() games.View {
	if s.view != nil {
		return *s.view
	}
	return s.Course.Game.View(games.Watcher)
}

// play sets the game and what everybody sees of it.
func (s *Session) play(course games.Course) {
	v := course.Game.View(games.Watcher)
	s.Course, s.view = course, &v
}

// SeatOf is the seat of a player and whether they sit there now. For a player who never
// sat here it is the seat that the game would give next. The number of known players says
// nothing about that: one person may have had two seats, before and after being forgotten.
func (s Session) SeatOf(p store.PlayerID) (seat games.Seat, sits bool) {
	seat, known := s.Seats[p]
	if !known {
		return s.View().NextSeat(), false
	}
	at := s.View().Place(seat)
	return seat, at.Seat == seat && !at.Left
}

// Name is what the player on a seat is called in a sentence; the seat's letter if that is unknown.
func (s Session) Name(seat games.Seat) string {
	if n, ok := s.Names[seat]; ok {
		return n
	}
	return games.SeatLetter(seat)
}

// Moderates reports whether the speaker of w is a moderator (docs/spec/rules.md, Rights).
func (s Session) Moderates(w Word) bool {
	seat, _ := s.SeatOf(w.Who.ID)
	return IsModerator(w.Who.Manages, s.View().Place(seat).Stake)
}

// IsModerator reports whether somebody is a moderator of a table. Tests replace it, to show that they notice.
var IsModerator = func(manages, hasStake bool) bool { return manages && !hasStake }

// MayEnd reports whether the word of the speaker of w alone closes the table, after the hand in play or at once (Rights
// 11).
func (s Session) MayEnd(w Word) bool {
	if s.View().Phase == games.Gathering {
		seat, _ := s.SeatOf(w.Who.ID)
		return s.Moderates(w) || s.idle(w) || w.Who.ID == s.Row.Opener && len(s.others(seat)) == 0
	}
	return s.CanCloseNow(w) && (s.Moderates(w) || s.idle(w) || w.Who.ID == s.Row.Opener || w.Who.Manages)
}

// CanCloseNow reports whether closing the table, after the hand in play or at once, takes nothing from anybody who has
// not agreed: if the speaker of w is a moderator, if nothing is being played, if nobody has moved for an hour, or if
// the table is for chips, whose hands are played to their end.
func (s Session) CanCloseNow(w Word) bool {
	_, chips := s.Manual.Option("stack")
	return chips || s.Moderates(w) || s.idle(w) || s.View().Phase == games.Gathering
}

// idle reports whether nobody has moved for an hour.
func (s Session) idle(w Word) bool { return w.At.Sub(s.Moved) > time.Hour }

// others are the people who are present, other than the one on that seat.
func (s Session) others(seat games.Seat) (list []games.Place) {
	for _, p := range s.View().Seats {
		if p.Seat != seat && !p.Left && !p.Away && !p.IsHouse() {
			list = append(list, p)
		}
	}
	return list
}

// opensAlone reports whether a seated player who asks to end the table opened it while other players are present, none
// of whom wants it closed. Such a player leaves the game (Rights 11).
func (s Session) opensAlone(w Word, seat games.Seat) bool {
	others := s.others(seat)
	return w.Who.ID == s.Row.Opener && len(others) > 0 &&
		!slices.ContainsFunc(others, func(p games.Place) bool { return p.Ends })
}

// Thinkers are the people whose move the table waits for. Nobody waits for a player who is being forgotten.
func (s Session) Thinkers() (players []store.PlayerID) {
	for _, p := range s.View().Seats {
		for player, seat := range s.Seats {
			waits := p.Turn || slices.Contains(s.View().Hurried, p.Seat)
			if waits && seat == p.Seat && !player.Forgotten() && p.House == (games.HousePlayer{}) {
				players = append(players, player)
			}
		}
	}
	return players
}

// Asleep reports whether nobody is at the table, so that it waits for a word of somebody who sits there.
func (s Session) Asleep() bool { return !s.Over() && s.Course.Game.Asleep() }

// Over reports whether there is nothing left to play.
func (s Session) Over() bool { return s.gone || s.View().Phase == games.Finished }
