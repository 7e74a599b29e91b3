package english

// Turn turns the next starter.
type Turn struct{}

func (Turn) String() string { return "turn" }

// A Choice is what a player wishes to do about a stalemate; the zero Choice is
// no wish yet.
type Choice string

// The choices. What all choose is done.
const (
	Exchange  Choice = "exchange"  // cards change hands until each has a complete set
	Reshuffle Choice = "reshuffle" // all hands go back into the pack
	Discount  Choice = "discount"  // the hands do not count and the game ends
)

func (c Choice) String() string { return string(c) }
