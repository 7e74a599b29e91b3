// Package games is the contract between a game's rules and the rest of the
// house, and the one notation in which moves are typed, kept and replayed.
//
// A game is what its journal comes to when it is replayed. Rules are values without a
// clock and without a random source: deals are lines by the Dealer, deadlines
// are lines by the Clock.
package games

import (
	"strconv"
	"time"

	"settable/games/cards"
)

// Seat is a place at a table: 1, 2, 3 … run to the left in the order in which
// players sat down. A seat belongs to one player for as long as the table lives.
type Seat int

// The seats nobody sits on.
const (
	Watcher Seat = 0  // sees what everybody sees
	Dealer  Seat = -1 // chance: lays cards, and closes the table
	Clock   Seat = -2 // time: moves when a deadline is reached
)

func (s Seat) String() string {
	switch s {
	case Watcher:
		return "watcher"
	case Dealer:
		return "dealer"
	case Clock:
		return "clock"
	}
	return strconv.Itoa(int(s))
}

// seatLetters stand for the first seats: letters that no label of a card uses
// up, so that "P" in a picture is never mistaken for card A, B, C …
const seatLetters = "PQRSTUVWXYZ"

// SeatLetter is what a seat is called in pictures and in sentences without
// names: P, Q, R … Z for the first eleven seats, then 12, 13 …
func SeatLetter(s Seat) string {
	if s >= 1 && int(s) <= len(seatLetters) {
		return seatLetters[s-1 : s]
	}
	return s.String()
}

// A Move is something said at the table. Rules.Parse(m.String()) gives m back.
type Move interface{ String() string }

// An Action is a move with who made it and when.
type Action struct {
	At   time.Time
	Seat Seat
	Move Move
}

// Rules are one kind of game.
type Rules interface {
	Name() string                    // "classic"; the word in `game classic`
	Manual() Manual                  // what people are told: options, moves, rules
	Parse(words string) (Move, bool) // false: just talk, stay silent
	Open(Options) (Game, error)      // a table with nobody at it; the error is Illegal
}

// A Game is a value: Apply never changes its receiver.
type Game interface {
	// Apply plays one action. The error is always an Illegal, and then nothing
	// changed.
	Apply(Action) (Step, error)
	// Owed says which cards the dealer must lay next, if any.
	Owed() (Owed, bool)
	// Deadline is when the clock moves; zero: never.
	Deadline() time.Time
	// Dozing is a seat of which the clock must say that nobody is there (Missing).
	Dozing() (Seat, bool)
	// Asleep tells whether somebody sits here and nobody is there.
	Asleep() bool
	// View is what the seat may know, and no more.
	View(Seat) View
	// State is everything, hidden cards too, ready for JSON; name turns a seat
	// into what the state calls it. It is for replay and tests, never for players.
	State(name func(Seat) string) any
}

// Never is the deadline of a clock that does not run.
var Never time.Time

// A Step is the result of an action.
type Step struct {
	Game      Game
	Events    []Event    // what to tell the table, in order
	Transfers []Transfer // chips that change hands
	Tallies   []Tally    // counts for the players' records
	Claim     ClaimResult

	// Aside says that a player only looked at something all may see: Game is as
	// it was, no line is written, and Events are the answer.
	Aside bool

	// Practice says that a player of the house sits or sat at the table: nothing is counted
	// but for people's own record of practice, and no chips are bought in, bet or paid out but play stacks.
	Practice bool
	house    uint64 // on which seats the house plays then: bit k-1 is seat k

	// Secret says that only its player may learn that the move was made: to all others
	// nothing is changed by it, and Events are the answer.
	Secret bool
}

// Tell adds what happened.
func (s *Step) Tell(e Event) { s.Events = append(s.Events, e) }

// Count adds n to a player's record; nothing where n is none. Where the house plays, it is
// that of practice, which the house has none of.
func (s *Step) Count(seat Seat, what Count, n int) {
	if s.Practice {
		if what = what.InPractice(); what == "" || s.house>>(seat-1)&1 == 1 {
			return
		}
	}
	if n > 0 {
		s.Tallies = append(s.Tallies, Tally{Seat: seat, Count: what, N: int64(n)})
	}
}

// Pay lets chips change hands; none do not.
func (s *Step) Pay(from, to Purse, n Chips) {
	if n > 0 && !s.Practice {
		s.Transfers = append(s.Transfers, Transfer{From: from, To: to, Amount: n})
	}
}

// Owed is a debt of the dealer: Count different cards of From, in dealing order.
type Owed struct {
	Count   int
	From    cards.Bag // the cards nobody has seen
	Deck    int       // the deck in play: 1 for the first hand, 2 for the second …
	Shuffle int       // how often that deck was shuffled again: 0 for a fresh one
}

// Chance is the dealer's luck.
type Chance interface {
	// Draw picks o.Count different cards of o.From.
	Draw(o Owed) ([]cards.Card, error)
}

// Options are the choices made when a table is opened, by name; those of
// Manual.Options that are missing have their defaults.
type Options map[string]string

// Illegal is a refusal: what the player reads, one short sentence that teaches.
type Illegal struct {
	Phrase
	// Secret says that it tells something about the player's hidden cards: only that
	// player may read it, or learn that it was said. Where no private answer is
	// possible there is no answer.
	Secret bool
}

// Error is the refusal in plain facts, for logs. It names cards, so a log gets it
// only where no hidden ones can be meant.
func (i Illegal) Error() string {
	return i.Facts(Seat.String)
}

// Refuse is an Illegal that says this; args as Say takes them.
func Refuse(key string, args ...any) error { return Illegal{Phrase: Say(key, args...)} }

// RefuseInSecret is an Illegal that only its player may learn of.
func RefuseInSecret(key string, args ...any) error {
	return Illegal{Phrase: Say(key, args...), Secret: true}
}
