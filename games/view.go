package games

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"settable/games/cards"
)

// A View is what one seat may know about a table. The picture, its alternative text and the text version of a table are
// made from it. A hidden card is a Back, and nothing else in the View reveals which card it is.
type View struct {
	Game       string // Rules.Name
	Viewer     Seat
	Phase      Phase
	Headline   Phrase       // one short line that says what to do now
	Duration   Phrase       // before the start: how long such a game takes
	Pause      Phrase       // between two hands: how the next one starts
	Recap      bool         // between two hands: the view shows the showdown or the won hand, and its message stays
	Sample     []cards.Card // before the start: example cards, to show what the game looks like
	Areas      []Area
	Seats      []SeatView // every seat given so far, seat 1 first, including those of players who have left
	Pot        Chips
	ShowPot    bool
	Pots       []PotShare   // how the pots of the hand just over were shared
	Why        []Phrase     // the same, one line of explanation each
	Shown      []Showing    // at the end of a hand: the exposed hands with the sets that count
	Highlights []Highlight  // at the end of a game: its fastest set and similar facts
	Stars      int          // at the end of a game without opponents: the rating of the result, up to MostStars
	MostStars  int          // 0: the game has no stars
	Best       int          // with stars: the best score of the player's earlier games; 0: none
	Unit       string       // the key of a phrase for N points; empty: games.points
	CardsLeft  int          // cards left to deal; -1 if the game keeps this secret
	Taken      []cards.Card // the set just taken, by the seat TakenBy
	TakenBy    Seat
	Turn       Seat      // whose turn it is; Watcher: no one's in particular
	Deadline   time.Time // when the clock moves; zero: never
	Hurried    []Seat    // the players who must act within two minutes because another player asked them to hurry
	Offers     []Offer   // what the viewer may do now; for a Watcher, what anyone may
	Forfeits   bool      // a player who leaves now forfeits the game
	Practice   bool      // a house player sits or has sat here, so chips are play money
}

// OccupiedSeats returns the seats that players occupy now. Bit k-1 is seat k.
func (v View) OccupiedSeats() (seats uint64) {
	for _, p := range v.Seats {
		if !p.HasLeft {
			seats |= 1 << (p.Seat - 1)
		}
	}
	return seats
}

// NextSeat returns the seat that the next new player will get.
func (v View) NextSeat() Seat { return Seat(len(v.Seats) + 1) }

// Phase is the stage of a game.
type Phase string

// Every game has these phases.
const (
	Gathering Phase = "gathering" // players sit down, and no cards are dealt yet
	Playing   Phase = "playing"
	Finished  Phase = "finished"
)

// Choosing is the phase of a view without a table. It shows only cards, and one player chooses some of them.
const Choosing Phase = "choosing"

// PhaseOf converts a game's own phase to a Phase.
func PhaseOf[P comparable](now, gathering, finished P) Phase {
	switch now {
	case gathering:
		return Gathering
	case finished:
		return Finished
	}
	return Playing
}

// An Area is a labelled group of cells in reading order, such as the table or a hand.
type Area struct {
	Name        string // "table", "hand": the name in scripts
	Caption     Phrase // "table", "your hand": the name for the viewer, in lower case
	Seat        Seat   // the seat that the area belongs to; Watcher: all seats
	Arrangement Arrangement
	Columns     int // cells in a row; 0: as many as fit
	Cells       []Cell
}

// TableArea returns the area of the cards that everyone shares.
func TableArea(columns int, cells []Cell) Area {
	return Area{Name: "table", Caption: Say("games.area.table"), Columns: columns, Cells: cells}
}

// HandArea returns the area of a seat's hand as the viewer sees it. The caller adds the cells.
func HandArea(seat, viewer Seat, columns int) Area {
	a := Area{Name: "hand", Caption: Say("games.area.hand"), Seat: seat, Columns: columns}
	if seat == viewer {
		a.Caption = Say("games.area.your_hand")
	}
	return a
}

// A Showing is an exposed hand with the sets that count.
type Showing struct {
	Seat Seat
	Sets []ShownSet
	Said Phrase // a sentence about its only set, for games other than poker; empty: none
}

// A ShownSet is a set made of cards from the player's own hand and common cards.
type ShownSet struct{ Own, Common []cards.Card }

// A Highlight is a sentence about a memorable moment of a finished game, together with the label, the players and the
// cards that a picture shows instead of the sentence.
type Highlight struct {
	Phrase            // "Fastest set: Ann. It had been on the table for 2.3 s."
	Label  Phrase     // the same without names: "Fastest set: 2.3 s"
	Seats  []Seat     // the players of the highlight
	Sets   []ShownSet // the cards of the highlight
}

// For returns a copy of the highlight with the given seats as its players.
func (h Highlight) For(seats []Seat) Highlight {
	h.Seats, h.Args = seats, maps.Clone(h.Args)
	h.Args["who"] = seats
	return h
}

// facts returns the highlight in the form that View.String uses.
func (h Highlight) facts() string {
	text := h.Phrase.Facts(SeatLetter)
	for _, set := range h.Sets {
		text += " " + set.String()
	}
	return text
}

// Arrangement says how the cells of an area are laid out.
type Arrangement uint8

const (
	InRows Arrangement = iota // next to each other
	Ranks                     // sets of one rank: rank and suits stay visible, and complete sets are upright
	AtPack                    // next to the pack from which cards are drawn
)

