package agenda

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store"
)

// Each change of an event moves its night only once, no matter how often the event is looked up. Otherwise, the
// players would never be reminded.
func TestNightMovesOnceForEachChange(t *testing.T) {
	now := time.Date(2026, 5, 1, 20, 0, 0, 0, time.UTC)
	statuses := []discord.EventStatus{discord.EventScheduled, discord.EventActive}
	near := func() time.Duration { return time.Duration(rand.Int64N(int64(40*time.Minute))) - 20*time.Minute }
	moves := 0
	for range 10_000 {
		p := store.Plan{Starts: now.Add(near())}
		e := discord.CalendarEvent{Start: now.Add(near()), Status: statuses[rand.IntN(len(statuses))]}
		what, starts := changeBy(e, p, now)
		if what != moved {
			continue
		}
		moves++
		p.Starts = starts
		again, _ := changeBy(e, p, now)
		require.Equal(t, unchanged, again, "%v: the night moved again, to %v", e, starts)
		if !starts.After(now) { // until the players are told
			again, _ = changeBy(e, p, now.Add(time.Minute))
			require.NotEqual(t, moved, again, "%v: the night moved again, to %v", e, starts)
		}
	}
	require.NotZero(t, moves)
}
