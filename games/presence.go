package games

import (
	"iter"
	"time"
)

const (
	// missesUntilAway: "after the clock has spoken for it twice in a row".
	missesUntilAway = 2
	// awayUntilLeft: "After 30 minutes away its chips go home and the seat is left."
	awayUntilLeft = 30 * time.Minute
)

// An Attendance is who sits at a table and who of them is there. Games have it as a
// part of their Seats.
type Attendance struct {
	Roster  Roster
	Closing bool // after the hand in play
	Scored  bool // somebody has scored or taken a set: who leaves now forfeits the game
	Forfeit bool // it was won so
	// Practice: a player of the house sits, or sat, here. No chips change hands and nothing counts.
	Practice bool
	chairs   []chair
}

// A chair is what presence keeps of a seat.
type chair struct {
	away    bool
	since   time.Time // when it went away
	misses  int       // how often in a row the clock has spoken for it
	against uint64    // who wants it sent home: bit k-1 is seat k
	voids   bool      // wants the hand in play voided
	leaves  bool      // it goes home after the hand
	sent    bool      // it was sent home: no opponent who was beaten
	barred  bool      // it was there when that happened, and does not come back
	house   HousePlayer
	cover   HousePlayer // who plays for its player while that one is away
	asked   uint64      // who wants somebody to: bit k-1 is seat k
}

// Presence is who is there, for what all games play alike.
func (a *Attendance) Presence() *Attendance { return a }

func (a *Attendance) chair(s Seat) *chair {
	for len(a.chairs) < int(s) {
		a.chairs = append(a.chairs, chair{})
	}
	return &a.chairs[s-1]
}

// of is a chair to look at: nothing is kept of a seat that was never spoken of.
func (a *Attendance) of(s Seat) *chair {
	if s < 1 || int(s) > len(a.chairs) {
		return &unspoken
	}
	return &a.chairs[s-1]
}

var unspoken chair // nobody writes there

// Away tells whether nobody plays on the seat, and its player has not left it. The
// house is there as long as somebody else is.
func (a *Attendance) Away(s Seat) bool {
	if a.ByHouse(s) {
		return a.Roster.Sits(s) && a.Asleep()
	}
	return a.Roster.Sits(s) && a.of(s).away
}

func (a *Attendance) Present(s Seat) bool { return a.Roster.Sits(s) && !a.Away(s) }

func (a *Attendance) Sent(s Seat) bool { return a.of(s).sent }

// GoingHome lists who was sent home, or is to be, in the hand in play.
func (a *Attendance) GoingHome() (list []Seat) {
	for s := range a.Roster.All() {
		if a.of(s).leaves {
			list = append(list, s)
		}
	}
	return list
}

// Attend are the people who sit here and are there: those who are asked where all must
// agree. The house agrees to what they do.
func (a *Attendance) Attend() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for s := range a.people() {
			if !a.of(s).away && !yield(s) {
				return
			}
		}
	}
}

// Asleep tells whether somebody sits here and nobody is there: no clock runs then, and the
// house is silent.
func (a *Attendance) Asleep() bool {
	sits := false
	for s := range a.people() {
		if sits = true; !a.of(s).away {
			return false
		}
	}
	return sits
}

// NewHand forgets who wanted the hand before voided.
func (a *Attendance) NewHand() {
	for i := range a.chairs {
		a.chairs[i].voids = false
	}
}

// IsHouse tells whether a seat is, or was, the house's own.
func (a *Attendance) IsHouse(s Seat) bool { return a.of(s).house != HousePlayer{} }

// ByHouse tells whether the house plays on a seat: its own, or for who is away.
func (a *Attendance) ByHouse(s Seat) bool { return a.IsHouse(s) || a.of(s).cover != HousePlayer{} }

// people are those who sit here and are not of the house.
func (a *Attendance) people() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for s := range a.Roster.All() {
			if !a.IsHouse(s) && !yield(s) {
				return
			}
		}
	}
}

// Places are the seats of a view, with who has left and who is away.
func (a *Attendance) Places(list []Place) []Place {
	for i := range list {
		s, c := list[i].Seat, a.of(list[i].Seat)
		list[i].Left, list[i].Away = !a.Roster.Sits(s), a.Away(s) || a.Roster.Sits(s) && c.away
		if list[i].House = c.house; c.cover != (HousePlayer{}) {
			list[i].House = c.cover
		}
	}
	return list
}

