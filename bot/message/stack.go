package message

import (
	"settable/games"
)

// StackOption sets how many chips each player starts with, in games for chips (notation, Scripts: option stack=N).
const StackOption = "stack"

// StackOf returns a game's StackOption, which only games for chips have.
func StackOf(m games.Manual) (games.Option, bool) {
	return m.Option(StackOption)
}

// HasChips reports whether a game is played for chips.
func HasChips(m games.Manual) bool { _, ok := StackOf(m); return ok }
