package bot_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// reminders are the bot's messages that ping anybody.
func (f *felt) reminders() (all []world.Message) {
	for _, m := range f.sb.Messages(f.channel, "Eve") {
		if m.Author.Bot && len(m.Mentions) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// The clock reminds whoever is to move, and nobody else; it checks where that
// is free, else drops, passes at the question, and deals the next hand.
func TestTheClockMovesForWhoDoesNot(t *testing.T) {
	gamestest.Unraced(t)
	f := sitWith(t, four, [][]cards.Card{dealt(t, 2, 0, 0, 0, 0)},
		[]world.Option{world.Opt("turn", 6), world.Opt("pause", 1)},
		func(n *night, _ *sandbox.Options) { n.config.Shortest = time.Second })
	f.wait("a reminder", func() bool { return len(f.reminders()) == 1 })
	m := f.reminders()[0]
	require.Equal(t, []string{f.sb.User("Bob").ID}, users(m))
	require.Regexp(t, `^<@\d+>: it is your move, [123] s left\.$`, m.Content)
	f.move("Eve", "join")
	require.Len(t, f.reminders(), 1, "somebody else's join leaves it there")
	f.move("Bob", "bet 1")
	f.wait("the reminder to go away",
		func() bool { return len(f.reminders()) == 0 || users(f.reminders()[0])[0] != f.sb.User("Bob").ID })

	f.wait("the next reminder", func() bool { return len(f.reminders()) == 1 })
	require.Equal(t, []string{f.sb.User("Cid").ID}, users(f.reminders()[0]))
	f.shows("Time is up: Cid drops.")
	f.everybody("call", "Dee", "Ann")
	f.shows("Does anyone wish to show?")
	f.everybody("pass", "Dee", "Ann")
	f.shows("Time is up: Bob passes (3 of 3).")
	f.wait("no reminder", func() bool { return len(f.reminders()) == 0 })
	f.shows("Time is up: Bob checks.")
	f.everybody("drop", "Dee", "Ann")
	f.shows("**Hand 2**: Cid deals.") // Bob is away
	f.proven()
	f.slash("Ann", "end")
	for _, who := range []string{"Ann", "Cid", "Dee", "Eve"} {
		f.slash(who, "away")
	}
	f.shows("The table is closed.")
	f.wait("no reminder", func() bool { return len(f.reminders()) == 0 })
	require.Equal(t, []string{"drop", "pass", "check", "next"}, f.ticks()[:4])
	f.proven()
}

// ticks is what the clock did, in the words of its sentences.
func (f *felt) ticks() (did []string) {
	row, lines, err := f.books.Export(f.ctx(), f.table)
	require.NoError(f.t, err)
	for i, l := range lines {
		if l.Seat != games.Clock || l.Words != (games.Tick{}).String() {
			continue
		}
		before, after := replayed(f.t, row, lines[:i]).View(0), replayed(f.t, row, lines[:i+1]).View(0)
		switch {
		case len(before.Pots) > 0:
			did = append(did, "next")
		case before.Turn == 0:
			did = append(did, "pass")
		case after.Seats[before.Turn-1].Dropped:
			did = append(did, "drop")
		default:
			did = append(did, "check")
		}
	}
	return did
}

func users(m world.Message) (ids []string) {
	for _, u := range m.Mentions {
		ids = append(ids, u.ID)
	}
	slices.Sort(ids)
	return ids
}

// A reminder outlives a stop, as its turn does, and is not said again after the next start, though the clock
// is wound anew: the time away does not run it.
func TestAReminderOutlivesAStop(t *testing.T) {
	gamestest.Unraced(t)
	f := sitWith(t, four, [][]cards.Card{dealt(t, 2, 0, 0, 0, 0)}, []world.Option{world.Opt("turn", 8)},
		func(n *night, _ *sandbox.Options) { n.config.Shortest = time.Second })
	f.wait("a reminder", func() bool { return len(f.reminders()) == 1 })
	first := f.reminders()[0]
	f.stop()
	require.Len(t, f.reminders(), 1)
	f.start()
	f.shows("Back after")
	require.Equal(t, first.ID, f.reminders()[0].ID)
	f.move("Bob", "check")
	require.Empty(t, f.ticks())
	f.wait("the reminder to go away", func() bool {
		return !slices.ContainsFunc(f.reminders(), func(m world.Message) bool { return m.ID == first.ID })
	})
	f.proven()
}
