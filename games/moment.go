package games

import "time"

// Moment is a time as journals keep it: UTC, in whole milliseconds. Games
// reckon in moments alone, so a game folded from its journal equals the one
// that was played.
func Moment(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
