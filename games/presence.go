package games

import (
	"iter"
	"time"
)

const (
	// missesUntilAway is how many turns in a row a player must miss to count as away (Presence 2).
	missesUntilAway = 2
	// awayUntilLeft is how long a player may be away before losing the seat (Presence 5).
	awayUntilLeft = 30 * time.Minute
)

// An Attendance records who is seated at a table and which of these players are away. It is embedded in Seats.
type Attendance struct {
	Roster  Roster
	Closing bool // the table closes after the hand in play
	Scored  bool // a player has scored or taken a set, so a player who leaves now forfeits the game
	Forfeit bool // the game was won by forfeit
	// Practice means that a house player sits or has sat at the table. Such a table leaves chip balances alone and
	// counts only towards practice records.
	Practice bool
	chairs   []chair
	hurry    time.Time // when the clock acts for players who were asked to hurry; zero: no one was asked
}

// A chair holds what an Attendance knows about one seat.
type chair struct {
	away       bool
	awaySince  time.Time // when the seat's player went away
	misses     int       // how many times in a row the clock has had to act for the seat
	kickVotes  uint64    // the seats that want the player kicked: bit k-1 is seat k
	awayVotes  uint64    // the part of kickVotes that was cast while the player was away and lapses when the player returns
	wantsVoid  bool      // the player wants the hand in play voided
	wantsEnd   bool      // the player wants the table closed
	leaving    bool      // the player leaves after the hand in play and stays away until then
	kicked     bool      // the player was kicked or forgotten, which is no forfeit
	barred     bool      // the player was kicked: they can't rejoin and don't count as beaten
	house      HousePlayer
	standIn    HousePlayer // the house player who plays for the seat while its player is away
	coverVotes uint64      // the seats that want the house to play for this one: bit k-1 is seat k
}

func (a *Attendance) writableChair(s Seat) *chair {
	for len(a.chairs) < int(s) {
		a.chairs = append(a.chairs, chair{})
	}
	return &a.chairs[s-1]
}

// chairOf returns the chair of a seat, which the caller must not change. It returns the zero chair if nothing has been
// stored about the seat.
func (a *Attendance) chairOf(s Seat) *chair {
	if s < 1 || int(s) > len(a.chairs) {
		return &noChair
	}
	return &a.chairs[s-1]
}

var noChair chair // shared by all seats without a chair, so it must not be changed

// IsAway reports whether the seat is taken but no one plays it now. A seat played by the house counts as away only
// while all people are away, because the house stops playing then.
func (a *Attendance) IsAway(s Seat) bool {
	if a.IsPlayedByHouse(s) && !a.isLeaving(s) {
		return a.Roster.Sits(s) && a.Asleep()
	}
	return a.Roster.Sits(s) && a.chairOf(s).away
}

func (a *Attendance) IsPresent(s Seat) bool { return a.Roster.Sits(s) && !a.IsAway(s) }

// WasKicked reports whether the player of the seat was kicked or forgotten. The points of such a player still count.
func (a *Attendance) WasKicked(s Seat) bool { return a.chairOf(s).kicked }

// isLeaving reports whether the player of the seat leaves after the hand in play. Such a player can neither move nor
// come back.
func (a *Attendance) isLeaving(s Seat) bool { return a.chairOf(s).leaving }

// LeavingSeats lists the seats whose players leave after the hand in play.
func (a *Attendance) LeavingSeats() (list []Seat) {
	for s := range a.Roster.All() {
		if a.chairOf(s).leaving {
			list = append(list, s)
		}
	}
	return list
}

// PresentPeople returns the seated people who are present. A vote succeeds only if all of them agree. House players
// have no vote.
func (a *Attendance) PresentPeople() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for s := range a.people() {
			if !a.chairOf(s).away && !yield(s) {
				return
			}
		}
	}
}

// Asleep reports whether the table has players but all of them are away. While a table is asleep, no clock runs and
// house players do not move.
func (a *Attendance) Asleep() bool {
	sits := false
	for s := range a.people() {
		if sits = true; !a.chairOf(s).away {
			return false
		}
	}
	return sits
}

