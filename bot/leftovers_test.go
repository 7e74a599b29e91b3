package bot

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// ends are the ways in which a run of the bot ends.
var ends = map[string]func(*quiet){"a stop": (*quiet).stop, "a kill": (*quiet).kill}

// TestAnOldPostIsTakenAwayAfterARestart: a table was posted anew, and the run ended before its old post,
// whose buttons would mislead, was deleted. That is made up for at the next start, whether the table plays
// on or not.
func TestAnOldPostIsTakenAwayAfterARestart(t *testing.T) {
	for name, ended := range ends {
		for when, over := range map[string]bool{"a table": false, "one that is over": true} {
			t.Run(name+", "+when, func(t *testing.T) {
				quietly(t, func(q *quiet) {
					q.slash(q.ann, "play", "classic", nil)
					q.say(q.bob, "join")
					q.slash(q.ann, "start", "", nil)
					q.deletes(false)
					for range 2 {
						for _, text := range []string{"hello", "my", "dear", "friends", "of", "cards"} {
							q.say(q.bob, text)
						}
						q.say(q.ann, q.set())
						time.Sleep(2 * time.Second)
					}
					if over {
						q.slash(q.ann, "end", "", nil)
						time.Sleep(2 * time.Second)
					}
					ended(q)
					q.deletes(true)
					q.again()
					time.Sleep(time.Minute)
					synctest.Wait()
					tables := func(p *farPost) bool { return strings.Contains(p.Content, "SET") }
					require.Equal(t, 1, q.standing(tables))
					left, err := q.store.Leftovers(q.t.Context())
					require.NoError(t, err)
					require.Empty(t, left)
				})
			})
		}
	}
}
