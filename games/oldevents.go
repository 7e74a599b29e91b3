package games

import (
	"time"

	"settable/games/cards"
)

// EventKind says what an Event is about.
type EventKind string

// The kinds of events. A game uses those that fit; the words are made elsewhere.
const (
	Joined    EventKind = "joined"   // Seat sat down
	Left      EventKind = "left"     // Seat stood up; English Sets: N of its cards went back into the pack, which was shuffled
	Started   EventKind = "started"  // Seat started the game
	Dealt     EventKind = "dealt"    // N cards were laid; Cards and Labels where everybody sees them
	More      EventKind = "more"     // no set lay there, or all of Of players said so: N more cards are laid
	OldTook   EventKind = "took"     // Seat took the set Cards at Labels, After the last deal
	OldWrong  EventKind = "wrong"    // Seat claimed Cards at Labels, which are no set: Why; Cost says what it costs
	OldCalled EventKind = "called"   // Seat called set and has N seconds to name it
	TooLate   EventKind = "too late" // Seat called and named nothing in time; Cost
	None      EventKind = "none"     // Seat sees no set; N of Of players say so
	Unlocked  EventKind = "unlocked" // everybody was locked out, so nobody is
	Over      EventKind = "over"     // the game has ended; Seats are the winners
	Closed    EventKind = "closed"   // the table was closed before the end; Seats lead
)

// The kinds of events of games with chips.
const (
	Bought   EventKind = "bought"   // Seat bought in for Amount
	Cashed   EventKind = "cashed"   // Seat's Amount went back to its player's balance
	Hand     EventKind = "hand"     // hand N begins: Seat deals, Seats are dealt in
	Anted    EventKind = "anted"    // Seat paid Amount into the pot; AllIn
	Checked  EventKind = "checked"  // Seat bet nothing
	Bets     EventKind = "bet"      // Seat opened with Amount; AllIn
	Calls    EventKind = "call"     // Seat paid Amount to go on; AllIn: that is all there was
	Raised   EventKind = "raised"   // Seat paid Amount, By more than a call, to the Level of this interval; AllIn
	Drops    EventKind = "dropped"  // Seat is out of this pot; Why: "left" where the player left
	Returned EventKind = "returned" // Amount came back to Seat: nobody could answer that bet, or the hand was voided
	Asked    EventKind = "asked"    // interval N is over: does anyone of Seats wish to show?
	Passed   EventKind = "passed"   // Seat does not wish to show; N of Of have said so
	Showed   EventKind = "showed"   // Seat shows, so all must
	Forced   EventKind = "forced"   // nobody showed, and no card comes: all of Seats must
	Exposed  EventKind = "exposed"  // Seat's hand is Cards, with N sets
	Won      EventKind = "won"      // pot N of Of, the main pot first, goes to Seats: Share says how
	Voided   EventKind = "voided"   // the hand does not count; what was paid, Amount in all, is returned
)

// The kinds of events of 20/20 SET.
const (
	Drew      EventKind = "drew"      // Seat asked for one more personal card and holds N now
	Reshuffle EventKind = "reshuffle" // the deck is used up: the N cards of the discard pile are a new one
	OldSwept  EventKind = "swept"     // all of Of players see no set: N new table cards are laid, the old ones go back into the deck
	WonHand   EventKind = "won hand"  // Seat has no personal cards left and scores N points; Of win the game
)

// The kinds of events of Mag's SET Solitaire.
const (
	Round  EventKind = "round"  // Seat deals: round N of Of
	Shifts EventKind = "shifts" // Seat moves the card Cards[0] from pile Labels[0] to the empty pile Labels[1]
	Undone EventKind = "undone" // Seat takes back the last set or shift: Cards lie at Labels again; it is the N-th time in this game
	Looked EventKind = "looked" // under the top of pile Labels[0] lie Cards, the lowest first; none: nothing
	Solo   EventKind = "solo"   // the game is over: N sets were made and Of cards are left, after Undos; Seats are those who play, if that is a win
)

// The kinds of events of English Sets. Rank is that of the cards in question.
const (
	SamePair   EventKind = "same pair"  // Seats hold the same pair: the four cards go back and the pack is shuffled
	Lays       EventKind = "lays"       // Seat lays its N cards of Rank from the hand
	Turned     EventKind = "turned"     // Seat turns the starter Cards[0]
	Adds       EventKind = "adds"       // Cards[0] joins Seat's set of Rank, which has N cards now
	Gathers    EventKind = "gathers"    // Seat takes the starter and all cards of Rank: N cards; or all of a last rank, without a starter: Why
	Declared   EventKind = "declared"   // Seat has a complete set of Rank: "set 8"
	Buried     EventKind = "buried"     // nobody can use the starter Cards[0]: it goes under the pack
	SentBack   EventKind = "sent back"  // Seats hold Rank equally: their cards and the starter go back and the pack is shuffled
	Filled     EventKind = "filled"     // Seat draws N cards
	Stalemate  EventKind = "stalemate"  // no card left can match; N cards are in the pack
	Chose      EventKind = "chose"      // Seat chooses Words; N of Of have chosen so
	Exchanged  EventKind = "exchanged"  // each of Seats gets one complete set
	Reshuffled EventKind = "reshuffled" // all hand cards go back, the pack of N is shuffled and hands are filled
	Discounted EventKind = "discounted" // the cards of Rank (empty: all hands) do not count
)

// Cost is what a wrong call or claim costs.
type Cost string

// The costs of a wrong call.
const (
	Nothing   Cost = ""
	Point     Cost = "point"     // one point less
	LockedOut Cost = "lockedout" // no claims until the table changes
	OneCard   Cost = "one card"  // one more personal card
	FullHand  Cost = "full hand" // nothing: there are nine personal cards already
)

// An OldEvent is an event of a game that has no event types of its own yet.
type OldEvent struct {
	Kind   EventKind
	Seat   Seat
	Seats  []Seat
	Cards  []cards.Card
	Labels []string
	N, Of  int
	After  time.Duration
	Why    string // "two are red and one is green"
	Cost   Cost

	Amount Chips // that moved
	By     Chips // of a raise: beyond the call
	Level  Chips // of a raise: what everybody must now have paid in this interval
	AllIn  bool  // these were the seat's last chips
	Clock  bool  // the clock spoke for the seat
	Share  *PotShare

	Rank  string // of English Sets: "8", "10", "queen"
	Words string // what was said: "exchange"
	Undos int    // of a solitaire that is over: how many moves were taken back
}

// Say says nothing: its sentence is made by who tells it.
func (OldEvent) Say() Phrase { return Phrase{} }

// CardsMoved tells whether cards lie otherwise, or what a call costs has changed.
func (e OldEvent) CardsMoved() bool {
	switch e.Kind {
	case OldTook, Dealt, More, Started, Over, Closed, Asked, Hand, Bets, Raised,
		OldSwept, Round, Shifts, Undone, Turned, Stalemate, Exchanged, Reshuffled, Filled:
		return true
	}
	return false
}

// OldEvents are those of a list.
func OldEvents(list []Event) (old []OldEvent) {
	for _, e := range list {
		if o, ok := e.(OldEvent); ok {
			old = append(old, o)
		}
	}
	return old
}
