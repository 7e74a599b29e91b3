package games

import (
	"strings"

	"settable/games/cards"
)

// The moves every game has.
type (
	// Join sits down.
	Join struct{}
	// Leave stands up.
	Leave struct{}
	// Start begins the game, after which only some games let people join.
	Start struct{}
	// End, by the Dealer, closes the table before the game has ended.
	End struct{}
	// Tick, by the Clock, says that the deadline has come. Its words are empty.
	Tick struct{}
	// Deal, by the Dealer, lays cards in dealing order.
	Deal struct{ Cards []cards.Card }
)

func (Join) String() string  { return "join" }
func (Leave) String() string { return "leave" }
func (Start) String() string { return "start" }
func (End) String() string   { return "end" }
func (Tick) String() string  { return "" }
func (d Deal) String() string {
	var b strings.Builder
	b.WriteString("deal")
	for _, c := range d.Cards {
		b.WriteByte(' ')
		b.WriteString(c.String())
	}
	return b.String()
}
