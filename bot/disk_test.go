package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/store"
	"settable/store/disktest"
	"settable/store/sqlite"
)

// If the disk fills up in the middle of a game, the bot tells the players and logs it once. The game continues
// unchanged when there is free space again.
func TestGameSurvivesAFullDisk(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]disktest.Fault{
		"full":    {Op: disktest.Write, N: 1, Lasts: -1, Code: disktest.Full},
		"failing": {Op: disktest.Sync, N: 1, Lasts: -1, Code: disktest.IOError},
	} {
		t.Run(name, func(t *testing.T) {
			disk, err := disktest.NewDisk()
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, disk.Close()) })
			n := newBot(t, func(n *testBot, _ *sandbox.Options) { n.vfs = disk.Name() })
			n.deal()
			told := func() (times int) {
				for _, m := range n.sb.Messages(n.channel, "Ann") {
					if strings.Contains(m.Content, "can't save anything right now") ||
						strings.Contains(m.Content, "Still saving") {
						times++
					}
				}
				return times
			}
			disk.Break(fault)
			n.say("Ann", "set a b c")
			n.wait("an apology", func() bool { return told() == 1 })
			for range 5 {
				n.say("Bob", "set d e f")
			}
			n.say("Cid", "set a b c")
			n.wait("an apology to each, the last after all of Bob's messages", func() bool { return told() == 3 })
			disk.Mend()
			require.Len(t, n.all(), 4, "the rules, a join, a start and a deal")
			n.say("Cid", "set a b c")
			n.shows("Cid takes **A B C**")
			require.Equal(t, []string{"2 join", "2 set a b c"}, n.all()[4:6],
				"the refused player has no seat")
			n.wait("the end of the fault", func() bool {
				return strings.Contains(n.log.String(), "database is writable again")
			})
			require.Equal(t, 1, strings.Count(n.log.String(), "level=ERROR"), "%s", n.log)
			require.NotContains(t, n.log.String(), "saving a move failed")
		})
	}
}

// The turn clock doesn't run while writes fail, so no player loses their seat because a move couldn't be saved.
func TestFullDiskStopsTheClock(t *testing.T) {
	disk, err := disktest.NewDisk()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, disk.Close()) })
	const turn = 5
	f := sitWith(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 0, 0, 0, 0)}, []world.Option{world.Opt("turn", turn)},
		func(n *testBot, _ *sandbox.Options) { n.vfs = disk.Name() })
	f.move("Bob", "bet 1")
	disk.Break(disktest.Fault{Op: disktest.Write, N: 1, Lasts: -1, Code: disktest.Full})
	f.say("Cid", "call")
	f.wait("an apology", func() bool { return strings.Contains(f.newest("Cid"), "Still saving") })
	over := time.Now().Add((turn + 1) * time.Second)
	f.wait("the thinking time to be over", func() bool { return time.Now().After(over) })
	disk.Mend()
	f.wait("the clock to continue", func() bool {
		return slices.ContainsFunc(f.journal(), func(l store.Line) bool { return l.Seat == games.Clock })
	})
	f.move("Cid", "call")
	tick := func(l store.Line) bool { return l.Seat == games.Clock && l.Words == (games.Tick{}).String() }
	require.False(t, slices.ContainsFunc(f.journal(), tick), "no player lost a turn")
	f.move("Ann", "end")
	f.requireAudited()
}

// A table that all players have left is closed even if the disk fails at that moment.
func TestDesertedTableClosesDespiteADiskFault(t *testing.T) {
	disk, err := disktest.NewDisk()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, disk.Close()) })
	n := newBot(t, func(n *testBot, _ *sandbox.Options) { n.vfs = disk.Name() })
	n.deal()
	n.wait("writing to stop", func() bool {
		row := readStore(n, func(ctx context.Context, st *sqlite.DB) (store.Table, error) { return st.Table(ctx, 1) })
		return row.Shown == len(n.all())
	})
	// The first sync, which saves that the player has left, succeeds. The following ones fail.
	disk.Break(disktest.Fault{Op: disktest.Sync, N: 2, Lasts: 3, Code: disktest.IOError})
	n.say("Ann", "<@"+botID(n)+"> leave")
	n.wait("the table to be closed", func() bool { return slices.Contains(n.all(), "-1 last") })
	n.shows("The table is closed.")
}
