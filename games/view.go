package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A View is what one seat may know of a table: what the picture, its
// alternative text and the text-only table are made from. It is built from
// what the viewer may know; a hidden card is a Back, never a marked card.
type View struct {
	Game       string // Rules.Name
	Viewer     Seat
	Phase      Phase
	Headline   Phrase       // one short line: what is to be done now
	Lasts      Phrase       // before the start: how long such a game takes
	Sample     []cards.Card // before the start: cards such as it is played with; none of them is dealt
	Areas      []Area
	Seats      []Place
	Pot        Chips
	ShowPot    bool
	Pots       []PotShare   // how the pots of the hand just over were shared
	Why        []Phrase     // the same explained, a line each
	Shown      []Showing    // at the end of a hand: what counts of each hand that was turned up
	Highlights []Phrase     // at the end of a game: its fastest set and the like, a line each
	Left       int          // cards left to deal; -1 where the game does not tell
	Taken      []cards.Card // the set just taken, by
	TakenBy    Seat
	Turn       Seat      // who is to move; Watcher: nobody in particular
	Deadline   time.Time // when the clock moves; zero: never
	Offers     []Offer   // what the viewer (a Watcher: anybody) may do now
	Practice   bool      // a player of the house sits or sat here: chips are play stacks and nothing counts
}

// Phase is how far a table has come.
type Phase string

// The phases every game has.
const (
	Gathering Phase = "gathering" // people sit down, nothing is dealt
	Playing   Phase = "playing"
	Finished  Phase = "finished"
)

// Choosing is the phase of a view that is no table: cards alone, of which one player chooses.
const Choosing Phase = "choosing"

// PhaseOf is what one of a game's own phases is to all who look.
func PhaseOf[P comparable](now, gathering, finished P) Phase {
	switch now {
	case gathering:
		return Gathering
	case finished:
		return Finished
	}
	return Playing
}

// An Area is a labelled group of cells in reading order: the table, a hand.
type Area struct {
	Name    string // "table", "hand": what scripts call it
	Caption Phrase // "table", "your hand": what it is to whoever looks, in small letters
	Seat    Seat   // whose it is; Watcher: everybody's
	Lies    Lie
	Columns int // cells to a row; 0: as it fits
	Cells   []Cell
}

// TableArea is an area that everybody plays with.
func TableArea(columns int, cells []Cell) Area {
	return Area{Name: "table", Caption: Say("games.area.table"), Columns: columns, Cells: cells}
}

// HandArea is the hand of a seat, for whoever looks.
func HandArea(seat, viewer Seat, columns int) Area {
	a := Area{Name: "hand", Caption: Say("games.area.hand"), Seat: seat, Columns: columns}
	if seat == viewer {
		a.Caption = Say("games.area.your_hand")
	}
	return a
}

// A Showing is a hand that was turned up, with the sets that count.
type Showing struct {
	Seat Seat
	Sets []ShownSet
}

// A ShownSet is a set of cards of one's own and cards that are everybody's.
type ShownSet struct{ Own, Common []cards.Card }

// Lie is how the cells of an area lie.
type Lie uint8

// How cells lie.
const (
	InRows Lie = iota // one beside the other
	Ranks             // sets of a rank: one sees rank and suits, and complete ones stand upright
	AtPack            // beside the pack that is drawn from
)

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

// Letter is the label of a place at a table: A for 0.
func Letter(place int) string { return letters[place : place+1] }

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// OpenCells are cards that lie open; Hidden: a place where none lies. What was laid
// last is marked beside what lay there before: where all is new, nothing is.
func OpenCells(lie []cards.Card, fresh cards.Bag, label func(int) string) []Cell {
	old := slices.ContainsFunc(lie, func(c cards.Card) bool { return c != cards.Hidden && !fresh.Has(c) })
	cells := make([]Cell, len(lie))
	for i, c := range lie {
		cells[i].Label = label(i)
		if c != cards.Hidden {
			cells[i].Kind, cells[i].Card, cells[i].New = Face, c, old && fresh.Has(c)
		}
	}
	return cells
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
	Staked  Chips // in the pot, of who may still win it
	Cards   int   // cards in hand
	Turn    bool  // is to move
	Dealer  bool
	Dropped bool   // out of this hand
	Left    bool   // stood up; what was won stays counted
	Away    bool   // sits here, and is not there
	Locked  bool   // may not claim until the table changes
	Calling bool   // has called and may name a set
	Said    Phrase // "none", "pass"; what the seat said since the table changed
	Winner  bool
	Took    Chips  // taken home at the end of an evening
	Name    string // of the player, where it is drawn: at the end of a game

	House HousePlayer // who plays here for the house
}

// IsHouse tells whether the seat is the house's own.
func (p Place) IsHouse() bool { return p.House != HousePlayer{} && !p.House.StandsIn }

// Purse is what a seat has in chips: before it, or taken home when the evening was over.
func (p Place) Purse() Chips { return max(p.Chips, p.Took) }

// Named is the view with the players' names, as pictures of endings show them.
func (v View) Named(name func(Seat) string) View {
	v.Seats = slices.Clone(v.Seats)
	for i := range v.Seats {
		v.Seats[i].Name = name(v.Seats[i].Seat)
	}
	return v
}

// Scored tells whether any seat has something to be counted.
func (v View) Scored() bool {
	some := func(p Place) bool { return p.Score != 0 || p.Purse() != 0 }
	return slices.ContainsFunc(v.Seats, some)
}

// Closed is the headline of a table that was closed before its game had ended: who was ahead.
func Closed(ahead []Seat) Phrase {
	return toldOf(ahead, "games.head.closed", "games.head.closed_ahead", "games.head.closed_together").Say()
}

// An Offer is a move that is legal now.
type Offer struct {
	Words    string // the whole move, or its verb when it Takes something
	Takes    Takes
	Min, Max Chips  // for Amount; of a Bare move what it costs, where it costs something
	Marks    []Mark // amounts that players call by a name, the smaller first
}

// A Mark is an amount with a name: half the pot, all one has.
type Mark struct {
	N    Chips
	Name Phrase
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
	Choice              // one of the words that are offered after it
)