// NewHand clears the votes to void the previous hand or close the table.
func (a *Attendance) NewHand() {
	for i := range a.chairs {
		a.chairs[i].wantsVoid, a.chairs[i].wantsEnd = false, false
	}
}

// dropVoidVotes clears the votes to void the hand in play when more cards are laid (Rights 10).
func (a *Attendance) dropVoidVotes() {
	for i := range a.chairs {
		a.chairs[i].wantsVoid = false
	}
}

// RecordScore records that a player has scored.
func (a *Attendance) RecordScore() {
	a.Scored = true
	a.DropEndVotes()
}

// DropEndVotes clears the votes to close the table after a player has scored, because someone else may now be in the
// lead (Rights 11).
func (a *Attendance) DropEndVotes() {
	for i := range a.chairs {
		a.chairs[i].wantsEnd = false
	}
}

// hurryTime is how long players have to act once they have been asked to hurry (Rights 14).
const hurryTime = 2 * time.Minute

// ResetHurry cancels any request to hurry, because the game now waits for other players or other moves. If the table
// closes after this hand, it sets the same time limit without a request, because the hand must end.
func (a *Attendance) ResetHurry(now time.Time) {
	a.hurry = time.Time{}
	if a.Closing {
		a.hurry = now.Add(hurryTime)
	}
}

// StopHurry records that the game waits for no one.
func (a *Attendance) StopHurry() { a.hurry = time.Time{} }

// HurriedSeats returns the players who were asked to hurry: either all players the game is waiting for, or none.
func (a *Attendance) HurriedSeats(waiting []Seat) []Seat {
	if a.hurry.IsZero() {
		return nil
	}
	return waiting
}

// ActionDeadline returns the time at which the clock acts for players: the game's own deadline or, if own is zero, the
// end of the time given to hurried players.
func (a *Attendance) ActionDeadline(own time.Time) time.Time {
	if own.IsZero() {
		return a.hurry
	}
	return own
}

// IsHouse reports whether the seat belongs to a house player, even one who has left.
func (a *Attendance) IsHouse(s Seat) bool { return a.chairOf(s).house != HousePlayer{} }

// IsPlayedByHouse reports whether the house plays a seat, either its own or that of an absent player.
func (a *Attendance) IsPlayedByHouse(s Seat) bool {
	return a.IsHouse(s) || a.chairOf(s).standIn != HousePlayer{}
}

// people returns the seated players who are not house players.
func (a *Attendance) people() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for s := range a.Roster.All() {
			if !a.IsHouse(s) && !yield(s) {
				return
			}
		}
	}
}

// FillSeats fills in the parts of a view's seats that an Attendance knows: who has left, who is away, which seats the
// house plays, and who has a seat or points that still count. A game must itself add the players who have a stake in
// the hand in play.
func (a *Attendance) FillSeats(list []SeatView) []SeatView {
	for i := range list {
		s, c := list[i].Seat, a.chairOf(list[i].Seat)
		list[i].HasLeft, list[i].Away = !a.Roster.Sits(s), a.IsAway(s) || a.Roster.Sits(s) && c.away
		list[i].IsLeaving, list[i].WantsEnd = a.isLeaving(s), c.wantsEnd && !c.away
		// A player who left may return and keep their points, and a kicked player's points can still win.
		list[i].HasStake = a.Roster.Sits(s) || list[i].Score > 0 || a.WasKicked(s) && list[i].Score != 0
		if list[i].House = c.house; c.standIn != (HousePlayer{}) {
			list[i].House = c.standIn
		}
	}
	return list
}

// Headline returns the headline of a game in the given phase. Once the game has begun, it calls own for the headline,
// unless all players are away.
func (a *Attendance) Headline(phase Phase, own func() Phrase) Phrase {
	switch {
	case phase != Finished && a.Asleep():
		return Say("games.head.asleep")
	case phase == Gathering && a.Roster.SeatedCount() == 0:
		return Say("games.head.join")
	case phase == Gathering:
		return Say("games.head.waiting")
	}
	return own()
}

