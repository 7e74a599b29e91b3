package games

// Chips is an amount of play money.
type Chips int64

// Purse is a place where chips lie: Purse(s) is the stack of seat s at the table, and Balance(s) is
// what its player owns away from the table. Pot and Bank have no owner.
type Purse int

// The purses without an owner.
const (
	Pot  Purse = 0
	Bank Purse = -1
)

// Balance is the account of the player who owns the seat: chips are bought in
// from it and cashed out to it.
func Balance(s Seat) Purse { return Bank - Purse(s) }

// Owner is the seat whose stack or balance this is; Watcher: none.
func (p Purse) Owner() Seat {
	if p < Bank {
		return Seat(Bank - p)
	}
	return max(Seat(p), Watcher)
}

// IsBalance reports whether this is a player's balance, not a stack at the table.
func (p Purse) IsBalance() bool { return p < Bank }

// A Transfer moves Amount > 0 chips. Each chip that leaves one purse enters another, so the transfers of a
// step always sum to zero.
type Transfer struct {
	From, To Purse
	Amount   Chips
}

// A PotShare tells how one pot, the main one or a side pot, was shared. It holds all that is needed
// to explain why (Poker 10 (docs/spec/rules.md): each pot is decided separately).
type PotShare struct {
	Amount   Chips
	Eligible []Seat  // who could win it, from the dealer's left
	Sets     []int   // of each seat in Eligible; empty where no hands were counted
	Winners  []Seat  // from the dealer's left
	Share    Chips   // of each winner
	Odd      Chips   // what was left after equal division
	Stacks   []Chips // of each of Winners before the payout; only set where there are odd chips
	OddTo    []Seat  // one seat gets all odd chips; several get one each, in this order
	Won      WonBy
	OddBy    OddBy
}

// WonBy is the rule by which a pot was won.
type WonBy string

// The rules by which pots are won.
const (
	MostSets  WonBy = "most sets"
	NoSets    WonBy = "no sets"    // nobody who could win the pot has a set: all are tied
	LastLeft  WonBy = "last left"  // all other players dropped
	DeckEmpty WonBy = "deck empty" // exhausted=split: nobody showed to the end
)

// OddBy is the rule by which the odd chips of a tie were given.
type OddBy string

// The rules for odd chips.
const (
	NoOdd      OddBy = ""
	FewestOdd  OddBy = "fewest chips"   // to the tied winner with the fewest chips
	LeftOdd    OddBy = "left of dealer" // several have the fewest: to the first of them left of the dealer
	OneEachOdd OddBy = "one each"       // odd_tie=one_each: one chip each, in that same order
)
