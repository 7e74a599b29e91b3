package games

import (
	"time"

	"settable/games/cards"
)

// A View is what one seat may know of a table: what the picture, its
// alternative text and the text-only table are made from. It is built from
// what the viewer may know; a hidden card is a Back, never a marked card.
type View struct {
	Game     string // Rules.Name
	Viewer   Seat
	Phase    Phase
	Headline Phrase // one short line: what is to be done now
	Areas    []Area
	Seats    []Place
	Pot      Chips
	ShowPot  bool
	Pots     []PotShare   // how the pots of the hand just over were shared
	Why      []Phrase     // the same explained, a line each
	Left     int          // cards left to deal; -1 where the game does not tell
	Taken    []cards.Card // the set just taken, by
	TakenBy  Seat
	Turn     Seat      // who is to move; Watcher: nobody in particular
	Deadline time.Time // when the clock moves; zero: never
	Offers   []Offer   // what the viewer (a Watcher: anybody) may do now
}

// Phase is how far a table has come.
type Phase string

// The phases every game has.
const (
	Gathering Phase = "gathering" // people sit down, nothing is dealt
	Playing   Phase = "playing"
	Finished  Phase = "finished"
)

// An Area is a labelled group of cells in reading order: the table, a hand.
type Area struct {
	Name    string // "table", "hand", "centre", "piles", "graveyard", "starter"
	Seat    Seat   // whose it is; Watcher: everybody's
	Columns int    // cells to a row; 0: as it fits
	Cells   []Cell
}

// A Cell is a place for a card.
type Cell struct {
	Label  string // what is typed: "A"
	Kind   CellKind
	Card   cards.Card // for Face only
	Depth  int        // cards in the pile, this one included; 0 and 1: no pile
	New    bool       // laid since the last picture
	Marked bool       // part of what is being shown

	Under   []cards.Card // the cards below Card that the viewer may see, the lowest first
	Upright bool         // a complete set in a graveyard; one that is not complete lies
}

// CellKind says what lies in a cell.
type CellKind uint8

// What may lie in a cell.
const (
	Empty CellKind = iota
	Face           // Card, face up
	Back           // a card the viewer may not see
)

// A Place is a seat as the picture shows it. Names stand in the text beside
// the picture, never in it.
type Place struct {
	Seat    Seat
	Score   int
	Chips   Chips
	Bet     Chips // paid in this betting interval
	Cards   int   // cards in hand
	Turn    bool  // is to move
	Dealer  bool
	Dropped bool   // out of this hand
	Left    bool   // stood up; what was won stays counted
	Locked  bool   // may not claim until the table changes
	Calling bool   // has called and may name a set
	Said    Phrase // "none", "pass"; what the seat said since the table changed
	Winner  bool
}

// An Offer is a move that is legal now.
type Offer struct {
	Words    string // the whole move, or its verb when it Takes something
	Takes    Takes
	Min, Max Chips // for Amount; of a Bare move what it costs, where it costs something
}

// Takes says what a verb needs after it.
type Takes uint8

// What verbs take.
const (
	Bare   Takes = iota // nothing
	Three               // three cards, by label or code
	Amount              // a number of chips
	Pile                // one pile
	Piles               // two piles
)

// Manual is what people are told about a game.
type Manual struct {
	Title              string // "Classic SET"
	Summary            string // one line
	MinSeats, MaxSeats int
	Options            []Option
	Verbs              []Verb
	Rules              string // for /rules: short paragraphs of plain text, at most 1,800 characters
	Example            View   // a table to be shown beside Rules, at which something is to be learnt
	WalkIn             bool   // a stranger's move sits them down first (classic)
	Hands              bool   // players hold cards that only they may see
}

// An Option is a choice made when a table is opened.
type Option struct {
	Name, Help string
	Default    string
	Values     []string // the words it may be; nil: a whole number from Min to Max
	Labels     []string // what each of Values means, where the word does not say it
	Min, Max   int
	On         string // the number a script means by "true"; empty: none
	Told       bool   // said at every table before anybody sits down, usual or not
}

// A Verb is a kind of move players have.
type Verb struct {
	Name     string // "set"
	Takes    Takes
	Optional bool   // may also stand alone
	Help     string // at most 100 characters
	Example  string // "set a b c"
}
