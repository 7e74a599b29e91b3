package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// Three hands of a night, card by card: one to the centre, then one to each player from the dealer's left, and the
// same again. Ann has the only set of the first hand and Bob that of the second.
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
				var one []cards.Card
				for _, code := range strings.Fields(codes) {
					c, ok := cards.Parse(code)
					require.True(t, ok, code)
					one = append(one, c)
				}
				decks = append(decks, one)
			}
			return games.Stacked{Decks: decks}
		}
	})
}

// readStore reads from the database while the bot runs.
func readStore[T any](n *testBot, read func(context.Context, *sqlite.DB) (T, error)) T {
	n.t.Helper()
	found, err := read(context.Background(), n.openReaderStore().(*sqlite.DB))
	require.NoError(n.t, err)
	return found
}

// requireAudited requires that no chip is lost and that the standings of a night add up to zero.
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

// move types words and waits until the table reports their effect.
func (n *testBot) move(who, words, told string) {
	n.t.Helper()
	n.say(who, words)
	n.shows(told)
}

func TestPokerNight(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	require.Contains(t, n.slash("Bob", "night", world.Sub("end")), "No night is on in this channel")
	require.Contains(t, n.slash("Bob", "night", world.Sub("list")), "hasn't had a poker night yet")
	require.Contains(t, n.slash("Bob", "night", world.Sub("show")), "This server has no such night")
	require.Contains(t, n.slash("Bob", "night", world.Sub("start", world.Opt("buy_in", 500))),
		"You need 500 but have 100 chips")
	require.Contains(t, n.slash("Bob", "night", world.Sub("start", world.Opt("buy_in", 4))),
		"**Poker night 1** begins. The buy-in is 4 chips for everyone.")
	m := n.shows("Bob buys in for 4 chips")
	require.Contains(t, m.Content, "closes it and posts the results")
	require.NotContains(t, labels(m), "Add a house player", "which would be refused")
	for _, who := range []string{"Bob", "Cid"} {
		told := n.slash(who, "house", world.Opt("words", "steady"))
		require.Contains(t, told, "House players can't join a poker night")
	}
	require.Contains(t, n.slash("Cid", "night", world.Sub("start")), "A night is already on in this channel")
	require.Contains(t, n.slash("Bob", "help"), "/night start")

	n.slash("Ann", "join")
	n.shows("Ann buys in for 4 chips")
	n.press("Cid", ":join")
	n.shows("Cid buys in for 4 chips")
	n.move("Bob", "start", "Hand 1")
	n.move("Ann", "bet 3", "Ann bets 3")
	n.move("Cid", "raise 1", "Cid raises by 1 to 4 and is all-in")
	n.move("Bob", "drop", "Bob folds")
	n.move("Ann", "call", "Has anyone got a set?")
	n.move("Ann", "show", "Ann wins the pot of 8 chips")
	n.move("Cid", "buy", "Cid buys in for 4 chips")                        // again
	require.Contains(t, n.slash("Dee", "join"), "Dee buys in for 4 chips") // late

	n.move("Ann", "next", "Hand 2")
	n.move("Cid", "bet 2", "Cid bets 2")
	n.move("Dee", "drop", "Dee folds")
	n.move("Bob", "call", "Bob calls 2")
	n.move("Ann", "drop", "Has anyone got a set?")
	n.move("Bob", "show", "Bob wins the pot of 4 chips")
	n.move("Dee", "<@"+botID(n)+"> leave", "Dee cashes out 4 chips") // cashes out

	n.move("Ann", "next", "Hand 3")
	n.move("Bob", "bet 1", "Bob bets 1")
	require.Contains(t, n.slash("Cid", "night", world.Sub("end")), "whoever started the night")
	require.Contains(t, n.slash("Bob", "night", world.Sub("end")), "The night ends after this hand.")
	n.shows("This is the last hand")
	require.Contains(t, n.slash("Bob", "night", world.Sub("end")), "The night is already ending")
	for _, name := range []string{"Ann", "Bob", "Cid"} {
		n.slash(name, "void")
	}
	require.Contains(t, n.shows("has ended").Content, "This hand is void", "as they all have said")
	told := n.standings() // come without a command
	for _, line := range []string{
		"**Poker night 1**",
		"-# Buy-in 4 · 2 hands · biggest pot 8 (Ann)",
		"🥇 **Ann +4** · won 1 pot (8)",
		"🥈 **Bob +2** · won 1 pot (4)",
		"🥉 **Dee 0**",
		"`  4.` **Cid -6**",
	} {
		require.Contains(t, told, line)
	}
	standing := n.standingsPost()
	require.Equal(t, told, standing.Content, "everybody sees it")
	require.Equal(t,
		"Poker night 1: chips won or lost. Rank 1, Ann: +4 now, always between 0 and 4. "+
			"Rank 2, Bob: +2 now, always between 0 and 2. Rank 3, Dee: 0 now, always between 0 and 0. "+
			"Rank 4, Cid: -6 now, always between -6 and 0.",
		standing.Attachments[0].Description)
	png, err := n.sb.Attachment(standing.Attachments[0].ID, "Eve")
	require.NoError(t, err)
	require.NotEmpty(t, png)
	require.Len(t, requireAudited(n, 1).Players, 4)

	require.Contains(t, n.slash("Bob", "night", world.Sub("end")), "No night is on")
	n.stop()
	n.start()
	require.Contains(t, n.slash("Dee", "night", world.Sub("list")),
		fmt.Sprintf("· <#%s> · buy-in 4 · 4 players, 2 hands", n.channel))
	require.Equal(t, told, n.slash("Dee", "night", world.Sub("show")))
	require.Equal(t, told+"\n-# Only you see this, because it was posted in the channel less than a minute ago.",
		n.slash("Dee", "night", world.Sub("show", world.Opt("number", 1), world.Opt("page", 7))))
	require.NotEqual(t, standing.ID, n.standingsPost().ID, "shown to everybody")
	require.Contains(t, n.slash("Dee", "night", world.Sub("show", world.Opt("number", 2))),
		"This server has no such night")
	require.Contains(t, n.slash("Dee", "leaderboard", world.Opt("board", "nights")),
		"**Leaderboard: nights won, all time**\n`  1.` ")
	require.Contains(t, n.slash("Cid", "chips", world.Sub("balance")), "**94 chips**")
	require.Contains(t, n.slash("Ann", "chips", world.Sub("audit")), "No chip is missing.")
}

