package message

import (
	"fmt"
	"strings"

	"settable/games"
)

// saySolitaire puts the events of Mag's SET Solitaire into words.
func saySolitaire(e games.OldEvent, name func(games.Seat) string) string {
	who := name(e.Seat)
	switch e.Kind {
	case games.Round:
		return fmt.Sprintf("%s deals round %d of %d.", who, e.N, e.Of)
	case games.Shifts:
		return fmt.Sprintf("%s moves %s from pile %s to pile %s.", who, e.Cards[0].Words(), e.Labels[0], e.Labels[1])
	case games.Undone:
		if len(e.Cards) == 1 {
			return fmt.Sprintf("%s takes a move back, to pile %s: %s.", who, e.Labels[0], e.Cards[0].Words())
		}
		return fmt.Sprintf("%s takes a set back: %s lie there again.", who, labels(e.Labels))
	case games.Looked:
		return sayLooked(e)
	case games.Solo:
		return saySolo(e, name)
	}
	return ""
}

// sayLooked names what lies below a top, the next card first.
func sayLooked(e games.OldEvent) string {
	if len(e.Cards) == 0 {
		return fmt.Sprintf("Nothing lies under the top of pile %s.", e.Labels[0])
	}
	below := make([]string, len(e.Cards))
	for i, c := range e.Cards {
		below[len(below)-1-i] = c.Words()
	}
	if len(below) == 1 {
		return fmt.Sprintf("Under the top of pile %s lies %s.", e.Labels[0], below[0])
	}
	return fmt.Sprintf("Under the top of pile %s lie, from above: %s.", e.Labels[0], strings.Join(below, ", "))
}

func saySolo(e games.OldEvent, name func(games.Seat) string) string {
	result := fmt.Sprintf("%s made and %s left", sets(e.N), Many(int64(e.Of), "card"))
	if e.Undos > 0 {
		result += fmt.Sprintf(", with %s taken back", Many(int64(e.Undos), "move"))
	}
	if len(e.Seats) == 0 {
		return "The game is over, and not won: " + result + "."
	}
	return fmt.Sprintf("**The game is over, and won**: %s, by %s.", result, join(e.Seats, name)) // many names may be cut, the result not
}
