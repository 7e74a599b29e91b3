package table

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
)

// A sleeping table has no running costs. When all players are away and none of them has said anything for half a
// minute, the table's goroutine and timer end. Anything they say within that time keeps the table running.
func TestSleepingTableLeavesMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		tell := func(words string) {
			w := f.wordVia(Slash, bob, words)
			w.At = time.Now()
			f.Put(w)
			synctest.Wait()
		}
		f.Put(f.wordVia(Slash, ann, "away"))
		tell("away")
		require.True(t, f.Session().Asleep())
		time.Sleep(20 * time.Second)
		tell("back")
		tell("away")
		line, shown := f.Session().Line, f.outlet.shows()
		time.Sleep(20 * time.Second)
		synctest.Wait()
		select {
		case <-end:
			require.Fail(t, "the table left memory 20 s after a player's last word")
		default:
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		select {
		case how := <-end:
			require.Equal(t, Asleep, how)
		default:
			require.Fail(t, "the table must stay in memory")
		}
		require.Equal(t, line, f.Session().Line, "a sleeping table must write nothing")
		require.Equal(t, shown, f.outlet.shows(), "a sleeping table must show nothing")
	})
}
