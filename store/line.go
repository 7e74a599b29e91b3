package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"settable/games"
)

// Line is one line of a table's journal. It is never changed.
type Line struct {
	N      int       // 1, 2, 3 … without gaps; 0 in an Entry: numbered by the store
	At     time.Time // kept to the nanosecond, in UTC
	Seat   games.Seat
	Player PlayerID // who sits on the seat; 0 for dealer and clock
	Words  string
	Source Source
}

// Said are lines as they are played.
func Said(lines []Line) []games.Said {
	said := make([]games.Said, len(lines))
	for i, l := range lines {
		said[i] = games.Said{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	return said
}

// Played is a line with what it counts and which chips it moves.
type Played struct {
	Line      Line
	Tallies   []games.Tally // of seats that this or an earlier line has filled
	Transfers []games.Transfer
}

// Entry is what a table adds to its journal in one go.
type Entry struct {
	Table  TableID
	After  int // number of the last line the writer knows
	Played []Played
	Over   bool // closes the table at the time of the last line
	Asleep bool // nobody is at the table after it,
	Woke   bool // or somebody is again
	// Heard is the newest message that was judged, where the sources of the lines do not say so; 0: they do.
	Heard int64
	// Called is what who plays is called, where they sit down or are called otherwise now.
	Called Called
}

// Called is what somebody is called on the server of a table; without a name: nothing new.
type Called struct {
	Player PlayerID
	Name   string
}

// Check finds what is wrong with an entry whatever the journal says.
func (e Entry) Check() error {
	if len(e.Played) == 0 {
		return errors.New("an entry needs a line")
	}
	for i, p := range e.Played {
		n := e.After + 1 + i
		switch l := p.Line; {
		case l.N != 0 && l.N != n:
			return fmt.Errorf("line %d stands where line %d belongs", l.N, n)
		case l.Seat > 0 && l.Player <= 0:
			return fmt.Errorf("line %d: seat %d has no player", n, l.Seat)
		case l.Seat <= 0 && l.Player != 0:
			return fmt.Errorf("line %d: the %s is no player", n, l.Seat)
		case l.Source != "" && slices.ContainsFunc(e.Played[:i], l.again):
			return fmt.Errorf("line %d: %w", n, ErrPlayed)
		}
	}
	return nil
}

// again says whether the other is of the same source.
func (l Line) again(other Played) bool { return l.Source == other.Line.Source }
