package store

// AccountKind says who owns an account.
type AccountKind string

// All chips come from a guild's bank, the only kind of account whose balance may be negative.
const (
	BankAccount   AccountKind = "house"  // the guild's bank, which pays grants; stored under its former name
	PlayerAccount AccountKind = "player" // a member's balance
	SeatAccount   AccountKind = "seat"   // the stack of a seat at a table
	PotAccount    AccountKind = "pot"    // the chips that were bet at a table
)
