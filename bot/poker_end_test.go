package bot_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/store"
)

var fourPlayers = []string{"Ann", "Bob", "Cid", "Dee"}

// midHand returns a table in the middle of a hand: Bob, Cid, Dee and Ann have put 2, 5, 2 and 0 chips in the pot, and
// Dee has folded.
func midHand(t *testing.T, change ...func(*testBot, *sandbox.Options)) *testTable {
	t.Helper()
	f := sitWith(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 1, 0, 0, 0)}, nil, change...)
	f.move("Bob", "bet 2")
	f.moveAll("call", "Cid", "Dee", "Ann")
	f.moveAll("pass", "Bob", "Cid", "Dee", "Ann")
	f.move("Bob", "check")
	f.move("Cid", "bet 3")
	f.move("Dee", "drop")
	f.requireStacks(18, 18, 15, 18)
	require.EqualValues(t, 11, f.pot())
	f.requireAudited()
	return f
}

// requireVoided requires that all players got back the chips that they brought, and that no chips are left on tables.
func (f *testTable) requireVoided() {
	f.t.Helper()
	f.wait("the table to close", func() bool {
		row, err := f.books.Table(context.Background(), f.table)
		require.NoError(f.t, err)
		return !row.Closed.IsZero()
	})
	for _, who := range fourPlayers {
		require.Equal(f.t, store.Holding{Balance: store.StartGrant}, f.holding(who), who)
	}
	require.Zero(f.t, f.pot())
	f.requireAudited()
}

// requireDecided requires that the hand was decided and that all chips are in the players' balances.
func (f *testTable) requireDecided() {
	f.t.Helper()
	f.wait("the table to close", func() bool {
		row, err := f.books.Table(context.Background(), f.table)
		require.NoError(f.t, err)
		return !row.Closed.IsZero()
	})
	var sum, most games.Chips
	for _, who := range fourPlayers {
		h := f.holding(who)
		require.Zero(f.t, h.OnTables+h.InPots, who)
		sum, most = sum+h.Balance, max(most, h.Balance)
	}
	require.EqualValues(f.t, 4*store.StartGrant, sum)
	require.Greater(f.t, most, games.Chips(store.StartGrant), "no player has won the bets")
	require.Zero(f.t, f.pot())
	f.requireAudited()
}

func TestVoidedHandReturnsAllChips(t *testing.T) {
	t.Parallel()
	t.Run("the table is ended", func(t *testing.T) {
		f := midHand(t)
		require.Contains(t, f.slash("Bob", "end"), "Bob wants to end the game (1 of 4 agree)", "he is one of four players")
		f.requireStacks(18, 18, 15, 18)
		require.Contains(t, f.slash("Ann", "end"), "This is the last hand", "she opened the table, so the hand is played to its end")
		f.requireStacks(18, 18, 15, 18)
		require.Contains(t, f.refused("Dee", "void"), "You aren't in this hand", "a player who has folded can't vote")
		f.moveAll("void", "Ann", "Bob", "Cid")
		m := f.shows("The table is closed.")
		require.Contains(t, m.Content, "This hand is void, and all bets go back: 11 chips.")
		for _, who := range fourPlayers {
			require.Contains(t, m.Content, who+" cashes out 20 chips.")
		}
		f.requireVoided()
	})
}

// If a table is lost in the middle of a hand, the cards on the table decide the hand, and no player gets a bet back
// (Rights 11).
func TestHandOfALostTableIsDecided(t *testing.T) {
	t.Parallel()
	t.Run("the channel is deleted", func(t *testing.T) {
		f := midHand(t)
		require.NoError(t, f.sb.RemoveChannel(channelName))
		f.requireDecided()
		require.NotContains(t, f.log.String(), "level=ERROR")
	})
	t.Run("the bot is removed from the server", func(t *testing.T) {
		f := midHand(t)
		f.sb.Kick()
		f.requireDecided()
		f.sb.Invite()
		f.wait("the bot to answer again", func() bool {
			return strings.Contains(f.slash("Ann", "chips", world.Sub("balance")), "You have **98 chips**")
		})
	})
	t.Run("the channel is deleted while the bot is away", func(t *testing.T) {
		f := midHand(t)
		f.stop()
		require.NoError(t, f.sb.RemoveChannel(channelName))
		f.start()
		f.requireDecided()
	})
	t.Run("the bot is removed while it is away", func(t *testing.T) {
		f := midHand(t)
		f.stop()
		f.sb.Kick()
		f.start()
		f.requireDecided()
	})
}

// A restart during a hand changes neither the cards and chips nor whose turn it is. Nothing is paid or dealt twice,
// and the hand is played to its end.
func TestRestartDuringAHandKeepsEveryChip(t *testing.T) {
	f := midHand(t)
	before, mine := f.alt(), f.hand("Ann").Attachments[0].Description
	seen := f.game().View(1).String()
	for range 2 {
		f.stop()
		f.start()
		back := f.shows("Back after")
		require.Contains(t, back.Content, "`R` Cid **15** (bet 3)")
		require.Contains(t, back.Content, "Ann **18** ◀")
		f.waitUntilShown()
		require.Equal(t, withoutNewCards(before), withoutNewCards(f.alt()))
		require.Equal(t, withoutNewCards(mine), withoutNewCards(f.hand("Ann").Attachments[0].Description), "her hand must not change")
		f.requireStacks(18, 18, 15, 18)
		f.requireAudited()
	}
	require.Equal(t, seen, f.game().View(1).String())
	f.move("Ann", "call")
	f.move("Bob", "call")
	f.stop()
	f.start()
	f.shows("Back after")
	f.waitUntilShown()
	m := f.move("Bob", "show")
	require.Contains(t, m.Content, "**Bob wins the pot of 17 chips**")
	require.Contains(t, f.pressWhy(), "In the running: Bob (")
	f.requireStacks(15, 32, 15, 18)
	f.requireAudited()
	f.stop()
	f.start()
	f.shows("Back after")
	f.waitUntilShown()
	require.Contains(t, f.pressWhy(), "Most sets: Bob.",
		"the result of the last hand survives a restart")
	require.Contains(t, f.move("Cid", "next").Content, "**Hand 2**: Bob deals.")
	require.Equal(t, games.Chips(0), f.pot())
	f.requireAudited()
}
