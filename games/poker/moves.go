package poker

import (
	"strconv"
	"strings"

	"settable/games"
)

// The moves of SET Poker beside those that every game has.
type (
	// Check bets nothing.
	Check struct{}
	// Call pays what the others have paid.
	Call struct{}
	// Drop leaves the pot to the others.
	Drop struct{}
	// Show shows one's sets, so that all must.
	Show struct{}
	// Pass does not show.
	Pass struct{}
	// Next begins the next hand.
	Next struct{}
	// Bet opens the betting of an interval with N chips.
	Bet struct{ N games.Chips }
	// Raise pays a call and N chips more.
	Raise struct{ N games.Chips }
	// Buy buys in again for N chips; 0: for a full stack.
	Buy struct{ N games.Chips }
	// Slip is a verb with words that are no number of chips: it is always
	// refused, and never taken for what its player may have meant.
	Slip struct{ Verb, Words string }
)

func (Check) String() string   { return "check" }
func (Call) String() string    { return "call" }
func (Drop) String() string    { return "drop" }
func (Show) String() string    { return "show" }
func (Pass) String() string    { return "pass" }
func (Next) String() string    { return "next" }
func (b Bet) String() string   { return "bet " + strconv.FormatInt(int64(b.N), 10) }
func (r Raise) String() string { return "raise " + strconv.FormatInt(int64(r.N), 10) }
func (s Slip) String() string  { return strings.TrimSpace(s.Verb + " " + s.Words) }
func (b Buy) String() string {
	if b.N == 0 {
		return "buy"
	}
	return "buy " + strconv.FormatInt(int64(b.N), 10)
}
