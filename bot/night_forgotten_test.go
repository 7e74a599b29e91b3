package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// If no one ends a night, its last table is closed a day later, and a game that starts in the channel on another day
// isn't part of that night. A break of some hours doesn't end a night.
func TestAbandonedNightEnds(t *testing.T) {
	gamestest.Long(t)
	begins := map[string]func(*virtualBot){
		"a table": func(q *virtualBot) {
			q.slash(q.cid, "play", "poker", map[string]string{"stack": "50"})
			require.NotContains(t, q.latest(), "poker night")
		},
		"a night": func(q *virtualBot) {
			q.slash(q.cid, "night", "start", map[string]string{"buy_in": "20"})
			require.Contains(t, q.latest(), "poker night")
			require.Contains(t, q.latest(), "Everyone buys in with 20 chips")
		},
	}
	for name, begin := range begins {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "night", "start", map[string]string{"buy_in": "10"})
				q.slash(q.ann, "end", "", nil)
				time.Sleep(5 * time.Hour)
				q.slash(q.ann, "play", "poker", nil)
				require.Contains(t, q.latest(), "poker night", "the night must continue")
				q.say(q.bob, "join")
				q.say(q.ann, "start")
				q.wait(30 * time.Hour)
				require.Nil(t, q.table())
				time.Sleep(30 * time.Hour)
				begin(q)
			})
		})
	}
}
