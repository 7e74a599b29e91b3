package gamestest

import "testing"

// SkipUnderRace skips a test under the race detector, where the test would take ten times as long. Use it for tests
// that exercise no more concurrency than shorter ones: tests of wording, long tests, and tests that start other
// programs. All other tests run under the race detector.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if Racing {
		t.Skip("skipped under the race detector: see gamestest.SkipUnderRace")
	}
}
