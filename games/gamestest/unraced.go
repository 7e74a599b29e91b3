package gamestest

import "testing"

// Unraced skips, under the race detector, a test in which no goroutines meet that shorter tests don't make
// meet: one that is about sentences, is long, or starts programs of its own. There it would cost ten times
// as much and see nothing new. Whatever doesn't say so is watched.
func Unraced(t testing.TB) {
	t.Helper()
	if racing {
		t.Skip("no goroutines meet here that don't meet elsewhere: see gamestest.Unraced")
	}
}
