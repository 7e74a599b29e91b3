package games

// Chips is an amount of play money.
type Chips int64

// An Account holds chips. Account(s) is the stack of seat s at the table, and Balance(s) is what the seat's player owns
// away from the table. Pot and Bank have no owner.
type Account int

const (
	Pot  Account = 0
	Bank Account = -1
)

// Balance returns the account of the player in the seat. Players buy chips from their balance and cash out to it.
func Balance(s Seat) Account { return Bank - Account(s) }

// Owner returns the seat that owns a stack or balance, or Watcher if the account has no owner.
func (a Account) Owner() Seat {
	if a < Bank {
		return Seat(Bank - a)
	}
	return max(Seat(a), Watcher)
}

// IsBalance reports whether the account is a player's balance, as opposed to a stack at the table.
func (a Account) IsBalance() bool { return a < Bank }

// A Transfer moves chips from one account to another. Amount is always positive.
type Transfer struct {
	From, To Account
	Amount   Chips
}

// A PotShare records how one pot, the main pot or a side pot, was shared. It holds everything needed to explain the
// result (Poker 10).
type PotShare struct {
	Amount   Chips
	Eligible []Seat  // who could win it, from the dealer's left
	Sets     []int   // of each seat in Eligible; empty if no hands were counted
	Winners  []Seat  // from the dealer's left
	Share    Chips   // of each winner
	Odd      Chips   // what was left after equal division
	Stacks   []Chips // of each of Winners before the payout; only set if there are odd chips
	OddTo    []Seat  // one seat gets all odd chips; several get one each, in this order
	Won      WonBy
	OddBy    OddBy
}

// WonBy says why a pot was won.
type WonBy string

const (
	MostSets      WonBy = "most sets"
	NoSets        WonBy = "no sets"    // no one who could win the pot has a set, so all are tied
	LastRemaining WonBy = "last left"  // all others have dropped out
	DeckEmpty     WonBy = "deck empty" // exhausted=split: no one showed before the cards ran out
)

// OddBy is the rule that decided who got the odd chips of a tie.
type OddBy string

const (
	NoOdd      OddBy = ""
	FewestOdd  OddBy = "fewest chips"   // to the tied winner with the fewest chips
	LeftOdd    OddBy = "left of dealer" // several have the fewest: to the first of them on the dealer's left
	OneEachOdd OddBy = "one each"       // odd_tie=one_each: one chip each, in that same order
)
