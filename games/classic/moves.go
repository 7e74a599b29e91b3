package classic

import "settable/games"

// The moves of classic SET besides those that every game has and the Claim.
type (
	// Call says that its player sees a set and will name it at once: "set" alone.
	Call struct{}
	// None says that its player sees no set.
	None struct{}
)

func (Call) String() string { return "set" }
func (None) String() string { return "none" }

// isLabel accepts A to U, because there are never more than 21 cards on the table. isLetter accepts any single letter,
// so that a player who types "set a b z" is told that there is no Z.
func isLabel(word string) bool   { return isLetter(word) && placeOf(word) < mostCards }
func isLetter(word string) bool  { return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' }
func placeOf(label string) int   { return int(label[0] - 'A') }
func labelsOf(at []int) []string { return games.NamesOf(at, games.Letter) }

var oneWordMoves = map[string]games.Move{"set": Call{}, "none": None{}}

// Parse reads a move; false means that the words are only talk. It decides only what doesn't depend on the
// table: "set a reminder" is talk, "set a a b" is a move that will be refused.
func (Rules) Parse(words string) (games.Move, bool) {
	m, fields := games.ParseMove(words, oneWordMoves)
	if m != nil {
		return m, true
	}
	known := isLetter
	if len(fields) == 2 {
		known = isLabel // "set xyz" may be talk; "set x y z" cannot be
	}
	return games.ParseClaim(fields, known)
}
