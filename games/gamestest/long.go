package gamestest

import "os"

// Times is how often a test repeats itself: usual, or long with SETTABLE_LONG=1, which .ci/run sets.
// The first keeps the wait short for a developer, the second is enough to be convinced.
func Times(usual, long int) int {
	if os.Getenv("SETTABLE_LONG") == "1" {
		return long
	}
	return usual
}
