package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"settable/games"
	"settable/store/ids"
)

// Line is one line of a table's journal. A line is never changed.
type Line struct {
	N      int       // 1, 2, 3 … without gaps; 0 in an Entry: numbered by the store
	At     time.Time // kept to the nanosecond, in UTC
	Seat   games.Seat
	Player ids.User // the player of the seat; 0 for dealer and clock
	Words  string
	Source Source
}

// GameLines converts lines to the form that games replay.
func GameLines(lines []Line) []games.Line {
	said := make([]games.Line, len(lines))
	for i, l := range lines {
		said[i] = games.Line{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	return said
}

// Played is a line with its counts and the chips that it moves.
type Played struct {
	Line      Line
	Tallies   []games.Tally // only for seats that this or an earlier line has filled
	Transfers []games.Transfer
}

// Entry contains the lines that a table adds to its journal in one write.
type Entry struct {
	Table  TableID
	After  int // number of the last line the writer knows
	Played []Played
	Over   bool // closes the table at the time of the last line
	Asleep bool // all players are away after the entry
	Woke   bool // a player is back after the entry
	// NewestMessage is the newest message that was handled, if no source of the lines names it, and 0 otherwise.
	NewestMessage ids.Message
	// Held are the seats that players hold after the entry: bit k-1 is seat k. If Held is nil, the seats are the same
	// as before, plus the seats that the lines assign for the first time.
	Held *uint64
	// Sits is the player who takes a seat with this entry, for the first time or again. It is 0 if no player takes a
	// seat.
	Sits ids.User
	// Moderator is the player who acts as a moderator with this entry, or 0. A player who is being forgotten can't act
	// as a moderator, nor can a forgotten player who once had a seat at the table.
	Moderator ids.User
	// Name is the name of the acting player, if the player sits down or has changed it.
	Name PlayerName
}

// PlayerName is the name of a player on the server of a table. An empty name means that nothing has changed.
type PlayerName struct {
	Player ids.User
	Name   string
}

// Check checks an entry without looking at the journal.
func (e Entry) Check() error {
	if len(e.Played) == 0 {
		return errors.New("an entry needs at least one line")
	}
	for i, p := range e.Played {
		n := e.After + 1 + i
		switch l := p.Line; {
		case l.N != 0 && l.N != n:
			return fmt.Errorf("line %d is out of order, expected line %d", l.N, n)
		case l.Seat > 0 && l.Player <= 0:
			return fmt.Errorf("line %d: seat %d has no player", n, l.Seat)
		case l.Seat <= 0 && l.Player != 0:
			return fmt.Errorf("line %d: the %s is not a player", n, l.Seat)
		case l.Source != "" && slices.ContainsFunc(e.Played[:i], l.hasSameSource):
			return fmt.Errorf("line %d: %w", n, ErrPlayed)
		}
	}
	return nil
}

// hasSameSource reports whether another line has the same source.
func (l Line) hasSameSource(other Played) bool { return l.Source == other.Line.Source }
