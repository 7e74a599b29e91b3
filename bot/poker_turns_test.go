package bot

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// The clock reminds only the player to move. When the time is up, it checks if that costs nothing, and otherwise
// folds. It also passes at the showdown question and has the next hand dealt.
func TestClockMovesForSlowPlayers(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		dee := discord.UserRef{ID: 910000000000000003, Name: "Dee"}
		eve := discord.UserRef{ID: 910000000000000004, Name: "Eve"}
		stands := func(of discord.UserRef) int {
			_, stand := q.reminders(of)
			return stand
		}
		everybody := func(words string, who ...discord.UserRef) {
			for _, w := range who {
				q.say(w, words)
			}
		}
		shows := func(words string, within time.Duration) {
			t.Helper()
			q.wait(within)
			require.Contains(t, q.latest(), words)
		}
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "60", "pause": "5"})
		everybody("join", q.bob, q.cid, dee)
		q.say(q.ann, "start")
		q.wait(29 * time.Second)
		require.Zero(t, stands(q.bob))
		q.wait(time.Second)
		require.Equal(t, "<@"+q.bob.ID.String()+">: your turn, 30 s left.", q.latest())
		q.say(eve, "join")
		require.Equal(t, 1, stands(q.bob), "the reminder stays when another user joins")
		q.say(q.bob, "bet 1")
		require.Zero(t, stands(q.bob))

		q.wait(31 * time.Second)
		require.Equal(t, 1, stands(q.cid))
		for _, other := range []discord.UserRef{q.ann, q.bob, dee, eve} {
			require.Zero(t, stands(other))
		}
		shows("Time is up: Cid folds.", 30*time.Second)
		require.Zero(t, stands(q.cid))
		everybody("call", dee, q.ann)
		shows("Has anyone got a set?", 0)
		everybody("pass", dee, q.ann)
		shows("Time is up: Bob passes (3 of 3).", time.Minute)
		require.Zero(t, stands(q.bob))
		shows("Time is up: Bob checks.", time.Minute)
		everybody("drop", dee, q.ann)
		shows("\n-# The next hand starts in a moment. `next` deals it now.", 0)
		shows("**Hand 2**: Cid deals.", 6*time.Second) // Bob is away
		ticks := slices.DeleteFunc(q.words(), func(line string) bool { return line != "-2 " })
		require.Len(t, ticks, 4, "a drop, a pass, a check and the next hand")
		q.slash(q.ann, "end", "", nil)
		for _, who := range []discord.UserRef{q.ann, q.cid, dee, eve} {
			q.slash(who, "away", "", nil)
		}
		shows("The table is closed.", time.Minute)
		for _, who := range []discord.UserRef{q.ann, q.bob, q.cid, dee, eve} {
			require.Zero(t, stands(who))
		}
		q.requireAudited()
	})
}

// With `auto`, the clock turns starters until a player has to decide.
func TestClockTurnsStarters(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "english", map[string]string{"auto": "5"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		require.Contains(t, q.latest(), "The next card is turned automatically after 5 s")
		for turned := range 3 {
			require.Len(t, slices.DeleteFunc(q.words(), func(line string) bool { return line != "-2 " }), turned)
			q.wait(5 * time.Second)
			require.Contains(t, q.latest(), "The starter is the **")
		}
		q.slash(q.bob, "end", "", nil)
		q.slash(q.ann, "end", "", nil)
		require.Contains(t, q.latest(), "The table is closed.")
	})
}
