package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// tallyOf returns a player's value on a leaderboard, or 0 if the player isn't on it.
func (q *virtualBot) tallyOf(who discord.UserRef, count games.Count) int64 {
	q.t.Helper()
	page, err := q.store.Leaderboard(q.t.Context(), store.Board{Guild: farHome, Count: count}, 1, 10, who.ID)
	require.NoError(q.t, err)
	if page.Mine == nil {
		return 0
	}
	return page.Mine.N
}

// Sets that a player takes while no other human is present appear only in that player's own record (Rights 16). They
// don't count for any leaderboard: not as sets, not as the fastest set and not as a streak.
func TestSetsTakenAloneAreOnNoBoard(t *testing.T) {
	takes := func(q *virtualBot, who discord.UserRef, n int) {
		for range n {
			q.say(who, q.set())
			q.wait(10 * time.Second)
		}
	}
	type counts struct{ sets, alone, practice, streak int64 }
	for name, c := range map[string]struct {
		play func(*virtualBot)
		want counts
		fast bool // Ann is on the board of fastest sets
	}{
		"nobody else joined": {func(q *virtualBot) {
			q.say(q.ann, "start")
			takes(q, q.ann, 3)
		}, counts{alone: 3}, false},
		"a house player": {func(q *virtualBot) {
			q.slash(q.ann, "end", "", nil)
			q.slash(q.ann, "play", "classic", map[string]string{"house": "1"})
			q.say(q.ann, "start")
			takes(q, q.ann, 1)
			require.True(q.t, q.table().Game.Session().View().Practice)
		}, counts{practice: 1}, false},
		"the other is away": {func(q *virtualBot) {
			q.say(q.bob, "join")
			q.say(q.ann, "start")
			q.say(q.bob, "away")
			takes(q, q.ann, 3)
		}, counts{alone: 3}, false},
		"the other comes back": {func(q *virtualBot) {
			q.say(q.bob, "join")
			q.say(q.ann, "start")
			q.say(q.bob, "away")
			takes(q, q.ann, 2)
			q.say(q.bob, "back")
			takes(q, q.ann, 1)
			q.say(q.bob, "away")
		}, counts{sets: 1, alone: 2}, true},
		"the other is away in the streak": {func(q *virtualBot) {
			q.say(q.bob, "join")
			q.say(q.ann, "start")
			takes(q, q.bob, 1)
			takes(q, q.ann, 2)
			q.say(q.bob, "away")
			takes(q, q.ann, 4)
		}, counts{sets: 2, alone: 4, streak: 2}, true},
		"the other joined after the sets": {func(q *virtualBot) {
			q.say(q.ann, "start")
			takes(q, q.ann, 2)
			q.say(q.bob, "join")
			q.say(q.bob, "away")
		}, counts{alone: 2}, false},
		"the other joined before the last set": {func(q *virtualBot) {
			q.say(q.ann, "start")
			takes(q, q.ann, 2)
			q.say(q.bob, "join")
			takes(q, q.ann, 1)
			q.say(q.bob, "away")
		}, counts{sets: 1, alone: 2}, true},
		"the other left before the sets": {func(q *virtualBot) {
			q.say(q.bob, "join")
			q.say(q.ann, "start")
			q.slash(q.bob, "leave", "", nil)
			takes(q, q.ann, 2)
		}, counts{alone: 2}, false},
		"the other was removed before the sets": {func(q *virtualBot) {
			q.say(q.bob, "join")
			q.say(q.ann, "start")
			q.askAs(farHome, q.channel, q.cid, true, slashCommand("kick", "", map[string]string{"who": q.bob.ID.String()}))
			takes(q, q.ann, 2)
		}, counts{alone: 2}, false},
		"the other only watches": {func(q *virtualBot) {
			q.say(q.ann, "start")
			q.say(q.bob, "nice one")
			q.slash(q.bob, "table", "", nil)
			takes(q, q.ann, 1)
		}, counts{alone: 1}, false},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "classic", nil)
				c.play(q)
				q.slash(q.ann, "end", "", nil)
				require.Nil(q.t, q.table())
				got := counts{q.tallyOf(q.ann, games.Sets), q.tallyOf(q.ann, games.SetsAlone),
					q.tallyOf(q.ann, games.Sets.InPractice()), q.tallyOf(q.ann, games.Streak)}
				require.Equal(q.t, c.want, got)
				require.Equal(q.t, c.fast, q.tallyOf(q.ann, games.Fastest) != 0)
				for board, on := range map[string]bool{"sets": c.want.sets > 0, "fastest": c.fast, "streak": c.want.streak > 0} {
					for _, period := range []string{"day", "all"} {
						said := q.askAs(farHome, q.channel, q.ann, false,
							slashCommand("leaderboard", "", map[string]string{"board": board, "period": period}))
						require.Equal(q.t, on, strings.Contains(said, "Ann"), "%s, %s: %s", board, period, said)
					}
				}
				if c.want.alone > 0 {
					require.Contains(q.t, q.askAs(farHome, q.channel, q.ann, false, slashCommand("profile", "", nil)),
						"taken in solo games")
				}
			})
		})
	}
}
