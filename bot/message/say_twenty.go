package message

import (
	"fmt"

	"settable/games"
)

// sayTwenty puts the events of 20/20 SET into words.
func sayTwenty(e games.OldEvent, name func(games.Seat) string) string {
	who := name(e.Seat)
	switch e.Kind {
	case games.Drew:
		return fmt.Sprintf("%s draws a card and holds %d.", who, e.N)
	case games.Reshuffle:
		return fmt.Sprintf("The deck is used up: %s of the discard pile are shuffled into a new one.", Many(int64(e.N), "card"))
	case games.OldSwept:
		return fmt.Sprintf("Nobody sees a set: %d new cards come to the table, and the old ones go back into the deck.", e.N)
	case games.WonHand:
		return fmt.Sprintf("**%s has no personal cards left and wins the hand: %s.** %d win the game.", who, Many(int64(e.N), "point"), e.Of)
	}
	return ""
}
