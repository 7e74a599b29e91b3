package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store"
)

// laterRules are the poker rules of a later version of the bot.
type laterRules struct{ poker.Rules }

func (laterRules) Edition() int { return 3 }

// If the rules of a game are no longer known, the bot closes the table when it starts, even during a hand. All players
// get their chips back, and a message says so.
func TestTableWithUnknownRulesIsRefunded(t *testing.T) {
	gamestest.SkipUnderRace(t)
	t.Parallel()
	for name, rules := range map[string][]games.Kind{
		"another edition": {{Rules: laterRules{}}},
		"an unknown game": {allGames[0]},
	} {
		t.Run(name, func(t *testing.T) {
			f := newPokerBot(t, [][]cards.Card{deckWithSets(t, 2, 1, 0)})
			f.play("Ann", world.Opt("stack", 30))
			f.move("Bob", "join")
			f.move("Ann", "start")
			f.move("Bob", "bet 3")
			f.move("Ann", "raise 2")
			require.Equal(t, store.Holding{Balance: 70, OnTables: 25, InPots: 5}, f.holding("Ann"), "5 chips are in the pot")
			require.Equal(t, "rules 2", f.journal()[0].Words)
			require.Equal(t, games.Dealer, f.journal()[0].Seat)
			f.stop()
			f.config.Games = rules
			f.start()
			said := func() (all string) {
				for _, m := range f.sb.Messages(f.channel, "Ann") {
					all += m.Content + "\n"
				}
				return all
			}
			f.wait("the end of the table",
				func() bool { return strings.Contains(said(), "is closed.") && !strings.Contains(said(), "bets 3") })
			require.Contains(t, said(), "I no longer support its version of the rules")
			require.Contains(t, said(), "Ann gets 30 chips back and Bob gets 30 chips back")
			for _, who := range []string{"Ann", "Bob"} {
				require.Equal(t, store.Holding{Balance: 100}, f.holding(who))
			}
			for _, m := range f.sb.Messages(f.channel, "Eve") { // except private ones
				require.Empty(t, m.Components, "the buttons of the closed table must be removed: %s", m.Content)
			}
			row := func() store.Table {
				row, err := f.openReaderStore().Table(f.ctx(), f.table)
				require.NoError(t, err)
				return row
			}
			stood := row().Post
			f.wait("a record of the announcement", func() bool { return row().Shown == len(f.journal()) })
			require.Equal(t, stood, row().Post, "the message about the closed table must stay in place")
			f.stop()
			f.start()
			require.Equal(t, 1, strings.Count(said(), "no longer support"), "announced more than once")
			f.requireAudited()
		})
	}
}

// unreplayable are poker rules with a bug that makes it impossible to replay any journal.
type unreplayable struct{ poker.Rules }

func (unreplayable) Parse(string) (games.Move, bool) { return nil, false }

// A table whose journal can't be replayed returns all bets. None of the table's players can cause this, not even the
// one who opened it or a member with Manage Server. A moderator can make the bot return the bets; after a day it does
// so by itself (Rights 11).
func TestPlayersCannotRefundAStuckTable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	t.Parallel()
	for name, c := range map[string]struct{ opens, joins, bystander, moderator string }{
		"the opener is a player":        {"Bob", "Cid", "Dee", "Ann"},
		"the opener manages the server": {"Ann", "Bob", "Cid", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := newPokerBot(t, [][]cards.Card{deckWithSets(t, 2, 1, 0)})
			f.play(c.opens, world.Opt("stack", 30))
			f.move(c.joins, "join")
			f.move(c.opens, "start")
			f.move(c.joins, "bet 3")
			f.move(c.opens, "raise 2")
			f.stop()
			f.config.Games = []games.Kind{{Rules: unreplayable{}}}
			f.start()
			for _, who := range []string{c.opens, c.joins, c.bystander} {
				require.Contains(t, f.slash(who, "end"), "This channel's table is stuck")
				require.Equal(t, games.Chips(70), f.holding(c.opens).Balance)
				require.Equal(t, games.Chips(70), f.holding(c.joins).Balance)
			}
			if c.moderator != "" {
				require.Contains(t, f.slash(c.moderator, "end"), "The table is closed.")
			} else {
				f.stop()
				f.later(23 * time.Hour)
				f.start()
				require.Contains(t, f.slash(c.joins, "end"), "This channel's table is stuck")
				f.stop()
				f.later(2 * time.Hour)
				f.start()
			}
			f.wait("the end of the table", func() bool { return strings.Contains(f.botText(), "it couldn't go on") })
			for _, who := range []string{c.opens, c.joins} {
				require.Equal(t, store.Holding{Balance: 100}, f.holding(who))
			}
			f.requireAudited()
		})
	}
}

