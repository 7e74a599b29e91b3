package twenty

import (
	"strings"

	"settable/games"
	"settable/games/cards"
)

// 20/20 SET has these moves in addition to Claim and the moves that all games share.
type (
	// Draw asks for one more personal card.
	Draw struct{}
	// None says that the player sees no set.
	None struct{}
	// Next begins the next hand.
	Next struct{}
	// BadClaim is "set" with a number of cards other than three. The game always refuses it and never guesses what the
	// player meant.
	BadClaim struct{ Words string }
)

func (Draw) String() string       { return "draw" }
func (None) String() string       { return "none" }
func (Next) String() string       { return "next" }
func (s BadClaim) String() string { return strings.TrimSpace("set " + s.Words) }

// The game uses these labels (Twenty 7).
const (
	tableLabels = "ABCDEF"
	slotLabels  = "123456789"
)

var oneWordMoves = map[string]games.Move{"draw": Draw{}, "none": None{}, "next": Next{}, "set": BadClaim{}}

// Parse parses a move. It returns false if the words are only talk, such as "set a reminder" or "draw a card". Two
// cards, or more than three, count as a move: they become a BadClaim, which the game refuses.
func (Rules) Parse(words string) (games.Move, bool) {
	m, fields := games.ParseMove(words, oneWordMoves)
	if m != nil {
		return m, true
	}
	known := looksLikeLabel
	if len(fields) == 2 {
		known = isLabel // "set xyz" may be talk; "set x y z" can't be
	}
	if claim, ok := games.ParseClaim(fields, known); ok {
		return claim, true
	}
	if len(fields) < 3 || len(fields) == 4 || fields[0] != "set" {
		return nil, false
	}
	for _, word := range fields[1:] {
		if c, ok := cards.Parse(word); !(ok && c.IsSET()) && !isLabel(strings.ToUpper(word)) {
			return nil, false
		}
	}
	return BadClaim{Words: strings.Join(fields[1:], " ")}, true
}

func isLabel(word string) bool {
	return len(word) == 1 && strings.Contains(tableLabels+slotLabels, word)
}

// looksLikeLabel accepts any letter and any short number. A player who types "set a b z" or "set a b 10" therefore
// learns that the table has no Z or no 10.
func looksLikeLabel(word string) bool {
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		return true
	}
	return (len(word) == 1 || len(word) == 2) && strings.Trim(word, "0123456789") == ""
}
