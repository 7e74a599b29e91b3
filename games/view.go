package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A View is what one seat may know of a table. The picture, its alternative text and the text-only
// table are all made from it. It is built only from what the viewer may know, so a hidden card is a
// Back and nothing in the View tells which.
type View struct {
	Game       string // Rules.Name
	Viewer     Seat
	Phase      Phase
	Headline   Phrase       // one short line that says what is to be done now
	Lasts      Phrase       // before the start: how long such a game takes
	Pause      Phrase       // between two hands: how the next one comes
	Sample     []cards.Card // before the start: cards of the kind in play; none of them is dealt
	Areas      []Area
	Seats      []Place // every seat given so far, seat 1 first, also of those who have left
	Pot        Chips
	ShowPot    bool
	Pots       []PotShare   // how the pots of the hand just over were shared
	Why        []Phrase     // the same explained, one line each
	Shown      []Showing    // at the end of a hand: the hands that were turned up, with what counts in each
	Highlights []Phrase     // at the end of a game: its fastest set and the like, one line each
	Left       int          // cards left to deal; -1 where the game does not tell
	Taken      []cards.Card // the set just taken, by the seat TakenBy
	TakenBy    Seat
	Turn       Seat      // who is to move; Watcher: nobody in particular
	Deadline   time.Time // when the clock moves; zero: never
	Hurried    []Seat    // the players who are to act within two minutes, because a player asked them to hurry
	Offers     []Offer   // what the viewer may do now; for a Watcher, what anybody may
	Forfeits   bool      // a player who leaves now forfeits the game
	Practice   bool      // a house player sits or has sat here: chips are play stacks
}

// Held returns the seats that players hold now: bit k-1 is seat k.
func (v View) Held() (seats uint64) {
	for _, p := range v.Seats {
		if !p.Left {
			seats |= 1 << (p.Seat - 1)
		}
	}
	return seats
}

// NextSeat returns the seat that the next newcomer gets.
func (v View) NextSeat() Seat { return Seat(len(v.Seats) + 1) }

// Phase is how far a table has come.
type Phase string

// The phases every game has.
const (
	Gathering Phase = "gathering" // people sit down, nothing is dealt
	Playing   Phase = "playing"
	Finished  Phase = "finished"
)

// Choosing is the phase of a view that shows no table but only cards, of which one player chooses.
const Choosing Phase = "choosing"

// PhaseOf maps a phase that only one game has to the phase that everybody sees.
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
	Name    string // "table", "hand": the name in scripts
	Caption Phrase // "table", "your hand": the name for the viewer, in lower case
	Seat    Seat   // the seat it belongs to; Watcher: everybody
	Lies    Lie
	Columns int // cells in a row; 0: as many as fit
	Cells   []Cell
}

// TableArea returns the area of the cards that everybody plays with.
func TableArea(columns int, cells []Cell) Area {
	return Area{Name: "table", Caption: Say("games.area.table"), Columns: columns, Cells: cells}
}

// HandArea returns the area of the hand of a seat as the viewer sees it, still without cells.
func HandArea(seat, viewer Seat, columns int) Area {
	a := Area{Name: "hand", Caption: Say("games.area.hand"), Seat: seat, Columns: columns}
	if seat == viewer {
		a.Caption = Say("games.area.your_hand")
	}
	return a
}

// A Showing is a hand that was turned up, with the sets in it that count.
type Showing struct {
	Seat Seat
	Sets []ShownSet
}

// A ShownSet is a set of cards from the player's own hand and of common cards.
type ShownSet struct{ Own, Common []cards.Card }

// Lie is how the cells of an area lie.
type Lie uint8

// How cells lie.
const (
	InRows Lie = iota // one beside another
	Ranks             // sets of one rank: rank and suits stay visible, complete sets stand upright
	AtPack            // beside the pack from which cards are drawn
)

// A Cell is a place for a card.
type Cell struct {
	Label  string // what players type for it: "A"
	Kind   CellKind
	Card   cards.Card // for Face only
	Depth  int        // cards in the pile, this one included; 0 and 1: no pile
	New    bool       // laid last, and to be marked as new
	Marked bool       // part of what the picture points out

	Under   []cards.Card // the cards below Card that the viewer may see, the lowest first
	Upright bool         // a complete set in a graveyard; one that is not complete lies
}

