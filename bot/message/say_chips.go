package message

import (
	"fmt"

	"settable/games"
)

// sayChips puts the events of games that are played in hands into words.
func sayChips(e games.OldEvent, name func(games.Seat) string) string {
	who := name(e.Seat)
	switch e.Kind {
	case games.Hand:
		return fmt.Sprintf("**Hand %d**: %s deals.", e.N, who)
	case games.Voided:
		return "This hand does not count: nobody wins it."
	}
	return ""
}

func sets(n int) string {
	switch n {
	case 0:
		return "no set"
	case 1:
		return "one set"
	}
	return fmt.Sprintf("%d sets", n)
}

// Chips counts chips.
func Chips(n games.Chips) string {
	if n == 1 {
		return "1 chip"
	}
	return fmt.Sprintf("%d chips", n)
}
