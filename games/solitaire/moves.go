package solitaire

import (
	"strconv"

	"settable/games"
)

// The moves of the solitaire beside those that every game has and the Claim.
type (
	// Round asks the dealer for the next round: one card on every pile.
	Round struct{}
	// Shift moves the top of one pile to an empty one.
	Shift struct {
		From games.Pick
		To   string // the label of a pile
	}
	// Look asks what lies under the top of a pile. It changes nothing.
	Look struct{ Pile games.Pick }
	// Undo takes back the last set or shift since the deal.
	Undo struct{}
	// Done ends the game.
	Done struct{}
)

func (Round) String() string   { return "deal" }
func (s Shift) String() string { return "move " + s.From.String() + " " + s.To }
func (l Look) String() string  { return "look " + l.Pile.String() }
func (Undo) String() string    { return "undo" }
func (Done) String() string    { return "done" }

func label(pile int) string { return strconv.Itoa(pile + 1) }

// pileOf is the pile of that label; out of range for one that is not there.
func pileOf(label string) int {
	n, err := strconv.Atoi(label)
	if err != nil {
		return -1
	}
	return n - 1
}

func labelsOf(at []int) []string {
	labels := make([]string, len(at))
	for i, p := range at {
		labels[i] = label(p)
	}
	return labels
}
