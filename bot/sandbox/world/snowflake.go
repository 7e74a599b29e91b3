package world

import (
	"fmt"
	"strconv"
	"time"
)

// epoch is the first millisecond of 2015 in UTC, when Discord's ids start.
const epoch = 1420070400000

// Snowflake generates ids. An id consists of the milliseconds since the epoch, followed by a 22-bit counter. Each id
// is greater than the one before, even if the clock stops or is set back, so the ids sort by age.
type Snowflake struct{ Last uint64 }

func (f *Snowflake) Next(now time.Time) string {
	id := uint64(max(now.UnixMilli()-epoch, 1)) << 22
	if id <= f.Last {
		id = f.Last + 1
	}
	f.Last = id
	return strconv.FormatUint(id, 10)
}

// IDTime returns the creation time of an id, to the millisecond.
func IDTime(id string) (time.Time, error) {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("sandbox: %q is not an id: %w", id, err)
	}
	return time.UnixMilli(int64(n>>22) + epoch).UTC(), nil
}

// number parses an id so that ids can be compared. An invalid id counts as zero.
func number(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64)
	return n
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }
