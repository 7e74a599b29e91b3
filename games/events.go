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
	Left     Kind = "left"     // Seat stood up; English Sets: N of its cards went back into the pack, which was shuffled
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

// The kinds of events of games with chips.
const (
	Bought   Kind = "bought"   // Seat bought in for Amount
	Cashed   Kind = "cashed"   // Seat's Amount went back to its player's balance
	Hand     Kind = "hand"     // hand N begins: Seat deals, Seats are dealt in
	Anted    Kind = "anted"    // Seat paid Amount into the pot; AllIn
	Checked  Kind = "checked"  // Seat bet nothing
	Bets     Kind = "bet"      // Seat opened with Amount; AllIn
	Calls    Kind = "call"     // Seat paid Amount to go on; AllIn: that is all there was
	Raised   Kind = "raised"   // Seat paid Amount, By more than a call, to the Level of this interval; AllIn
	Drops    Kind = "dropped"  // Seat is out of this pot; Why: "left" where the player left
	Returned Kind = "returned" // Amount came back to Seat: nobody could answer that bet, or the hand was voided
	Asked    Kind = "asked"    // interval N is over: does anyone of Seats wish to show?
	Passed   Kind = "passed"   // Seat does not wish to show; N of Of have said so
	Showed   Kind = "showed"   // Seat shows, so all must
	Forced   Kind = "forced"   // nobody showed, and no card comes: all of Seats must
	Exposed  Kind = "exposed"  // Seat's hand is Cards, with N sets
	Won      Kind = "won"      // pot N of Of, the main pot first, goes to Seats: Share says how
	Voided   Kind = "voided"   // the hand does not count; what was paid, Amount in all, is returned
)

// The kinds of events of 20/20 SET.
const (
	Drew      Kind = "drew"      // Seat asked for one more personal card and holds N now
	Reshuffle Kind = "reshuffle" // the deck is used up: the N cards of the discard pile are a new one
	Swept     Kind = "swept"     // all of Of players see no set: N new table cards are laid, the old ones go back into the deck
	WonHand   Kind = "won hand"  // Seat has no personal cards left and scores N points; Of win the game
)

// The kinds of events of Mag's SET Solitaire.
const (
	Round  Kind = "round"  // Seat deals: round N of Of
	Shifts Kind = "shifts" // Seat moves the card Cards[0] from pile Labels[0] to the empty pile Labels[1]
	Undone Kind = "undone" // Seat takes back the last set or shift: Cards lie at Labels again; it is the N-th time in this game
	Looked Kind = "looked" // under the top of pile Labels[0] lie Cards, the lowest first; none: nothing
	Solo   Kind = "solo"   // the game is over: N sets were made and Of cards are left, after Undos; Seats are those who play, if that is a win
)

// The kinds of events of English Sets. Rank is that of the cards in question.
const (
	SamePair   Kind = "same pair"  // Seats hold the same pair: the four cards go back and the pack is shuffled
	Lays       Kind = "lays"       // Seat lays its N cards of Rank from the hand
	Turned     Kind = "turned"     // Seat turns the starter Cards[0]
	Adds       Kind = "adds"       // Cards[0] joins Seat's set of Rank, which has N cards now
	Gathers    Kind = "gathers"    // Seat takes the starter and all cards of Rank: N cards; or all of a last rank, without a starter: Why
	Declared   Kind = "declared"   // Seat has a complete set of Rank: "set 8"
	Buried     Kind = "buried"     // nobody can use the starter Cards[0]: it goes under the pack
	SentBack   Kind = "sent back"  // Seats hold Rank equally: their cards and the starter go back and the pack is shuffled
	Filled     Kind = "filled"     // Seat draws N cards
	Stalemate  Kind = "stalemate"  // no card left can match; N cards are in the pack
	Chose      Kind = "chose"      // Seat chooses Words; N of Of have chosen so
	Exchanged  Kind = "exchanged"  // each of Seats gets one complete set
	Reshuffled Kind = "reshuffled" // all hand cards go back, the pack of N is shuffled and hands are filled
	Discounted Kind = "discounted" // the cards of Rank (empty: all hands) do not count
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
	Solved    Count = "solved"    // solitaires won
	Hands     Count = "hands"     // hands played to their end, of games that have them
	Pots      Count = "pots"      // pots won or shared
)
