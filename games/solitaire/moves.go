package solitaire

import (
	"slices"
	"strconv"

	"settable/games"
)

// Solitaire has these moves in addition to Claim and the moves that all games share.
type (
	// Round asks the dealer for the next round: one card on every pile.
	Round struct{}
	// Shift moves the top of one pile to an empty one.
	Shift struct {
		From games.Pick
		To   string // the label of a pile
	}
	// Look asks for the cards under the top of a pile. It changes nothing.
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

func labelsOf(at []int) []string { return games.NamesOf(at, label) }

// pileOf returns the index of the pile with the given label. The index is out of range if no pile has the label.
func pileOf(label string) int {
	n, err := strconv.Atoi(label)
	if err != nil {
		return -1
	}
	return n - 1
}

var oneWordMoves = map[string]games.Move{"deal": Round{}, "undo": Undo{}, "done": Done{}}

// Parse parses a move. It returns false if the words could never be a move: "move it" is talk, but "move 4 10" is a
// move that the game will refuse.
func (Rules) Parse(words string) (games.Move, bool) {
	m, fields := games.ParseMove(words, oneWordMoves)
	if m != nil {
		return m, true
	}
	if claim, ok := games.ParseClaim(fields, isNumber); ok {
		return claim, true
	}
	if len(fields) == 4 && (fields[2] == "to" || fields[2] == "->") {
		fields = slices.Delete(fields, 2, 3) // "move 4 to 1"
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

// isNumber accepts any number of one or two digits as a label, although labels only go from 1 to 9. A player who types
// "move 4 10" therefore learns that the table has no pile 10.
func isNumber(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n >= 0 && n < 100 && strconv.Itoa(n) == word
}
