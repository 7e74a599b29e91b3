package games

import (
	"iter"
	"math/bits"
	"slices"
)

// mostSeats is the maximum number of different players at one table in its lifetime. A uint64 holds one bit for each of
// them.
const mostSeats = 64

// A Roster records who sits at a table. Roster values can be compared with ==. New players get seats in the order in
// which they join. A seat never goes to another player, and a player who leaves and joins again gets the same seat
// back. The zero Roster is an empty table.
type Roster struct {
	seats int    // seats given so far
	here  uint64 // bit k-1: seat k is sitting
}

// SeatsGiven returns how many seats have been given so far. The next new player gets the seat after the last of these.
func (r Roster) SeatsGiven() int { return r.seats }

// SeatedCount returns how many players are seated now.
func (r Roster) SeatedCount() int { return bits.OnesCount64(r.here) }

// Sits reports whether the seat's player sits at the table now.
func (r Roster) Sits(s Seat) bool { return s >= 1 && int(s) <= r.seats && r.here>>(s-1)&1 == 1 }

// All returns the occupied seats in order.
func (r Roster) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for left := r.here; left != 0; left &= left - 1 {
			if !yield(Seat(bits.TrailingZeros64(left) + 1)) {
				return
			}
		}
	}
}

// Seats lists the occupied seats in order.
func (r Roster) Seats() []Seat { return slices.AppendSeq(make([]Seat, 0, r.SeatedCount()), r.All()) }

// Join returns the roster after a player has sat down, if fewer than most players are seated. Any error is of type
// Illegal.
func (r Roster) Join(s Seat, most int) (Roster, error) {
	switch {
	case s < 1:
		return r, Refuse("games.only_players")
	case r.Sits(s):
		return r, Refuse("games.sits_already")
	case r.SeatedCount() >= most:
		return r, Refuse("games.full", "N", r.SeatedCount())
	case int(s) > r.seats+1:
		return r, Refuse("games.next_seat", "seat", r.seats+1)
	case int(s) > mostSeats:
		return r, Refuse("games.no_more_seats", "N", mostSeats)
	}
	r.seats = max(r.seats, int(s))
	r.here |= 1 << (s - 1)
	return r, nil
}

// Leave returns the roster after the player of a seat has left. Any error is of type Illegal.
func (r Roster) Leave(s Seat) (Roster, error) {
	if err := r.Need(s); err != nil {
		return r, err
	}
	r.here &^= 1 << (s - 1)
	return r, nil
}

// Need returns a refusal if the seat's player isn't seated. Any error is of type Illegal.
func (r Roster) Need(s Seat) error {
	if r.Sits(s) {
		return nil
	}
	return Refuse("games.join_first")
}

// CanStart returns a refusal if the seat's player isn't seated or if fewer than least players are. Any error is of type
// Illegal.
func (r Roster) CanStart(s Seat, least int) error {
	if err := r.Need(s); err != nil {
		return err
	}
	if r.SeatedCount() < least {
		return Refuse("games.too_few", "N", least, "here", r.SeatedCount())
	}
	return nil
}

// Seats holds the Attendance of a table and the game's data about each player, including players who have left. A game
// has Seats as a field. Code that copies the game must also call Copy on that field.
type Seats[P any] struct {
	Attendance
	Players []P // seat 1 first
}

// Of returns the game's data about a player, which the caller may change. The seat must have been given to a player.
func (s *Seats[P]) Of(seat Seat) *P { return &s.Players[seat-1] }

// Copy returns a copy that shares no memory with the original.
func (s Seats[P]) Copy() Seats[P] {
	s.Players = append([]P(nil), s.Players...)
	s.Attendance = s.Attendance.clone()
	return s
}

// SitDown gives a player a seat, if fewer than most seats are taken, and adds an event to step. A returning player gets
// the same seat and keeps everything they had won. Any error is of type Illegal.
func (s *Seats[P]) SitDown(seat Seat, most int, step *Step) error {
	roster, err := s.Roster.Join(seat, most)
	if err != nil {
		return err
	}
	s.Roster = roster
	c := s.writableChair(seat)
	*c = chair{kickVotes: c.kickVotes}
	if int(seat) > len(s.Players) {
		s.Players = append(s.Players, *new(P))
	}
	step.Tell(NewEvent("games.joined", "who", seat))
	return nil
}

// StandUp makes a player leave and adds an event to step. The game keeps its data about the seat. Any error is of type
// Illegal.
func (s *Seats[P]) StandUp(seat Seat, step *Step) error {
	roster, err := s.Roster.Leave(seat)
	if err != nil {
		return err
	}
	s.Roster = roster
	c := s.writableChair(seat)
	c.dropAwayVotes()
	*c = chair{kicked: c.kicked, barred: c.barred, house: c.house, kickVotes: c.kickVotes}
	step.Tell(NewEvent("games.left", "who", seat))
	return nil
}

