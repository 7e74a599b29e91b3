package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store/ids"
)

// If a turn lasts at least 20 s, its player is reminded when half of the time has passed. Players aren't reminded of
// shorter turns or of the showdown question.
func TestReminderComesAtHalfTime(t *testing.T) {
	start := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for turn, half := range map[string]time.Duration{"20": 10 * time.Second, "60": 30 * time.Second, "10": 0} {
		course := games.Course{}
		var err error
		course.Game, err = poker.Rules{}.Open(games.Options{"turn": turn})
		require.NoError(t, err)
		play := func(seat games.Seat, m games.Move) {
			t.Helper()
			next, _, err := course.Apply(games.Action{At: start, Seat: seat, Move: m})
			require.NoError(t, err)
			course = next
		}
		play(1, games.Join{})
		play(2, games.Join{})
		play(1, games.Start{})
		owed, _ := course.Game.Owed()
		drawn, err := games.Seeded(1).Draw(owed)
		require.NoError(t, err)
		play(games.Dealer, owed.Move(drawn))

		s := Session{Course: course, Seats: map[ids.User]games.Seat{71: 1, 72: 2}}
		var table clock
		require.Equal(t, []ids.User{72}, s.Thinkers(), "only the player to move")
		const late = 100 * time.Millisecond // from the move's id to now
		table.expect(s, start.Add(late))
		if half == 0 {
			require.True(t, table.remindAt.IsZero())
		} else {
			require.WithinDuration(t, start.Add(half), table.remindAt, late)
		}
		table.remindAt = time.Time{}
		table.expect(s, start.Add(time.Second))
		require.True(t, table.remindAt.IsZero(), "one reminder per turn")

		before := course
		table.remindedTurn = s.turnEnd()
		play(games.Clock, games.LostTime{For: 5 * time.Second})
		s.Course = course
		table.expect(s, start.Add(6*time.Second))
		require.True(t, table.remindAt.IsZero(), "an outage does not begin a new turn")
		var woken clock
		woken.expect(s, start.Add(6*time.Second))
		require.Equal(t, half == 0, woken.remindAt.IsZero(), "the turn after an outage has its own reminder")
		course = before

		play(2, poker.Check{})
		play(1, poker.Check{})
		s.Course = course
		require.Empty(t, s.Thinkers(), "everyone is asked, so nobody is to move")
		table.expect(s, start)
		require.True(t, table.remindAt.IsZero(), "nobody is reminded")
	}
}
