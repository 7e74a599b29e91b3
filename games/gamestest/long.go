package gamestest

import (
	"os"
	"testing"
)

// Times returns how often a test repeats itself: usual, or long with SETTABLE_LONG=1, which .ci/run sets. The first
// keeps the wait short for a developer, the second is enough to be convincing.
func Times(usual, long int) int {
	if os.Getenv("SETTABLE_LONG") == "1" {
		return long
	}
	return usual
}

// Long skips a test unless SETTABLE_LONG is 1: it takes longer than a developer wants to wait, and shorter tests catch
// the usual mistakes.
func Long(t testing.TB) {
	t.Helper()
	if Times(0, 1) == 0 {
		t.Skip("slow: runs with SETTABLE_LONG=1, as in .ci/run")
	}
}