// Where lists the seats that meet a condition, including those of players who have left.
func (s *Seats[P]) Where(holds func(Seat) bool) (list []Seat) {
	for i := range s.Players {
		if seat := Seat(i + 1); holds(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// Names returns the names of the seats that meet a condition.
func (s *Seats[P]) Names(name func(Seat) string, holds func(Seat) bool) []string {
	return NamesOf(s.Where(holds), name)
}

// PerSeat maps the name of each seat to its value. It leaves out seats without a value.
func PerSeat[P, V any](s *Seats[P], name func(Seat) string, of func(Seat) (V, bool)) map[string]V {
	all := map[string]V{}
	for i := range s.Players {
		if v, has := of(Seat(i + 1)); has {
			all[name(Seat(i+1))] = v
		}
	}
	return all
}

// HasLeft reports whether the seat's player has left.
func (s *Seats[P]) HasLeft(seat Seat) bool { return !s.Roster.Sits(seat) }

// Count returns the number of seats that meet a condition, including those of players who have left.
func (s *Seats[P]) Count(holds func(Seat) bool) (n int) {
	for i := range s.Players {
		if holds(Seat(i + 1)) {
			n++
		}
	}
	return n
}

// FirstLeftOf returns the first seat that meets a condition. It starts to the left of the given seat, which comes last.
// It returns Watcher if no seat qualifies.
func (s *Seats[P]) FirstLeftOf(of Seat, holds func(Seat) bool) Seat {
	n := len(s.Players)
	for i := range n {
		if seat := Seat((int(of)+i)%n + 1); holds(seat) {
			return seat
		}
	}
	return Watcher
}

// RoundFrom lists the seats that meet a condition. It starts to the left of the given seat, which comes last.
func (s *Seats[P]) RoundFrom(from Seat, holds func(Seat) bool) []Seat {
	n := len(s.Players)
	list := make([]Seat, 0, n)
	for i := range n {
		if seat := Seat((int(from)+i)%n + 1); holds(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// CountAgreed returns how many people are present (of) and how many of them agree (n).
func (s *Seats[P]) CountAgreed(agrees func(*P) bool) (n, of int) {
	for seat := range s.PresentPeople() {
		if of++; agrees(s.Of(seat)) {
			n++
		}
	}
	return n, of
}

// Best returns the seats with the highest score, including seats of players who have left. It returns none if all
// scores are below least.
func (s *Seats[P]) Best(least int, score func(Seat) int) []Seat {
	best := least
	for i := range s.Players {
		best = max(best, score(Seat(i+1)))
	}
	return s.Where(func(seat Seat) bool { return score(seat) == best })
}

// HasForfeited reports whether a player left after someone had scored, and so can no longer win. A kicked player has
// not forfeited the game (Rights 12).
func (s *Seats[P]) HasForfeited(seat Seat) bool {
	return s.Scored && !s.Roster.Sits(seat) && !s.WasKicked(seat)
}

// WonByForfeit reports whether the last seated player wins because all others have left (Leaving 8). A forfeit needs at
// least two players and a score. No one wins by forfeit against a kicked player, because the kicked player's points can
// still win (Rights 12).
func (s *Seats[P]) WonByForfeit(by Seat, played int) (last Seat, won bool) {
	if !s.Scored || played < 2 || s.Roster.SeatedCount() != 1 || len(s.Where(s.WasKicked)) > 0 {
		return Watcher, false
	}
	s.Forfeit = true
	return s.Roster.Seats()[0], true
}

// CountGame adds a game to the record of each player, and a win to the record of each winner who beat another player. A
// player who was kicked doesn't count as beaten. A forgotten player does, because they chose to be forgotten.
func (s *Seats[P]) CountGame(played, winners []Seat, step *Step) {
	for _, seat := range played {
		step.Count(seat, Games, 1)
	}
	for _, seat := range winners {
		beaten := func(other Seat) bool { return other != seat && !s.chairOf(other).barred }
		if !slices.ContainsFunc(played, beaten) {
			continue
		}
		step.Count(seat, Wins, 1)
		if s.Forfeit {
			step.Count(seat, ByForfeit, 1)
		}
	}
}

// NullableName returns the name of a seat for JSON. It returns nil, which becomes null, for Watcher.
func NullableName(s Seat, name func(Seat) string) *string {
	if s == Watcher {
		return nil
	}
	who := name(s)
	return &who
}
