package sqlite

import (
	"fmt"
	"testing"
)

// SQLite refuses lines and transfers with any number but the next.
func TestNumbersAreConsecutive(t *testing.T) {
	s := ledgerWithOpenTransfer(t)
	at := noon.UnixNano()
	line := func(earlier int) string {
		return fmt.Sprintf(`INSERT INTO lines VALUES (2, 2, %d, -1, 'z', NULL, 2, zeroblob(16), %d)`, at, earlier)
	}
	moved := func(n int) string {
		return fmt.Sprintf(`INSERT INTO transfers VALUES (NULL, 9, 10, 1, 2, 2, NULL, %d, %d)`, n, at)
	}
	for _, earlier := range []int{0, 2, 4} {
		requireRefused(t, s, line(earlier), "goes on where the transfers before it end")
	}
	requireRefused(t, s, `UPDATE lines SET earlier = 4 WHERE table_id = 1 AND n = 5`, "a line is never changed")
	raw(t, s, line(3))
	requireRefused(t, s, moved(5), "the transfers of a table are numbered without gaps")
	requireRefused(t, s, moved(3), "the line does not cause this transfer")
	raw(t, s, moved(4), moved(5))
	requireRefused(t, s, moved(6), "the line does not cause this transfer")
}
