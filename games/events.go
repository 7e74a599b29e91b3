package games

import (
	"time"

	"settable/games/cards"
)

// Kind says what an Event is about.
type Kind string

// The kinds of events. A game uses those that fit; the words are made elsewhere.
const (
	Joined   Kind = "joined"   // Seat sat down
	Left     Kind = "left"     // Seat stood up
	Started  Kind = "started"  // Seat started the game
	Dealt    Kind = "dealt"    // N cards were laid; Cards and Labels where everybody sees them
	More     Kind = "more"     // no set lay there, or all of Of players said so: N more cards are laid
	Took     Kind = "took"     // Seat took the set Cards at Labels, After the last deal
	Wrong    Kind = "wrong"    // Seat claimed Cards at Labels, which are no set: Why; Cost says what it costs
	Called   Kind = "called"   // Seat called set and has N seconds to name it
	TooLate  Kind = "too late" // Seat called and named nothing in time; Cost
	None     Kind = "none"     // Seat sees no set; N of Of players say so
	Unlocked Kind = "unlocked" // everybody was locked out, so nobody is
	Over     Kind = "over"     // the game has ended; Seats are the winners
	Closed   Kind = "closed"   // the table was closed before the end; Seats lead
)

// Cost is what a wrong call or claim costs.
type Cost string

// The costs of a wrong call.
const (
	Nothing   Cost = ""
	Point     Cost = "point"     // one point less
	LockedOut Cost = "lockedout" // no claims until the table changes
)

// An Event is one thing to tell the table. Fields that do not belong to the
// Kind are zero. Nothing in an Event is secret: everybody may read it.
type Event struct {
	Kind   Kind
	Seat   Seat
	Seats  []Seat
	Cards  []cards.Card
	Labels []string
	N, Of  int
	After  time.Duration
	Why    string // "two are red and one is green"
	Cost   Cost
}

// Chips is an amount of play money.
type Chips int64

// Purse is where chips lie: a Seat's stack, or one of the two below.
type Purse int

// The purses that are no seat.
const (
	Pot   Purse = 0
	House Purse = -1
)

// A Transfer moves Amount > 0 chips.
type Transfer struct {
	From, To Purse
	Amount   Chips
}

// A Tally counts something for a player's record.
type Tally struct {
	Seat  Seat
	Count Count
	N     int64
}

// Count names what is counted.
type Count string

// What is counted in every game.
const (
	Sets      Count = "sets"      // sets taken
	Penalties Count = "penalties" // wrong calls and claims
	Games     Count = "games"     // games played to their end
	Wins      Count = "wins"      // games won against at least one other player
)
