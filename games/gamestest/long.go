package gamestest

import (
	"os"
	"testing"
)

// Times returns how many times to repeat a test: long with SETTABLE_LONG=1, which .ci/run sets, and usual otherwise.
// The usual number keeps tests fast for developers, and the long one makes them convincing.
func Times(usual, long int) int {
	if os.Getenv("SETTABLE_LONG") == "1" {
		return long
	}
	return usual
}

// Long skips a test unless SETTABLE_LONG is 1. It is for tests that take longer than a developer wants to wait; shorter
// tests catch the usual mistakes.
func Long(t testing.TB) {
	t.Helper()
	if Times(0, 1) == 0 {
		t.Skip("slow: runs with SETTABLE_LONG=1, as in .ci/run")
	}
}
