package message

import (
	"settable/games"
)

// StackOption is the option for the number of chips with which each player starts, in games for chips (notation,
// Scripts: option stack=N).
const StackOption = "stack"

// StackOf finds a game's StackOption. Games without chips have none.
func StackOf(m games.Manual) (games.Option, bool) {
	return m.Option(StackOption)
}

// HasChips reports whether a game is played for chips.
func HasChips(m games.Manual) bool { _, ok := StackOf(m); return ok }
