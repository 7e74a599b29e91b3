package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// Setting the machine's clock doesn't move the bot's clock, which advances by at most half a second between two
// readings.
func TestClockIgnoresWallClockChanges(t *testing.T) {
	start := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	now := reading{wall: start}
	c := newClock(func() reading { return now })
	pass := func(runs, set time.Duration) {
		now = reading{now.wall.Add(runs + set), now.runs + runs}
	}
	gone := func() time.Duration { return c.now().Sub(start) }

	pass(tickEvery, 0)
	require.Equal(t, tickEvery, gone())
	_, found := c.findStandstill()
	require.Zero(t, found.process+found.machine)
	c.tick(now)

	pass(tickEvery, 10*time.Minute)
	require.Equal(t, 2*tickEvery, gone(), "setting the clock has no effect")
	_, found = c.findStandstill()
	require.Equal(t, standstill{since: start.Add(tickEvery), machine: 10 * time.Minute}, found)
	c.tick(now)

	pass(7*time.Second, 0)
	require.Equal(t, 2*tickEvery+longestTick, gone(), "the clock stops if nobody reads it")
	_, found = c.findStandstill()
	require.Equal(t, standstill{since: start.Add(2 * tickEvery), process: 7 * time.Second}, found)
	c.tick(now)
	require.Equal(t, 2*tickEvery+7*time.Second, gone())

	pass(tickEvery, -time.Hour)
	_, found = c.findStandstill()
	require.Equal(t, -time.Hour, found.machine)
	c.set(now, start.Add(time.Minute))
	require.Equal(t, time.Minute, gone())
}

// Whatever happens to the machine's clocks, the turn doesn't pass to another player, and its player keeps their full
// time.
func TestClockChangesEndNoTurn(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, c := range map[string]struct {
		happens func(*virtualBot)
		away    bool // the bot was disconnected, so a line records the lost time
	}{
		"set forward":                 {func(q *virtualBot) { q.clockSet = 10 * time.Minute }, false},
		"set back":                    {func(q *virtualBot) { q.clockSet = -10 * time.Minute }, false},
		"the machine slept":           {func(q *virtualBot) { q.suspended, q.far.ahead = time.Hour, time.Hour }, true},
		"the process was suspended":   {func(q *virtualBot) { q.stalled, q.far.ahead = time.Minute, time.Minute }, true},
		"Discord's clock is wrong":    {func(q *virtualBot) { q.far.ahead = 10 * time.Minute }, true},
		"Discord's clock is set back": {func(q *virtualBot) { q.far.ahead = -time.Hour; q.bot.clock.compare() }, false},
		"Discord's clock says 1970": {func(q *virtualBot) {
			q.far.date = "Thu, 01 Jan 1970 00:00:00 GMT"
			q.bot.clock.compare()
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.hand()
				time.Sleep(5 * time.Second)
				q.far.mu.Lock()
				c.happens(q)
				q.far.mu.Unlock()
				q.say(q.ann, "bet 1") // is refused, but makes the table read the clock
				time.Sleep(5 * time.Second)
				q.say(q.ann, "bet 1")
				require.NotContains(t, q.words(), "-2 ")
				lines := q.bot.lobby.Tables.All()[0].Game.Session().Course.Lost
				require.Equal(t, c.away, lines > 20*time.Second, "%s", lines)
				q.say(q.bob, "bet 3")
				require.Contains(t, q.words(), "2 bet 3")
			})
		})
	}
}