// Head is the headline of a game in that phase: its own once it has begun, unless all are asleep.
func (a *Attendance) Head(phase Phase, own func() Phrase) Phrase {
	switch {
	case phase != Finished && a.Asleep():
		return Say("games.head.asleep")
	case phase == Gathering && a.Roster.Here() == 0:
		return Say("games.head.join")
	case phase == Gathering:
		return Say("games.head.waiting")
	}
	return own()
}

// Misses notes that the clock speaks for a seat.
func (a *Attendance) Misses(s Seat) { a.chair(s).misses++ }

// Dozing is a seat for which the clock has spoken so often in a row that it must say
// that nobody is there.
func (a *Attendance) Dozing() (Seat, bool) {
	for s := range a.people() {
		if c := a.of(s); !c.away && c.misses >= missesUntilAway {
			return s, true
		}
	}
	return Watcher, false
}

// Until is when the clock moves, of a game that wants it at some time or never (zero):
// then, or when a seat was away for so long that it is left. Where all are asleep no
// clock runs.
func (a *Attendance) Until(own time.Time) time.Time {
	if a.Asleep() {
		return time.Time{}
	}
	if _, left := a.overdue(); !left.IsZero() && (own.IsZero() || left.Before(own)) {
		return left
	}
	return own
}

// overdue is who was away longest, and when that seat is left.
func (a *Attendance) overdue() (first Seat, at time.Time) {
	for s := range a.Roster.All() {
		if c := a.of(s); c.away && (first == Watcher || c.since.Before(a.of(first).since)) {
			first, at = s, c.since.Add(awayUntilLeft)
		}
	}
	return first, at
}

// away notes that a seat is not there from now on.
func (a *Attendance) away(s Seat, now time.Time) {
	c := a.chair(s)
	c.away, c.since, c.misses = true, now, 0
}

// heard notes a word of a seat, and says whether it was away. Where all slept, the
// time of those who sleep on is counted from now.
func (a *Attendance) heard(s Seat, now time.Time) (back bool) {
	if c := a.of(s); !c.away && c.misses == 0 && c.against == 0 {
		return false
	}
	if a.Asleep() {
		for other := range a.Roster.All() {
			a.chair(other).since = now
		}
	}
	c := a.chair(s)
	back = c.away
	c.away, c.misses = false, 0
	if back {
		c.against, c.asked, c.cover = 0, 0, HousePlayer{}
	}
	return back
}

// agreed counts who wants something of a seat, of all others who are there: bit k-1 of
// votes is seat k.
func (a *Attendance) agreed(s Seat, votes uint64) (n, of int) {
	for other := range a.Attend() {
		if other == s {
			continue
		}
		if of++; votes>>(other-1)&1 == 1 {
			n++
		}
	}
	return n, of
}

// copied is the same in memory of its own.
func (a Attendance) copied() Attendance {
	a.chairs = append([]chair(nil), a.chairs...)
	return a
}

// heard: "Any word of its player brings it back."
func heard(t Turn, a Action, step *Step) (back bool) {
	if back = t.Presence().heard(a.Seat, a.At); back {
		step.Tell(News("games.came_back", "who", a.Seat))
	}
	return back
}

// missing: "away: after the clock has spoken for it twice in a row". Who is away
// already may be said to be so again.
func missing(t Turn, a Action, s Seat, step *Step) error {
	switch {
	case a.Seat != Clock:
		return Refuse("games.clock_only")
	case !t.Presence().Roster.Sits(s) || t.Presence().IsHouse(s):
		return Refuse("games.nobody_there")
	case t.Presence().of(s).away:
		return nil
	}
	t.Presence().away(s, a.At)
	step.Tell(News("games.missing", "who", s))
	return nil
}

func stepAway(t Turn, a Action, step *Step) error {
	switch {
	case t.Presence().IsHouse(a.Seat):
		return Refuse("games.house_seat")
	case t.Presence().of(a.Seat).away:
		return Refuse("games.is_away")
	}
	t.Presence().away(a.Seat, a.At)
	step.Tell(News("games.went_away", "who", a.Seat))
	return nil
}