// A member with Manage Server who has played in a night can't make the bot return the bets of its later tables.
func TestNightPlayersCannotRefundAStuckTable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	require.Contains(t, n.slash("Bob", "night", world.Sub("start", world.Opt("buy_in", 10))), "begins")
	n.shows("Bob buys in for 10 chips")
	n.press("Ann", ":join")
	n.shows("Ann buys in for 10 chips")
	require.Contains(t, n.slash("Ann", "leave"), "You've left the table")
	require.Contains(t, n.slash("Bob", "end"), "The table is closed")
	require.Contains(t, n.slash("Bob", "play", world.Sub("poker")), "Your table is open")
	n.shows("Bob buys in for 10 chips")
	n.press("Cid", ":join")
	n.shows("Cid buys in for 10 chips")
	n.move("Bob", "start", "Hand 1")
	n.move("Cid", "bet 2", "Cid bets 2")
	n.stop()
	n.config.Games = []games.Kind{{Rules: unreplayable{}}}
	n.start()
	for range 2 {
		require.Contains(t, n.slash("Ann", "end"), "This channel's table is stuck")
	}
}

// If the bot couldn't announce that it had closed a table, the next run announces it once.
func TestUnannouncedRefundIsAnnouncedLater(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := newPokerBot(t, [][]cards.Card{deckWithSets(t, 2, 1, 0)})
	f.play("Ann", world.Opt("stack", 30))
	f.move("Bob", "join")
	f.move("Ann", "start")
	f.stop()
	f.config.Games = []games.Kind{{Rules: laterRules{}}}
	require.NoError(t, f.sb.Deny(channelName, world.PermissionSendMessages))
	f.start()
	f.wait("a refusal", func() bool {
		return strings.Contains(f.log.String(), "posting a table's closing notice failed")
	})
	f.stop()
	require.Equal(t, store.Holding{Balance: 100}, f.holding("Ann"))
	require.NoError(t, f.sb.Deny(channelName, 0))
	said := func() (times int) {
		for _, m := range f.sb.Messages(f.channel, "Ann") {
			times += strings.Count(m.Content, "no longer support")
		}
		return times
	}
	require.Zero(t, said())
	for range 2 {
		f.start()
		f.wait("the end of the table", func() bool { return said() == 1 })
		f.stop()
	}
	require.Equal(t, 1, said())
	f.start()
	require.NotContains(t, f.log.String(), "posting a table's final message failed")
}

// If the announcement was posted, and deleted by a user, before the bot was killed, the bot doesn't post it again.
func TestDeletedRefundMessageIsNotRepeated(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := newPokerBot(t, [][]cards.Card{deckWithSets(t, 2, 1, 0)})
	f.play("Ann", world.Opt("stack", 30))
	f.move("Bob", "join")
	f.stop()
	channel := f.sb.Channel(f.channel)
	f.sb.Do(func(w *world.World) {
		b, err := w.BotIn(channel, 0)
		require.NoError(t, err)
		m, err := b.Post(world.Draft{
			Content: world.Field[string]{Given: true, Value: "SET Poker is closed."},
			Nonce:   world.Field[any]{Given: true, Value: fmt.Sprint("closed.", f.table)},
			Enforce: world.Field[bool]{Given: true, Value: true},
		})
		require.NoError(t, err)
		require.NoError(t, b.Delete(m.ID))
	})
	f.config.Games = []games.Kind{{Rules: laterRules{}}}
	f.start()
	f.wait("a record of the announcement", func() bool {
		row, err := f.openReaderStore().Table(f.ctx(), f.table)
		require.NoError(t, err)
		return row.Shown == len(f.journal())
	})
	for _, m := range f.sb.Messages(f.channel, "Ann") {
		require.Empty(t, m.Components, "the buttons of the closed table must be removed: %s", m.Content)
	}
	require.Equal(t, store.Holding{Balance: 100}, f.holding("Ann"))
}