// Letter returns the label of the place with that index: A for 0.
func Letter(place int) string { return letters[place : place+1] }

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// OpenCells returns the cells of cards that lie open; Hidden stands for a place without a card. The cards in fresh are
// marked as new, unless all cards are fresh, because then a mark tells nothing.
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

// A Place is a seat as the picture shows it. Names stand in the text beside the picture; only the
// picture of a finished game has them in it.
type Place struct {
	Seat    Seat
	Score   int
	Chips   Chips
	Bet     Chips // paid in this betting interval
	Staked  Chips // the part of the pot that this player paid and may still win
	Cards   int   // cards in hand
	Turn    bool  // it is this player's turn
	Dealer  bool
	Dropped bool   // the player has dropped out of this hand
	Left    bool   // the player stood up; what was won stays counted
	Away    bool   // the player sits here but is away
	Stake   bool   // the player has a seat, chips or points here, and so cannot act as a moderator
	Ends    bool   // the player wants the table closed
	Leaves  bool   // the player leaves after the hand in play, and is away until then
	Locked  bool   // may not claim until the table changes
	Calling bool   // has called and may now name a set
	Remark  Phrase // "none", "pass"; what the seat said since the table changed
	Winner  bool
	Took    Chips  // the chips taken home at the end of an evening
	Name    string // the player's name, where the picture has it: at the end of a game

	House HousePlayer // the house player on this seat; zero: none
}

// IsHouse reports whether a house player has the seat as its own.
func (p Place) IsHouse() bool { return p.House != HousePlayer{} && !p.House.StandsIn }

// Purse returns how many chips a seat has at the table or, once the evening is over, has taken home.
func (p Place) Purse() Chips { return max(p.Chips, p.Took) }

// Named returns the view with the players' names in it, for the pictures of finished games.
func (v View) Named(name func(Seat) string) View {
	v.Seats = slices.Clone(v.Seats)
	for i := range v.Seats {
		v.Seats[i].Name = name(v.Seats[i].Seat)
	}
	return v
}

// Scored reports whether any seat has points or chips.
func (v View) Scored() bool {
	some := func(p Place) bool { return p.Score != 0 || p.Purse() != 0 }
	return slices.ContainsFunc(v.Seats, some)
}

// Closed returns the headline of a table that was closed before its game had ended. It names the seats that were ahead.
func Closed(ahead []Seat) Phrase {
	return eventAbout(ahead, "games.head.closed", "games.head.closed_ahead", "games.head.closed_together").Say()
}

// An Offer is a move that is legal now.
type Offer struct {
	Words    string // the whole move, or only its verb where it Takes something
	Takes    Takes
	Min, Max Chips  // the bounds of an Amount; for a Bare move with a price, that price
	Marks    []Mark // amounts that players have a name for, the smallest first
}

// A Mark is an amount with a name: half the pot, everything the player has.
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
	Choice              // one of the words listed for the verb
)

// Place returns what the view shows of a seat; the zero Place where nobody has ever sat.
func (v View) Place(s Seat) Place {
	for _, p := range v.Seats {
		if p.Seat == s {
			return p
		}
	}
	return Place{}
}

// Offered returns the viewer's offer with that verb. Where there are several, one that takes an argument is preferred.
func (v View) Offered(verb string) (found Offer, may bool) {
	for _, o := range v.Offers {
		if o.Words == verb && (!may || o.Takes != Bare) {
			found, may = o, true
		}
	}
	return found, may
}

// May reports whether an offer with that verb is open to the viewer.
func (v View) May(verb string) bool {
	_, may := v.Offered(verb)
	return may
}

// Faces returns the open cards in the areas of a seat; Watcher stands for the areas that everybody shares.
func (v View) Faces(of Seat) (list []cards.Card) {
	for _, a := range v.Areas {
		if a.Seat != of {
			continue
		}
		for _, cell := range a.Cells {
			if cell.Kind == Face {
				list = append(list, cell.Card)
			}
		}
	}
	return list
}
