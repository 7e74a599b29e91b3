package store

// AccountKind says whose chips an account holds.
type AccountKind string

// The kinds of accounts. Chips come from a guild's bank; of each kind but the
// bank, an account never goes below zero.
const (
	BankAccount   AccountKind = "house"  // a guild's source of grants, kept under its first name
	PlayerAccount AccountKind = "player" // a member's balance
	SeatAccount   AccountKind = "seat"   // the stack before a seat of a table
	PotAccount    AccountKind = "pot"    // what was bet at a table
)
