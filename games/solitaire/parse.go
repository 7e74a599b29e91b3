package solitaire

import (
	"strconv"

	"settable/games"
)

var bare = map[string]games.Move{"deal": Round{}, "undo": Undo{}, "done": Done{}}

// Parse reads a move; false means it is just talk. What needs no look at the
// table is decided here: "move it" is talk, "move 4 10" is a slip.
func (Rules) Parse(words string) (games.Move, bool) {
	if m, ok := games.ParseCommon(words); ok {
		return m, true
	}
	fields := games.Fields(words)
	if len(fields) == 1 {
		m, ok := bare[fields[0]]
		return m, ok
	}
	if claim, ok := games.ParseClaim(fields, isNumber); ok {
		return claim, true
	}
	switch {
	case len(fields) == 3 && fields[0] == "move":
		from, ok := games.ParsePick(fields[1], isNumber)
		return Shift{From: from, To: fields[2]}, ok && isNumber(fields[2])
	case len(fields) == 2 && fields[0] == "look":
		pile, ok := games.ParsePick(fields[1], isNumber)
		return Look{Pile: pile}, ok
	}
	return nil, false
}

// Labels are 1 to 9. Any number of one or two digits is meant as one, so that
// "move 4 10" hears that there is no pile 10.
func isNumber(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n >= 0 && n < 100 && strconv.Itoa(n) == word
}
