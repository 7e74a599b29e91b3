package table

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store/ids"
)

// If a player passes in advance, neither the table nor its buttons reveal it. The pass survives a restart. It becomes
// an ordinary line after the time that a quick player would need plus a random delay.
func TestAdvancePassIsNotRevealed(t *testing.T) {
	gamestest.SkipUnderRace(t)
	after := map[time.Duration]bool{}
	for range 8 {
		synctest.Test(t, func(t *testing.T) {
			f, end, first := runningTable(t, poker.Rules{}, games.Options{"turn": "30", "show_needs_set": "false"})
			before, shown := f.Session(), f.outlet.shows()
			f.Put(f.wordVia(Slash, ann, "always pass"))
			f.Put(f.wordVia(Typed, ann, "always ask"))
			synctest.Wait()
			now := f.Session()
			require.Equal(t, before.Line+1, now.Line, "typed in public, the move counts as talk")
			require.Equal(t, before.Sight, now.Sight)
			require.Equal(t, before.View(), now.View())
			require.Equal(t, before.Course.Game.View(now.Seats[bob]), now.Course.Game.View(now.Seats[bob]))
			require.Equal(t, shown, f.outlet.shows())
			require.NotContains(t, f.outlet.allMessages(), "poker.always_passes")
			require.True(t, f.outlet.answers[len(f.outlet.answers)-2].Secret)

			f.Close()
			<-end
			f.row.Shown = before.Line
			f.load()
			require.Equal(t, now.Sight, f.Session().Sight)
			go f.Run()
			t.Cleanup(f.Close)
			f.Order(Resume{Restarted: true})
			synctest.Wait()
			require.NotContains(t, f.outlet.allMessages(), "poker.always_passes")

			second := map[ids.User]ids.User{ann: bob, bob: ann}[first]
			for _, who := range []ids.User{first, second} {
				w := f.word(who, "check")
				w.At = time.Now()
				f.Put(w)
				synctest.Wait()
			}
			line, asked := f.Session().Line, time.Now()
			time.Sleep(time.Second)
			synctest.Wait()
			require.Empty(t, f.linesAfter(line), "the answer takes as long as a human would")
			for len(f.linesAfter(line)) == 0 {
				time.Sleep(10 * time.Millisecond)
				synctest.Wait()
			}
			require.Equal(t, []string{f.Session().Seats[ann].String() + " pass"}, f.linesAfter(line))
			took := time.Since(asked)
			require.Less(t, took, 7*time.Second)
			after[took] = true
		})
	}
	require.Greater(t, len(after), 4, "%v", after)
}
