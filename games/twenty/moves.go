package twenty

import (
	"strings"
)

// The moves of 20/20 SET beside those that every game has and the Claim.
type (
	// Draw asks for one more personal card.
	Draw struct{}
	// None says that one sees no set.
	None struct{}
	// Next begins the next hand.
	Next struct{}
	// Slip is "set" with cards that are not three: it is always refused, and
	// never taken for what its player may have meant.
	Slip struct{ Words string }
)

func (Draw) String() string   { return "draw" }
func (None) String() string   { return "none" }
func (Next) String() string   { return "next" }
func (s Slip) String() string { return strings.TrimSpace("set " + s.Words) }

// "Personal cards have slots 1–9", "Table cards are A–F".
const (
	tableLabels = "ABCDEF"
	slotLabels  = "123456789"
)
