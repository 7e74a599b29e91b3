package gamestest

import "testing"

// SkipUnderRace skips a test under the race detector, where the test would take ten times as long. It is for tests that
// exercise no more concurrency than shorter tests do: tests of wording, long tests, and tests that start other
// programs. All other tests run under the race detector.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if Racing {
		t.Skip("skipped under the race detector: see gamestest.SkipUnderRace")
	}
}
