package table

import (
	"slices"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A Session is the current state of a table: everything needed to judge a move and to show the table. It is an
// immutable value: its maps and slices are replaced, never modified, so other goroutines can read it while the table
// plays on.
type Session struct {
	Row            store.Table
	Rules          games.Rules
	Manual         games.Manual
	Course         games.Course
	Line           int // number of the last line
	Sight          int // number of the last line that isn't secret; buttons carry it
	LastMove       time.Time
	LastWritten    time.Time               // the time of the latest line
	Seats          map[ids.User]games.Seat // players who sit or have sat at the table
	Names          map[games.Seat]string   // printed names of the players
	HaltedSince    time.Time               // zero: the clock runs
	LastRecap      *Recap                  // the last recap that was cleared from the table; nil: none
	RecapLine      int                     // the line that put the recap on the table; 0: there is none
	Vocabulary     *games.Vocabulary       // of the table's language; nil: only the notation is understood
	OutcomeUnknown bool                    // the commit outcome of the last line is unknown

	earlierPlayers map[ids.User]bool // everyone who had sat at another table of the same night or match when this one was loaded

	lostByMove  time.Duration // Course.Lost at LastMove
	cardsSince  int           // the Sight at which cards last moved
	view        *games.View   // cache of View; nil: not computed yet
	past        pastTables
	isClosed    bool // the channel is gone, or something else has closed the table
	diskRefuses bool // the clock is stopped because the disk refuses lines
}

// A Recap is a finished hand that the table showed until the next hand began or the table was closed. See
// games.View.Recap.
type Recap struct {
	Game      games.Game
	Line      int       // the number of its last line
	Sight     int       // the same without counting secret lines
	ClearedAt time.Time // when the next hand began or the table closed
}

// noteRecap records that a step showed a recap or cleared it away. before is the game before the step; line and at
// are the number and time of the step's line.
func (s *Session) noteRecap(before games.Game, step games.Step, line int, at time.Time) {
	if step.ClearsRecap {
		s.LastRecap, s.RecapLine = &Recap{before, line - 1, s.Sight, at}, 0
	}
	if step.ShowsRecap {
		s.RecapLine = line
	}
}

// View returns what everyone may see.
func (s Session) View() games.View {
	if s.view != nil {
		return *s.view
	}
	return s.Course.Game.View(games.Watcher)
}

func (s *Session) play(course games.Course) {
	v := course.Game.View(games.Watcher)
	s.Course, s.view = course, &v
}

// SeatOf returns a player's seat and whether they sit there now. For a player who has never sat at this table, it
// returns the seat that the game would assign next. The seat doesn't follow from the number of known players, because
// a person can have had one seat before their data was deleted and another one afterwards.
func (s Session) SeatOf(p ids.User) (seat games.Seat, sits bool) {
	seat, known := s.Seats[p]
	if !known {
		return s.View().NextSeat(), false
	}
	at := s.View().Seat(seat)
	return seat, at.Seat == seat && !at.HasLeft
}

// Name returns the display name of the player in a seat, or the seat's letter if the name is unknown.
func (s Session) Name(seat games.Seat) string {
	if n, ok := s.Names[seat]; ok {
		return n
	}
	return games.SeatLetter(seat)
}

// Moderates reports whether the speaker of w is a moderator (docs/spec/rules.md, Rights).
func (s Session) Moderates(w Word) bool {
	seat, _ := s.SeatOf(w.Who.ID)
	return IsModerator(w.Who.Manages, s.View().Seat(seat).HasStake || s.competes(w.Who.ID))
}

// competes reports whether a player is in the standings of the table's night or match, because they have had a seat at
// this table or an earlier one. It is always false for a table that belongs to neither a night nor a match.
func (s Session) competes(p ids.User) bool {
	_, sat := s.Seats[p]
	return (s.Row.Night != 0 || s.Row.Options.IsMatch()) && (sat || s.earlierPlayers[p])
}

// refuseCompetitor says why a member with Manage Server who has played in the night or match can't moderate its tables.
func (s Session) refuseCompetitor(w Word) games.Phrase {
	if s.Row.Night == 0 {
		return refuseUnlessTyped(w, "table.plays_in_match")
	}
	return refuseUnlessTyped(w, "table.plays_in_night")
}

// IsModerator reports whether a person counts as a moderator of a table. It is a variable because tests replace it to
// prove that they would notice a wrong rule.
var IsModerator = func(manages, hasStake bool) bool { return manages && !hasStake }

// MayEnd reports whether the speaker of w may close the table alone, at once or after the current hand (Rights 11).
func (s Session) MayEnd(w Word) bool {
	if s.View().Phase == games.Gathering {
		seat, _ := s.SeatOf(w.Who.ID)
		return s.Moderates(w) || s.idle(w) || w.Who.ID == s.Row.Opener && len(s.others(seat)) == 0
	}
	return s.CanCloseNow(w) && (s.Moderates(w) || s.idle(w) || w.Who.ID == s.Row.Opener || w.Who.Manages)
}

// CanCloseNow reports whether the table can be closed without the other players' consent: because the speaker of w is
// a moderator, because no game is being played, or because no player has moved for an hour. A table for chips can
// always be closed, because the hand in play is still played to its end.
func (s Session) CanCloseNow(w Word) bool {
	return !s.NeedsModerator(w) || s.Moderates(w)
}

// NeedsModerator reports whether only a moderator may close the table alone.
func (s Session) NeedsModerator(w Word) bool {
	_, chips := s.Manual.Option("stack")
	return !chips && !s.idle(w) && s.View().Phase != games.Gathering
}

// idle reports whether no player has moved for an hour. During a game, time while the clock was stopped doesn't
// count, or the player in the lead could end the game by hiding the table for an hour.
func (s Session) idle(w Word) bool {
	until := w.At
	if s.View().Phase == games.Playing && !s.HaltedSince.IsZero() && until.After(s.HaltedSince) {
		until = s.HaltedSince
	}
	return until.Sub(s.LastMove)-(s.Course.Lost-s.lostByMove) > time.Hour
}

// others returns the human players who are present, except the player in the given seat.
func (s Session) others(seat games.Seat) (list []games.SeatView) {
	for _, p := range s.View().Seats {
		if p.Seat != seat && !p.HasLeft && !p.Away && !p.IsHouse() {
			list = append(list, p)
		}
	}
	return list
}

// endsAlone reports whether the speaker of w is a seated player who asks to end the table they opened, against the
// wishes of the other players present. Such a player leaves the game instead (Rights 11).
func (s Session) endsAlone(w Word, seat games.Seat) bool {
	others := s.others(seat)
	return w.Who.ID == s.Row.Opener && len(others) > 0 &&
		!slices.ContainsFunc(others, func(p games.SeatView) bool { return p.WantsEnd })
}

// Thinkers returns the human players that the table is waiting for, except players whose data is being deleted.
func (s Session) Thinkers() (players []ids.User) {
	for _, p := range s.View().Seats {
		for player, seat := range s.Seats {
			waits := p.Turn || slices.Contains(s.View().Hurried, p.Seat)
			if waits && seat == p.Seat && !player.IsForgotten() && p.House == (games.HousePlayer{}) {
				players = append(players, player)
			}
		}
	}
	return players
}

// Asleep reports whether the table has no active player left. A sleeping table waits until a seated player says
// something.
func (s Session) Asleep() bool { return !s.Over() && s.Course.Game.Presence().Asleep() }

// Over reports whether the game has ended or the table has been closed.
func (s Session) Over() bool { return s.isClosed || s.View().Phase == games.Finished }
