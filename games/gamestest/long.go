package gamestest

import (
	"os"
	"testing"
)

// Times is how often a test repeats itself: usual, or long with SETTABLE_LONG=1, which .ci/run sets.
// The first keeps the wait short for a developer, the second is enough to be convinced.
func Times(usual, long int) int {
	if os.Getenv("SETTABLE_LONG") == "1" {
		return long
	}
	return usual
}

// Long skips a test where SETTABLE_LONG is not 1: it takes longer than a developer waits, and shorter tests
// would notice the usual mistakes.
func Long(t testing.TB) {
	t.Helper()
	if Times(0, 1) == 0 {
		t.Skip("takes longer than one waits for: runs with SETTABLE_LONG=1, as in .ci/run")
	}
}
