package classic

// The moves of classic SET beside those that every game has and the Claim.
type (
	// Call says that one sees a set and will name it at once: "set" alone.
	Call struct{}
	// None says that one sees no set.
	None struct{}
)

func (Call) String() string { return "set" }
func (None) String() string { return "none" }

// Labels are A to U: never more than 21 cards lie on the table. Any single
// letter is meant as one, so that "set a b z" hears that there is no Z.
const labels = "ABCDEFGHIJKLMNOPQRSTU"

func label(place int) string     { return labels[place : place+1] }
func isLabel(word string) bool   { return len(word) == 1 && word[0] >= 'A' && word[0] <= labels[most-1] }
func isLetter(word string) bool  { return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' }
func placeOf(label string) int   { return int(label[0] - 'A') }
func labelsOf(at []int) []string { return mapped(at, label) }

func mapped[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}
