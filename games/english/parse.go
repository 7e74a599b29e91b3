package english

import "settable/games"

// Parse reads a move; false means it is just talk: "my turn", "exchange gifts".
func (Rules) Parse(words string) (games.Move, bool) {
	if m, ok := games.ParseCommon(words); ok {
		return m, true
	}
	fields := games.Fields(words)
	if len(fields) != 1 {
		return nil, false
	}
	switch c := Choice(fields[0]); c {
	case "turn":
		return Turn{}, true
	case Exchange, Reshuffle, Discount:
		return c, true
	}
	return nil, false
}
