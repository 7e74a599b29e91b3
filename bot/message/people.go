package message

import (
	"fmt"
	"slices"
	"strings"

	"settable/games"
)

// peopleSize is the room for those who sit, beside heading and sentences.
const peopleSize = 600

// people lists who sits by the letter the picture shows, because names are
// never drawn: a name may be in any script.
func (s Scene) people() string {
	var parts []string
	room := peopleSize
	for i, p := range s.View.Seats {
		part := "`" + games.SeatLetter(p.Seat) + "` " + s.Name(p.Seat)
		if s.View.Phase != games.Finished || !HasChips(s.Manual) { // chips have gone home: the sentences say how many
			part += standingOf(s.View, p) + s.holding(p) + s.remark(p)
		}
		if room -= Size(part) + 3; room < 0 {
			parts = append(parts, fmt.Sprintf("and %d more", len(s.View.Seats)-i))
			break
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "Nobody sits here yet."
	}
	return strings.Join(parts, " · ")
}

// holding is how many cards a seat holds, in games in which the fewest win.
func (s Scene) holding(p games.Place) string {
	if !s.Manual.Hands || HasChips(s.Manual) || p.Cards == 0 {
		return ""
	}
	return " (" + Many(int64(p.Cards), "card") + ")"
}

// standingOf is what a seat has: points, or chips and what is bet.
func standingOf(v games.View, p games.Place) string {
	switch {
	case v.Phase == games.Gathering:
		return ""
	case !v.ShowPot && !slices.ContainsFunc(v.Seats, func(other games.Place) bool { return other.Chips > 0 }):
		return fmt.Sprintf(" **%d**", p.Score)
	case p.Bet > 0:
		return fmt.Sprintf(" **%d** (bet %d)", p.Chips, p.Bet)
	}
	return fmt.Sprintf(" **%d**", p.Chips)
}

func (s Scene) remark(p games.Place) string {
	switch {
	case p.Left:
		return " (left)"
	case p.Winner:
		return " 🏆"
	case p.Turn:
		return " ◀"
	case p.Dropped:
		return " (dropped)"
	case p.Calling:
		return " (has called)"
	case p.Locked:
		return " (locked out)"
	case !p.Said.Silent() && p.Bet == 0: // a bet is told by its amount
		return " (“" + s.Lang.Plain(p.Said) + "”)"
	}
	return ""
}
