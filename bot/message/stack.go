package message

import (
	"settable/games"
)

// StackOption is the option of games with chips that says with how many
// everybody sits down (NOTATION.md: option stack=N).
const StackOption = "stack"

// StackOf finds that option; games without chips have none.
func StackOf(m games.Manual) (games.Option, bool) {
	return m.Option(StackOption)
}

// HasChips says whether a game is played for chips.
func HasChips(m games.Manual) bool { _, ok := StackOf(m); return ok }
