package store

// AccountKind is the kind of owner that an account has.
type AccountKind string

// These are the kinds of accounts. All chips come from a guild's bank, the only kind of account that may go below zero.
const (
	BankAccount   AccountKind = "house"  // the guild's bank, which pays grants; stored under its first name
	PlayerAccount AccountKind = "player" // a member's balance
	SeatAccount   AccountKind = "seat"   // the stack of a seat at a table
	PotAccount    AccountKind = "pot"    // the chips that were bet at a table
)
