package gamestest

import "os"

// Times is how often a test repeats itself: as often as somebody at work waits
// for, or, with SETTABLE_LONG=1 as .ci/run sets it, as often as convinces.
func Times(usual, long int) int {
	if os.Getenv("SETTABLE_LONG") == "1" {
		return long
	}
	return usual
}
