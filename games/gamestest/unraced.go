package gamestest

import "testing"

// SkipUnderRace skips a test under the race detector. It is for tests that exercise no concurrency beyond that of shorter
// tests: tests of wording, long tests, and tests that start programs of their own. They would take ten times as long
// there and find nothing new. Tests that don't call it run under the race detector.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if Racing {
		t.Skip("skipped under the race detector: see gamestest.SkipUnderRace")
	}
}