// A Cell is a place for a card.
type Cell struct {
	Label  string // what players type for it: "A"
	Kind   CellKind
	Card   cards.Card // for Face only
	Depth  int        // cards in the pile, including this one; 0 and 1: no pile
	New    bool       // the card was laid last and is marked as new
	Marked bool       // part of a set that the picture emphasises with a thick frame

	Under   []cards.Card // the cards below Card that the viewer may see, the lowest first
	Upright bool         // a complete set in a graveyard; incomplete ones lie flat
}

// Letter returns the label of the place with the given index, such as A for 0.
func Letter(place int) string { return letters[place : place+1] }

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// OpenCells returns the cells of open cards. A Hidden card in the list stands for an empty place. The cards in fresh
// are marked as new, unless all cards are fresh, because marks on all cards would be useless.
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

// CellKind says what a cell contains.
type CellKind uint8

const (
	Empty CellKind = iota
	Face           // Card, face up
	Back           // a card that the viewer may not see
)

// A SeatView is what a view shows about a seat. Pictures contain players' names only before the start and at the end;
// while a game is played, the names are in the text next to the picture.
type SeatView struct {
	Seat      Seat
	Score     int
	Chips     Chips
	Bet       Chips // paid in this betting interval
	Staked    Chips // the chips in the pot that this player paid and may still win
	Cards     int   // cards in hand
	Turn      bool  // it is this player's turn
	Dealer    bool
	Dropped   bool   // the player has dropped out of this hand
	HasLeft   bool   // the player has left; their points still count
	Away      bool   // the player sits here but is away
	HasStake  bool   // the player has a seat, chips or points here, and so can't act as a moderator
	WantsEnd  bool   // the player wants the table closed
	IsLeaving bool   // the player leaves after the hand in play and counts as away until then
	Locked    bool   // may not claim until the table changes
	Calling   bool   // has called and may now name a set
	Remark    Phrase // "none", "pass": what the player has said since the table changed
	Winner    bool
	CashedOut Chips  // the chips taken home at the end of an evening
	Won       Chips  // chips or points won in the hand or the evening that has ended; negative: lost
	Name      string // the player's name; not set for pictures of games in progress

	House HousePlayer // the house player on this seat; zero: none
}

// IsHouse reports whether the seat belongs to a house player, as opposed to a house player who only stands in.
func (p SeatView) IsHouse() bool { return p.House != HousePlayer{} && !p.House.StandsIn }

// ChipsHeld returns how many chips a seat has at the table or, once the evening is over, how many it has cashed out.
func (p SeatView) ChipsHeld() Chips { return max(p.Chips, p.CashedOut) }

// WithNames returns the view with the names of the players, for pictures.
func (v View) WithNames(name func(Seat) string) View {
	v.Seats = slices.Clone(v.Seats)
	for i := range v.Seats {
		v.Seats[i].Name = name(v.Seats[i].Seat)
	}
	return v
}

// IsSolo reports whether the view shows how one person has finished a game without opponents.
func (v View) IsSolo() bool { return v.MostStars > 0 && len(v.Seats) == 1 && !v.Practice }

// HasScores reports whether any seat has points or chips.
func (v View) HasScores() bool {
	some := func(p SeatView) bool { return p.Score != 0 || p.ChipsHeld() != 0 }
	return slices.ContainsFunc(v.Seats, some)
}

// Points returns a score in words: "3 points" or, in a game of sets, "3 sets".
func (v View) Points(score int) Phrase { return Say(cmp.Or(v.Unit, "games.points"), "N", score) }

// IsForfeit reports whether the headline says that the game was won because the others left.
func (v View) IsForfeit() bool { return v.Headline.Key == "games.head.forfeit" }

// ClosedHeadline returns the headline of a table that was closed before its game ended. It names the seats in the lead.
func ClosedHeadline(ahead []Seat) Phrase {
	return eventAbout(ahead, "games.head.closed", "games.head.closed_ahead", "games.head.closed_together").Say()
}

// An Offer is a move that is legal now.
type Offer struct {
	Words    string // the whole move, or only its verb if it Takes something
	Takes    Takes
	Min, Max Chips  // the bounds of an Amount; for a Bare move with a price, that price
	Marks    []Mark // named amounts in ascending order
}

// A Mark is a named amount, such as half the pot or all of a player's chips.
type Mark struct {
	N    Chips
	Name Phrase
}

// Takes describes the arguments that a verb needs.
type Takes uint8

const (
	Bare   Takes = iota // nothing
	Three               // three cards, by label or code
	Amount              // a number of chips
	Pile                // one pile
	Piles               // two piles
	Choice              // one of the words listed for the verb
)

// Seat returns what the view shows about a seat. It returns the zero SeatView if no one has ever had the seat.
func (v View) Seat(s Seat) SeatView {
	for _, p := range v.Seats {
		if p.Seat == s {
			return p
		}
	}
	return SeatView{}
}

// FindOffer returns the viewer's offer with the given verb. If several offers have the verb, it prefers one that takes
// an argument.
func (v View) FindOffer(verb string) (found Offer, may bool) {
	for _, o := range v.Offers {
		if o.Words == verb && (!may || o.Takes != Bare) {
			found, may = o, true
		}
	}
	return found, may
}

// May reports whether the viewer has an offer with the given verb.
func (v View) May(verb string) bool {
	_, may := v.FindOffer(verb)
	return may
}

// Faces returns the visible cards in the areas of a seat. Watcher stands for the areas that everyone shares.
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
