package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
)

// sleepingTable returns a poker table that is asleep, because both players left in the middle of a hand.
func sleepingTable(t *testing.T) *testTable {
	f := newPokerBot(t, [][]cards.Card{deckWithSets(t, 2, 1, 0)})
	f.play("Ann")
	f.move("Bob", "join")
	f.move("Ann", "start")
	f.move("Bob", "bet 2")
	f.slash("Ann", "away")
	f.slash("Bob", "away")
	f.wait("sleep", func() bool { return f.row().Asleep > 0 })
	f.shows("Everyone's away")
	f.waitUntilShown()
	return f
}

func (f *testTable) row() store.Table {
	f.t.Helper()
	row, err := f.books.Table(context.Background(), f.table)
	require.NoError(f.t, err)
	return row
}

// botText returns everything the bot has written in the channel.
func (f *testTable) botText() (all string) {
	for _, m := range f.sb.Messages(f.channel, "Ann") {
		if m.Author.Bot {
			all += m.Content + "\n"
		}
	}
	return all
}

// A message from any seated player wakes a sleeping table (Presence 7, docs/spec/rules.md), even if the player who
// opened it never comes back. A restart neither wakes nor loses the table.
func TestMessageWakesASleepingTable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sleepingTable(t)
	f.stop()
	before, lines := f.botText(), len(f.journal())
	f.start()
	f.say("Eve", "check")
	f.say("Bob", "good night")
	f.chips("Eve", "balance")
	require.Equal(t, before, f.botText(), "a start announces nothing at sleeping tables")
	require.Len(t, f.played(), lines)
	f.say("Bob", "next")
	f.shows("Bob is back")
	f.requireAudited()
	f.later(2 * time.Hour) // Ann has left the server and doesn't come back
	f.slash("Bob", "end")
	f.wait("the end", func() bool { return !f.row().Closed.IsZero() })
	require.EqualValues(t, 200, f.holding("Ann").Balance+f.holding("Bob").Balance)
	f.requireAudited()
}

// A table that has slept for 24 hours is closed and all chips are returned (Presence 7), even if its channel was
// deleted or its rules are unknown.
func TestSleepingTableClosesAfterADay(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, end := range map[string]func(f *testTable){
		"a day later": func(f *testTable) {
			f.stop()
			f.later(25 * time.Hour)
			f.start()
			f.shows("The table is closed")
		},
		"its channel is deleted": func(f *testTable) { require.NoError(f.t, f.sb.RemoveChannel(channelName)) },
		"its channel is deleted during a restart": func(f *testTable) {
			f.stop()
			require.NoError(f.t, f.sb.RemoveChannel(channelName))
			f.later(25 * time.Hour)
			f.start()
		},
		"its rules are no longer known": func(f *testTable) {
			f.stop()
			f.config.Games = []games.Kind{{Rules: laterRules{}}}
			f.start()
			f.say("Bob", "<@"+botID(f.testBot)+"> next")
			f.wait("an answer", func() bool { return strings.Contains(f.botText(), "I no longer support its version of the rules") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := sleepingTable(t)
			end(f)
			f.wait("the end", func() bool { return !f.row().Closed.IsZero() })
			require.EqualValues(t, 200, f.holding("Ann").Balance+f.holding("Bob").Balance)
			for _, who := range []string{"Ann", "Bob"} {
				require.Zero(t, f.holding(who).OnTables)
			}
			f.requireAudited()
		})
	}
}
