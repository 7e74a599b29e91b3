package classic

import "settable/games"

// Parse reads a move; false means it is just talk. What needs no look at the
// table is decided here: "set a reminder" is talk, "set a a b" is a slip.
func (Rules) Parse(words string) (games.Move, bool) {
	if m, ok := games.ParseCommon(words); ok {
		return m, true
	}
	fields := games.Fields(words)
	if len(fields) == 1 {
		switch fields[0] {
		case "set":
			return Call{}, true
		case "none":
			return None{}, true
		}
	}
	known := isLetter
	if len(fields) == 2 {
		known = isLabel // "set xyz" is a word after set; "set x y z" can't be one
	}
	if claim, ok := games.ParseClaim(fields, known); ok {
		return claim, true
	}
	return nil, false
}