// SetCount returns the Count to which a set taken by a seat is added. Only sets taken while another person is present
// count on leaderboards (Rights 16).
func (a *Attendance) SetCount(s Seat) Count {
	for other := range a.PresentPeople() {
		if other != s {
			return Sets
		}
	}
	if a.Practice {
		return Sets // practice tables have their own counts
	}
	return SetsAlone
}

// CountMiss records that the clock had to act for a seat.
func (a *Attendance) CountMiss(s Seat) { a.writableChair(s).misses++ }

// Unresponsive returns a seat whose player must be declared away, because the clock has acted for it too often in a
// row. It returns false if no seat is unresponsive.
func (a *Attendance) Unresponsive() (Seat, bool) {
	for s := range a.people() {
		if c := a.chairOf(s); !c.away && c.misses >= missesUntilAway {
			return s, true
		}
	}
	return Watcher, false
}

// NextDeadline returns the time of the next clock event: the game's own deadline (zero: none), or an earlier time at
// which a player who has been away too long loses their seat. No clock runs while all players are away.
func (a *Attendance) NextDeadline(own time.Time) time.Time {
	if a.Asleep() {
		return time.Time{}
	}
	own = a.ActionDeadline(own)
	if _, left := a.overdue(); !left.IsZero() && (own.IsZero() || left.Before(own)) {
		return left
	}
	return own
}

// overdue returns the seat whose player has been away longest, and the time at which that player loses the seat. If no
// one is away, it returns Watcher and the zero time.
func (a *Attendance) overdue() (first Seat, at time.Time) {
	for s := range a.Roster.All() {
		if c := a.chairOf(s); c.away && !a.isLeaving(s) && (first == Watcher || c.awaySince.Before(a.chairOf(first).awaySince)) {
			first, at = s, c.awaySince.Add(awayUntilLeft)
		}
	}
	return first, at
}

// markAway records that the player of a seat is away from now on.
func (a *Attendance) markAway(s Seat, now time.Time) {
	c := a.writableChair(s)
	c.away, c.awaySince, c.misses = true, now, 0
}

// markLeaving makes the player of a seat leave after the hand in play. Until then, the player counts as away: the seat
// checks or folds, passes, and isn't asked anything.
func (a *Attendance) markLeaving(s Seat, now time.Time) {
	c := a.writableChair(s)
	c.leaving = true
	c.away, c.awaySince, c.misses, c.coverVotes, c.standIn = true, now, 0, 0, HousePlayer{}
}

// recordMove records a move by the player of a seat and reports whether that player was away. If all players were away,
// the absence of the other players counts from now, because no clock ran in the meantime.
func (a *Attendance) recordMove(s Seat, now time.Time) (back bool) {
	if c := a.chairOf(s); !c.away && c.misses == 0 {
		return false
	}
	if a.Asleep() {
		a.StopHurry()
		for other := range a.Roster.All() {
			a.writableChair(other).awaySince = now
		}
	}
	c := a.writableChair(s)
	back = c.away
	c.away, c.misses = false, 0
	if back {
		c.dropAwayVotes()
		c.coverVotes, c.standIn = 0, HousePlayer{}
	}
	return back
}

// dropAwayVotes clears the votes to remove a player that were cast while the player was away. It keeps all other votes,
// so that players can't clear them by going away and coming back (Rights 12).
func (c *chair) dropAwayVotes() { c.kickVotes, c.awayVotes = c.kickVotes&^c.awayVotes, 0 }

// countVotes returns how many present people may vote about the player in seat s, who has no vote, and how many have
// voted. Bit k-1 of votes is seat k.
func (a *Attendance) countVotes(s Seat, votes uint64) (n, of int) {
	for other := range a.PresentPeople() {
		if other == s {
			continue
		}
		if of++; votes>>(other-1)&1 == 1 {
			n++
		}
	}
	return n, of
}

// clone returns a copy that shares no memory with the original.
func (a Attendance) clone() Attendance {
	a.chairs = append([]chair(nil), a.chairs...)
	return a
}
