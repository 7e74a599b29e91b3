package games

import (
	"math/bits"
)

// mostSeats is how many different players one table may see in its life.
const mostSeats = 64

// A Roster is who sits at a table, as a value comparable with ==. Seats are
// given in the order of joining and are never given to anybody else; who left
// and joins again gets the same seat. The zero Roster is an empty table.
type Roster struct {
	seats int    // seats given so far
	here  uint64 // bit k-1: seat k is sitting
}

// Given is how many seats were given so far; seat Given()+1 joins next.
func (r Roster) Given() int { return r.seats }

// Here is how many players sit now.
func (r Roster) Here() int { return bits.OnesCount64(r.here) }

// Sits tells whether the seat's player sits at the table now.
func (r Roster) Sits(s Seat) bool { return s >= 1 && int(s) <= r.seats && r.here>>(s-1)&1 == 1 }

// Seats lists who sits now, in order.
func (r Roster) Seats() []Seat {
	list := make([]Seat, 0, r.Here())
	for left := r.here; left != 0; left &= left - 1 {
		list = append(list, Seat(bits.TrailingZeros64(left)+1))
	}
	return list
}

// Join is the table after the seat sat down, at most so many at once. The
// error is Illegal.
func (r Roster) Join(s Seat, most int) (Roster, error) {
	switch {
	case s < 1:
		return r, Refuse("games.only_players")
	case r.Sits(s):
		return r, Refuse("games.sits_already")
	case r.Here() >= most:
		return r, Refuse("games.full", "N", r.Here())
	case int(s) > r.seats+1:
		return r, Refuse("games.next_seat", "seat", r.seats+1)
	case int(s) > mostSeats:
		return r, Refuse("games.no_more_seats", "N", mostSeats)
	}
	r.seats = max(r.seats, int(s))
	r.here |= 1 << (s - 1)
	return r, nil
}

// Leave is the table after the seat stood up. The error is Illegal.
func (r Roster) Leave(s Seat) (Roster, error) {
	if err := r.Need(s); err != nil {
		return r, err
	}
	r.here &^= 1 << (s - 1)
	return r, nil
}

// Need refuses who does not sit at the table. The error is Illegal.
func (r Roster) Need(s Seat) error {
	if r.Sits(s) {
		return nil
	}
	return Refuse("games.join_first")
}

// CanStart refuses a start by a stranger or with too few players. The error
// is Illegal.
func (r Roster) CanStart(s Seat, least int) error {
	if err := r.Need(s); err != nil {
		return err
	}
	if r.Here() < least {
		return Refuse("games.too_few", "N", least, "here", r.Here())
	}
	return nil
}
