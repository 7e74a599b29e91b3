// Package games defines the contract between a game's rules and the rest of the program, and the notation in which
// moves are typed, stored and replayed.
//
// A game is the result of replaying its journal. Rules are therefore values without a clock or a random source: the
// cards that the Dealer deals and the deadlines that the Clock announces are lines of the journal too.
package games

import (
	"strconv"
	"time"

	"settable/games/cards"
)

// Seat is a place at a table. Seats 1, 2, 3 … run to the left in the order in which players sat down. A seat belongs to
// one player for the lifetime of the table.
type Seat int

// No player sits in these seats.
const (
	Watcher Seat = 0  // sees what everyone sees
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

// seatLetters name the first seats. They begin at P because A, B, C and so on label cards, and players in a picture
// must not be mistaken for cards.
const seatLetters = "PQRSTUVWXYZ"

// SeatLetter returns the name of a seat in pictures and in sentences without names. The first eleven seats are P, Q, R
// … Z; later seats are 12, 13 …
func SeatLetter(s Seat) string {
	if s >= 1 && int(s) <= len(seatLetters) {
		return seatLetters[s-1 : s]
	}
	return s.String()
}

// A Move is something that a player, the dealer or the clock does at a table. Rules.Parse(m.String()) returns m.
type Move interface{ String() string }

// An Action is a move together with the seat that made it and the time of the move.
type Action struct {
	At   time.Time
	Seat Seat
	Move Move
}

// Rules describes one game, parses its moves and opens its tables.
type Rules interface {
	Name() string                    // "classic"; the word in `game classic`
	Manual() Manual                  // what players are told about it: options, moves, rules
	Parse(words string) (Move, bool) // false: not a move but talk, which the bot ignores
	Open(Options) (Game, error)      // a table without players; the error is Illegal
}

// A Game is a value: Apply never changes its receiver.
type Game interface {
	// Apply plays one action. An error is always an Illegal and means that nothing changed.
	Apply(Action) (Step, error)
	// Owed returns which cards the dealer must lay next, if any.
	Owed() (Owed, bool)
	// Deadline returns when the clock moves next. The zero time means never.
	Deadline() time.Time
	// Presence returns who is seated and which of these players are away. Callers must not change it.
	Presence() *Attendance
	// View returns exactly what the seat may know.
	View(Seat) View
	// State returns everything in the game, including hidden cards, in a form that marshals to JSON. name returns the
	// name of a seat. Only replays and tests use State; players never see it.
	State(name func(Seat) string) any
}

// Never is the deadline of a stopped clock.
var Never time.Time

// A Step is the result of an action.
type Step struct {
	Game      Game
	Events    []Event    // what to tell the table, in order
	Transfers []Transfer // chips that change hands
	Tallies   []Tally    // counts for the players' records
	Claim     ClaimResult

	// LookOnly reports that the player only looked at something that everyone may see. The Game is unchanged, no line
	// is written to the journal, and Events contain the answer.
	LookOnly bool

	// Practice reports that a house player sits or has sat at the table. At such a table, games count only towards
	// practice records, and no chips enter or leave a balance: the stacks are play money.
	Practice   bool
	houseSeats uint64 // the seats that the house plays after the step: bit k-1 is seat k

	// ShowsRecap reports that a hand has ended and that views now show its Recap. ClearsRecap reports the end of the
	// Recap: the next hand has begun or the table has closed.
	ShowsRecap, ClearsRecap bool

	// Secret reports that only the player who made the move may learn of it. Nothing changes for anyone else, and only
	// that player reads the Events.
	Secret bool
}

// Tell adds an event for the table.
func (s *Step) Tell(e Event) { s.Events = append(s.Events, e) }

// Count adds n to a player's record. It ignores an n of 0 or less. At a table with house players it adds to the
// practice record instead, and house players have no record.
func (s *Step) Count(seat Seat, what Count, n int) {
	if s.Practice {
		if what = what.InPractice(); what == "" || s.houseSeats>>(seat-1)&1 == 1 {
			return
		}
	}
	if n > 0 {
		s.Tallies = append(s.Tallies, Tally{Seat: seat, Count: what, N: int64(n)})
	}
}

// Pay moves n chips from one account to another. It does nothing if n is 0 or less, or if the table is a practice
// table.
func (s *Step) Pay(from, to Account, n Chips) {
	if n > 0 && !s.Practice {
		s.Transfers = append(s.Transfers, Transfer{From: from, To: to, Amount: n})
	}
}

// Owed describes what the dealer must lay: Count different cards from From, in dealing order.
type Owed struct {
	Count   int
	From    cards.Bag // the cards that no one has seen
	Deck    int       // the deck in play: 1 for the first hand, 2 for the second …
	Shuffle int       // how often that deck was reshuffled; 0 for a fresh one
	Hint    bool      // the dealer lays nothing but names the card as a hint
}

// Move returns the Dealer's move with the cards that were drawn.
func (o Owed) Move(drawn []cards.Card) Move {
	if o.Hint {
		return Hint{drawn[0]}
	}
	return Deal{Cards: drawn}
}

// Chance chooses the cards that the dealer lays. Luck chooses at random, and Stacked takes cards from prepared decks.
type Chance interface {
	// Draw picks o.Count different cards from o.From, in dealing order. It fails if the source has too few cards.
	Draw(o Owed) ([]cards.Card, error)
}

// Illegal is a refusal of a move. The player reads it as one short sentence that explains the rule.
type Illegal struct {
	Phrase
	// Secret reports that the refusal reveals something about the player's hidden cards. Only that player may read it
	// or learn that the move was refused. If the bot can't answer privately, it stays silent.
	Secret bool
}

// Error returns the key and the arguments of the refusal, for logs. The arguments may name cards, so a refusal may be
// logged only if it cannot concern hidden cards.
func (i Illegal) Error() string {
	return i.Facts(Seat.String)
}

// Refuse returns an Illegal whose phrase has the given key. It takes args as Say does.
func Refuse(key string, args ...any) error { return Illegal{Phrase: Say(key, args...)} }

// RefuseInSecret returns an Illegal that only the player who made the move may see.
func RefuseInSecret(key string, args ...any) error {
	return Illegal{Phrase: Say(key, args...), Secret: true}
}
