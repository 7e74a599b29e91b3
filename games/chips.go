package games

// Chips is an amount of play money.
type Chips int64

// Purse is where chips lie: Purse(s) is the stack of seat s, Balance(s) what
// its player owns away from the table; the pot and the bank are below.
type Purse int

// The purses that are nobody's.
const (
	Pot  Purse = 0
	Bank Purse = -1
)

// Balance is the account of the player who owns the seat: chips are bought in
// from it and cashed out to it.
func Balance(s Seat) Purse { return Bank - Purse(s) }

// Owner is the seat whose stack or balance this is; Watcher: nobody's.
func (p Purse) Owner() Seat {
	if p < Bank {
		return Seat(Bank - p)
	}
	return max(Seat(p), Watcher)
}

// IsBalance tells whether this is a player's balance, not a stack at the table.
func (p Purse) IsBalance() bool { return p < Bank }

// A Transfer moves Amount > 0 chips. What a step moves is taken from one purse
// and put into another, so its transfers sum to zero by their shape.
type Transfer struct {
	From, To Purse
	Amount   Chips
}

// A PotShare is how one pot, the main one or a side pot, was shared: all that
// is needed to say why (RULES.md: "each pot is decided and its odd chips given
// by itself").
type PotShare struct {
	Amount   Chips
	Eligible []Seat  // who could win it, from the dealer's left
	Sets     []int   // of each of Eligible, where hands were counted
	Winners  []Seat  // from the dealer's left
	Share    Chips   // of each winner
	Odd      Chips   // what did not divide
	Stacks   []Chips // of each of Winners before the payout, where there are odd chips
	OddTo    []Seat  // one seat: all of it; more: a chip each, in this order
	Won      WonBy
	OddBy    OddBy
}

// WonBy is the rule by which a pot was won.
type WonBy string

// The rules by which pots are won.
const (
	MostSets  WonBy = "most sets"
	NoSets    WonBy = "no sets"    // nobody who could win it has one: all are tied
	LastLeft  WonBy = "last left"  // all others dropped
	DeckEmpty WonBy = "deck empty" // exhausted=split: nobody showed to the end
)

// OddBy is the rule by which the odd chips of a tie were given.
type OddBy string

// The rules for odd chips.
const (
	NoOdd      OddBy = ""
	FewestOdd  OddBy = "fewest chips"   // to the tied winner with the fewest chips
	LeftOdd    OddBy = "left of dealer" // several have the fewest: the first left of the dealer
	OneEachOdd OddBy = "one each"       // odd_tie=one_each: one each in that order
)
