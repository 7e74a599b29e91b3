package bot_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// The cards of the night's three hands, in the order of the deal: one to the centre, one to each player from the
// dealer's left, and so on. Ann has the only set of the first hand, and Bob the only set of the second.
var handsOfTheNight = []string{
	"2SRQ 3NGV 2SPV 1TRD 1SRV 3SRD 1NRD 1TGD 1TPD",
	"1SRD 1TGQ 3TPQ 2SRD 2NGV 3SRD 2TPQ 1NGV 2NPD 3SGQ",
	"1SRD 1TGQ 3TPQ 2SRD 2NGV 3SRD 2TPQ 1NGV 2NPD 3SGQ",
}

// pokerEvening returns a bot with poker and known cards.
func pokerEvening(t *testing.T) *testBot {
	return newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.config.Games = []games.Kind{classic.Game, poker.Game}
		n.config.Chance = func() games.Chance {
			var decks [][]cards.Card
			for _, codes := range handsOfTheNight {
				decks = append(decks, parseCards(t, codes))
			}
			return games.Stacked{Decks: decks}
		}
	})
}

func readStore[T any](n *testBot, read func(context.Context, *sqlite.DB) (T, error)) T {
	n.t.Helper()
	found, err := read(context.Background(), n.openReaderStore().(*sqlite.DB))
	require.NoError(n.t, err)
	return found
}

// requireAudited requires that no chips are lost and that the night's standings add up to zero.
func requireAudited(n *testBot, number int) store.Standing {
	n.t.Helper()
	return readStore(n, func(ctx context.Context, st *sqlite.DB) (store.Standing, error) {
		audit, err := st.Audit(ctx, 0)
		require.NoError(n.t, err)
		require.Empty(n.t, audit.Findings)
		require.NoError(n.t, st.Check(ctx))
		row, err := st.Night(ctx, ids.Guild(parseID(n.t, n.sb.Guild())), number)
		require.NoError(n.t, err)
		require.False(n.t, row.Ended.IsZero())
		standing, err := st.Standing(ctx, row.ID)
		sum := games.Chips(0)
		for _, p := range standing.Players {
			sum += p.Won
		}
		require.Zero(n.t, sum)
		return standing, err
	})
}

// standingsPost returns the bot's newest public message with the picture of a night.
func (n *testBot) standingsPost() (found world.Message) {
	for _, m := range n.sb.Messages(n.channel, "Eve") {
		if m.Author.Bot && m.Flags&64 == 0 && len(m.Attachments) > 0 && m.Attachments[0].Filename == "night.png" {
			found = m
		}
	}
	return found
}

// move types a move and waits until the table's message shows the given text.
func (n *testBot) move(who, words, told string) {
	n.t.Helper()
	n.say(who, words)
	n.shows(told)
}

func TestNightOfADeletedChannelIsKept(t *testing.T) {
	for name, table := range map[string]bool{"with a table": true, "without one": false} {
		t.Run(name, func(t *testing.T) {
			n := pokerEvening(t)
			require.Contains(t, n.slash("Bob", "night", world.Sub("start")), "begins")
			n.shows("Bob buys in for 20 chips")
			if !table {
				require.Contains(t, n.slash("Bob", "end"), "The table is closed")
			}
			require.NoError(t, n.sb.RemoveChannel(channelName))
			side := n.sb.Channel("side-table")
			n.wait("the night to end", func() bool {
				row := readStore(n, func(ctx context.Context, st *sqlite.DB) (store.Night, error) {
					return st.Night(ctx, ids.Guild(parseID(t, n.sb.Guild())), 1)
				})
				return !row.Ended.IsZero()
			})
			n.channel = side
			require.Contains(t, n.slash("Bob", "night", world.Sub("show")), "🥇 **Bob 0**")
			requireAudited(n, 1)
		})
	}
}

// If a dealer has no cards, the table stops because of a broken invariant.
func TestStoppedTableEndsWithItsNight(t *testing.T) {
	n := pokerEvening(t)
	good, tables := n.config.Chance, atomic.Int32{}
	n.stop()
	n.config.Chance = func() games.Chance {
		if tables.Add(1) == 1 {
			return games.Stacked{}
		}
		return good()
	}
	n.start()
	require.Contains(t, n.slash("Bob", "night", world.Sub("start")), "begins")
	n.shows("Bob buys in for 20 chips")
	n.slash("Ann", "join")
	n.shows("Ann buys in for 20 chips")
	n.say("Bob", "start")
	n.shows("Something went wrong, so the game at this table is paused")
	told := n.slash("Bob", "night", world.Sub("end"))
	require.Contains(t, told, "0 hands")
	require.Contains(t, told, "**Ann 0**")
	requireAudited(n, 1)
}

// Two users can end the same night at the same time.
func TestNightEndsOnce(t *testing.T) {
	n := pokerEvening(t)
	require.Contains(t, n.slash("Bob", "night", world.Sub("start")), "begins")
	n.shows("Bob buys in for 20 chips")
	var ids []string
	for _, who := range []string{"Bob", "Ann"} {
		id, err := n.sb.Slash(who, n.channel, "night", world.Sub("end"))
		require.NoError(t, err)
		ids = append(ids, id)
	}
	told := n.answer(ids[0]) + n.answer(ids[1])
	require.Equal(t, 1, strings.Count(told, "**Poker night 1**"), told)
	require.Regexp(t, "There's no poker night in this channel right now|The poker night is over", told)
	requireAudited(n, 1)
}