// Several tables of two games are played. The night is ended after its table was closed, as after a crash in between.
func TestStandingsCountEveryTable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	require.Contains(t, n.slash("Cid", "play", world.Sub("poker")), "Your table is open")
	n.shows("Cid buys in for 20 chips")
	require.Contains(t, n.slash("Bob", "night", world.Sub("start")), "another table in this channel")
	require.Contains(t, n.slash("Ann", "end"), "The table is closed")
	require.Contains(t, n.slash("Bob", "night",
		world.Sub("start", world.Opt("buy_in", 5), world.Opt("limit", 2), world.Opt("ante", 1))),
		"The buy-in is 5 chips for everyone")
	n.shows("Bets and raises are up to 2 chips")
	require.Contains(t, n.slash("Bob", "leave"), "Your 5 chips are back in your balance")
	n.shows("has ended") // the last player has left

	require.Contains(t, n.slash("Ann", "play", world.Sub("poker", world.Opt("stack", 50))),
		"Your table is open")
	n.shows("Ann buys in for 5 chips")
	n.slash("Bob", "join")
	n.shows("Bob buys in for 5 chips")
	n.move("Ann", "start", "Hand 1")
	n.stop()
	n.start()
	n.move("Bob", "bet 3", "Bob bets 3")
	n.move("Ann", "drop", "Bob takes the pot")
	require.Contains(t, n.slash("Ann", "end"), "The table is closed")
	n.shows("has ended")
	n.press("Ann", "again:")
	n.shows("Ann buys in for 5 chips")
	require.Contains(t, n.slash("Ann", "end"), "The table is closed")

	n.config.Chance = func() games.Chance { return deck(t, knownCards) }
	n.stop()
	n.start()
	require.Contains(t, n.slash("Cid", "play", world.Sub("classic")), "Your table is open")
	n.shows("Cid sits down")
	n.press("Cid", ":start")
	n.shows("Cid starts the game")
	n.move("Cid", "set a b c", "Cid takes")
	require.Contains(t, n.slash("Ann", "end"), "The game is over. Cid wins")

	going := n.slash("Eve", "night", world.Sub("show", world.Opt("number", 1)))
	require.Contains(t, going, "still on")
	require.Contains(t, n.slash("Eve", "night", world.Sub("list")), "still on")
	require.Contains(t, n.slash("Eve", "night", world.Sub("show")), "still on",
		"the night of this channel")
	told := n.slash("Ann", "night", world.Sub("end")) // Ann has Manage Server
	require.Contains(t, told, "1 hand, 1 other game · biggest pot 3 (Bob)")
	require.Contains(t, told, "**Cid 0**")
	require.NotContains(t, told, "20 in", "what was played before is not of the night")
	standing := requireAudited(n, 1)
	require.Len(t, standing.Players, 3)

	require.Contains(t, n.slash("Dee", "play", world.Sub("poker")), "Your table is open")
	require.NotContains(t, n.shows("Dee buys in for 20 chips").Content, "Poker night")
	require.Equal(t, standing, requireAudited(n, 1), "what is played after it neither")
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

// The table stops on a broken invariant: the dealer has no cards.
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
	n.shows("Something went wrong and this table has stopped")
	told := n.slash("Bob", "night", world.Sub("end"))
	require.Contains(t, told, "0 hands")
	require.Contains(t, told, "**Ann 0**")
	requireAudited(n, 1)
}

// Two users end the night at the same moment.
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
	require.Regexp(t, "No night is on in this channel|The night is over", told)
	requireAudited(n, 1)
}
