package classic

import "settable/games"

// Classic SET has these moves in addition to Claim and the moves that all games share.
type (
	// Call ("set" alone) says that the player sees a set and will name its cards at once.
	Call struct{}
	// None says that the player sees no set.
	None struct{}
	// Stuck asks for a hint.
	Stuck struct{}
)

func (Call) String() string  { return "set" }
func (None) String() string  { return "none" }
func (Stuck) String() string { return "stuck" }

// isLabel accepts A to U, because a table never has more than 21 cards. isLetter accepts any single letter, so that a
// player who types "set a b z" learns that the table has no Z.
func isLabel(word string) bool   { return isLetter(word) && placeOf(word) < mostCards }
func isLetter(word string) bool  { return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' }
func placeOf(label string) int   { return int(label[0] - 'A') }
func labelsOf(at []int) []string { return games.NamesOf(at, games.Letter) }

var oneWordMoves = map[string]games.Move{"set": Call{}, "none": None{}, "stuck": Stuck{}}

// Parse parses a move. It returns false if the words could never be a move: "set a reminder" is talk, but "set a a b"
// is a move that the game will refuse.
func (Rules) Parse(words string) (games.Move, bool) {
	m, fields := games.ParseMove(words, oneWordMoves)
	if m != nil {
		return m, true
	}
	if hint, ok := games.ParseHint(fields); ok {
		return hint, true
	}
	known := isLetter
	if len(fields) == 2 {
		known = isLabel // "set xyz" may be talk; "set x y z" can't be
	}
	return games.ParseClaim(fields, known)
}
