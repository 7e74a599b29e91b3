package bot_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/gamestest"
	"settable/games/solitaire"
	"settable/store"
	"settable/store/sqlite"
)

// withDailies sets the clock to noon, so that midnight doesn't come before the test expects it.
func withDailies(n *testBot, _ *sandbox.Options) {
	n.config.Games = []games.Kind{classic.Game, solitaire.Game}
	now := time.Now().UTC()
	n.clockOffset.Store(int64(now.Truncate(24*time.Hour).Add(36*time.Hour).Sub(now)) % int64(24*time.Hour))
}

// daily requests the deal of the day and returns the private answer.
func (n *testBot) daily(who, deal string, options ...world.Option) world.Message {
	n.t.Helper()
	if deal != "" {
		options = append(options, world.Opt("deal", deal))
	}
	return n.private(who, "daily", options...)
}

// If a player requests their daily deal again, the earlier message is deleted.
func TestADailyDealIsInOneMessage(t *testing.T) {
	n := newBot(t, withDailies)
	first := n.daily("Ann", "classic")
	n.pick("Ann", first, "A")
	second := n.daily("Ann", "classic")
	require.Contains(t, labels(second), "✓ A")
	n.wait("the first message to be deleted", func() bool {
		return !slices.ContainsFunc(n.sb.Messages(n.channel, "Ann"), func(m world.Message) bool { return m.ID == first.ID })
	})
	n.pick("Ann", second, "A")
	other := n.daily("Ann", "solitaire")
	require.NotEqual(t, second.ID, other.ID)
	require.NotContains(t, labels(n.pick("Ann", second, "B")), "✓ A", "the message of another deal stays")
}

// cardsIn returns the cards in a message in the order of their labels.
func cardsIn(m world.Message) (list []cards.Card) {
	at := readCards(m.Attachments[0].Description)
	for _, label := range slices.Sorted(maps.Keys(at)) {
		list = append(list, at[label])
	}
	return list
}

// solve returns all cards in a message as sets, in an order that can be claimed.
func solve(t *testing.T, m world.Message) (sets [][3]cards.Card) {
	t.Helper()
	var solve func(lie []cards.Card) bool
	solve = func(lie []cards.Card) bool {
		if len(lie) == 0 {
			return true
		}
		for _, set := range cards.Sets(lie) {
			taken := func(c cards.Card) bool { return slices.Contains(set[:], c) }
			rest := slices.DeleteFunc(slices.Clone(lie), taken)
			if slices.Contains(set[:], lie[0]) && solve(rest) {
				sets = append(sets, set)
				return true
			}
		}
		return false
	}
	require.True(t, solve(cardsIn(m)), "not all cards can be claimed")
	return sets
}

// takes claims a set by slash command.
func (n *testBot) takes(who string, set [3]cards.Card) world.Message {
	n.t.Helper()
	return n.daily(who, "classic", world.Opt("move", fmt.Sprintf("set %s %s %s", set[0], set[1], set[2])))
}

// Players on all servers get the same cards and see them in private. The public result names no card.
func TestDailyDeal(t *testing.T) {
	n := newBot(t, withDailies)
	require.Contains(t, n.daily("Ann", "").Content, "not played yet")
	m := n.daily("Ann", "classic")
	require.Contains(t, m.Content, "Only you see these cards")
	require.Equal(t, m.Attachments[0].Description, n.daily("Bob", "classic").Attachments[0].Description)
	lie := cardsIn(m)
	require.Len(t, lie, 12)
	_, stands := n.table()
	require.False(t, stands, "a daily deal opens no table in the channel")

	sets := solve(t, m)
	// The buttons work as they do at a table: a player can't select a fourth card, and can unselect a selected one.
	for i, c := range sets[0] {
		label := string(rune('A' + slices.Index(lie, c)))
		if i == 0 {
			m = n.pick("Ann", m, label)
			require.Contains(t, m.Content, "You picked **"+label+"** (")
			require.Contains(t, labels(m), "✓ "+label)
			m = n.pick("Ann", m, label)
			require.NotContains(t, m.Content, "You picked")
		}
		m = n.pick("Ann", m, label)
	}
	require.Contains(t, m.Content, "Ann takes")
	require.Len(t, readCards(m.Attachments[0].Description), 9)
	require.Contains(t, n.daily("Ann", "").Content, "started")
	require.Contains(t, n.clicked("Ann", m.ID, buttonLabelled(t, m, "As text")), "Table")
	for _, words := range []string{"house easy", "leave", "join", "kick #1", "end", "away"} {
		require.NotContains(t, n.daily("Ann", "classic", world.Opt("move", words)).Content, "is over", words)
	}
	require.Contains(t, n.daily("Ann", "classic", world.Opt("move", "house easy")).Content, "just for you")
	require.Contains(t, n.daily("Ann", "classic", world.Opt("move", "hello")).Content, "no such move")
	require.Contains(t, n.daily("Ann", "", world.Opt("move", "set a b c")).Content, "Pick a deal")
	n.takes("Ann", sets[1])
	n.takes("Ann", sets[2])
	end := n.takes("Ann", sets[3])
	require.Contains(t, end.Content, "4 of 4 sets in")
	require.Contains(t, end.Attachments[0].Description, "Ann: 4 points, wins.", "the picture of a finished deal names the player")

	again := n.daily("Ann", "classic")
	require.Contains(t, again.Content, "4 of 4 sets in", "a second request shows the result")
	require.Contains(t, again.Content, "The next deal arrives <t:")
	n.pressReplay("Ann", again, "Share in this channel")
	var shared world.Message
	n.wait("the shared result", func() bool {
		all := n.postsWith("Ann played")
		if len(all) > 0 {
			shared = all[0]
		}
		return len(all) == 1
	})
	require.Len(t, shared.Attachments, 1)
	require.Contains(t, shared.Attachments[0].Description, "Twelve cards: 4 of 4 sets in")
	require.Empty(t, readCards(shared.Attachments[0].Description), "no spoilers")
	require.Contains(t, shared.Content, "4 of 4 sets in")
	for _, said := range []string{end.Content, again.Content, shared.Content} {
		require.NotContains(t, said, "  ", "an empty phrase leaves a gap")
		require.Equal(t, strings.TrimSpace(said), said)
	}
	for _, c := range lie {
		require.NotContains(t, shared.Content, c.String())
	}
	require.Contains(t, n.clicked("Ann", again.ID, buttonLabelled(t, again, "Share in this channel")), "already shared that deal here")
	require.Contains(t, n.clicked("Bob", shared.ID, buttonLabelled(t, shared, "Replay")), "others haven't played these cards yet")
	require.Contains(t, n.slash("Bob", "replay"), "There are no finished games in this channel")

	board := n.slash("Ann", "leaderboard", world.Opt("board", "daily"), world.Opt("period", "day"))
	require.Contains(t, board, "Ann")
	require.Contains(t, board, "**4 in ")
	require.Contains(t, n.slash("Bob", "leaderboard", world.Opt("board", "sets")), "Nobody is on")
	n.requireSound()
}

// A wrong claim costs time. A restart between two moves changes neither the cards nor the result so far.
func TestDailyContinuesAfterARestart(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t, withDailies)
	m := n.daily("Ann", "classic")
	sets := solve(t, m)
	n.takes("Ann", sets[0])
	n.stop()
	n.later(10 * time.Minute)
	n.start()
	require.Len(t, readCards(n.daily("Ann", "classic").Attachments[0].Description), 9)
	require.Equal(t, m.Attachments[0].Description, n.daily("Bob", "classic").Attachments[0].Description)
	wrong := n.takes("Bob", [3]cards.Card{sets[0][0], sets[0][1], sets[1][0]})
	require.Contains(t, wrong.Content, "That costs 10 s.")
	m = n.takes("Ann", sets[1])
	asked := n.pressReplay("Ann", m, "Stop here")
	require.Contains(t, asked.Content, "2 sets")
	asked = n.pressReplay("Ann", asked, "Yes, stop")
	require.Contains(t, asked.Content, "**2 of 4 sets in")
	require.NotContains(t, asked.Content, "min", "the time of the restart must not count")
	require.Contains(t, n.daily("Ann", "classic").Content, "**2 of 4 sets in", "also only once after a restart")
	n.requireSound()
}

// The day ends at midnight UTC. Results before midnight count for that day, and players can still view that day's
// deal. The next deal is different. The bot counts streaks of days.
func TestDailyChangesAtMidnightUTC(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t, withDailies)
	first := n.daily("Ann", "classic")
	n.takes("Ann", solve(t, first)[0])
	bobs := n.daily("Bob", "classic")
	bobs = n.pressReplay("Bob", bobs, "Stop here")
	n.pressReplay("Bob", n.pressReplay("Bob", bobs, "Yes, stop"), "Share in this channel")
	require.Contains(t, n.pressBelow("Cid", "Bob played", "Replay"), "others haven't played these cards yet")
	n.stop()
	n.later(24 * time.Hour)
	n.start()
	open := func(row store.Table) bool { return row.Closed.IsZero() }
	n.wait("yesterday's deal to end", func() bool { return !slices.ContainsFunc(n.dailies(), open) })
	require.Contains(t, n.pressBelow("Cid", "Bob played", "Replay"), "1 of 3")
	second := n.daily("Ann", "classic")
	require.NotEqual(t, first.Attachments[0].Description, second.Attachments[0].Description)
	for _, set := range solve(t, second) {
		second = n.takes("Ann", set)
	}
	require.Contains(t, second.Content, "2 days in a row")
	all := n.slash("Ann", "leaderboard", world.Opt("board", "daily"))
	require.Contains(t, all, "on 2 days")
	require.Contains(t, all, "**5 in ")
	today := n.slash("Bob", "leaderboard", world.Opt("board", "daily"), world.Opt("period", "day"))
	require.NotContains(t, today, "Bob · ")
	n.requireSound()
}

// dailies returns all stored daily deals.
func (n *testBot) dailies() (all []store.Table) {
	n.t.Helper()
	tables, err := n.openReaderStore().(*sqlite.DB).Tables(n.ctx(), 0, 100)
	require.NoError(n.t, err)
	return slices.DeleteFunc(tables, func(row store.Table) bool { return row.Daily == 0 })
}

// The daily solitaire is played with buttons, independently of typed moves and of a table in the channel.
func TestDailySolitaire(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t, withDailies)
	n.deal()
	m := n.daily("Ann", "solitaire")
	require.Equal(t, m.Attachments[0].Description, n.daily("Bob", "solitaire").Attachments[0].Description)
	n.say("Ann", "set a b c")
	n.shows("Ann takes **A B C**")
	for range 8 {
		m = n.pressReplay("Ann", m, "Deal")
	}
	require.NotContains(t, labels(m), "Deal")
	m = n.pressReplay("Ann", m, "Look…")
	require.Contains(t, strings.Join(labels(m), " "), "Back to the cards")
	m = n.pick("Ann", m, "1")
	m = n.pressReplay("Ann", m, "Done")
	require.Contains(t, m.Content, "**0 of 27 sets**")
	board := n.slash("Ann", "leaderboard", world.Opt("board", "daily"), world.Opt("game", "solitaire"))
	require.Contains(t, board, "Ann · **0**")
}

// Two simultaneous presses start only one deal. A player who is forgotten can't play the same deal again.
func TestDailyIsDealtOnce(t *testing.T) {
	n := newBot(t, withDailies)
	m := n.daily("Ann", "")
	one, err := n.sb.Click("Ann", n.channel, m.ID, buttonLabelled(t, m, "Twelve cards"))
	require.NoError(t, err)
	two, err := n.sb.Click("Ann", n.channel, m.ID, buttonLabelled(t, m, "Twelve cards"))
	require.NoError(t, err)
	require.Contains(t, n.answer(one)+n.answer(two), "Only you see", "the newer message may have replaced the older one")
	require.Len(t, n.dailies(), 1)
	require.Contains(t, n.forgetMe("Ann"), "Your data is being deleted")
	n.wait("the deal to end", func() bool { return !n.dailies()[0].Closed.IsZero() })
	n.waitUntilErased(n.sb.User("Ann").ID)
	require.Contains(t, n.slash("Ann", "daily", world.Opt("deal", "classic")), "You've already played today's")
	require.Contains(t, n.daily("Ann", "").Content, "**Twelve cards** (already played today)")
	n.requireSound()
}

// At most five games can have daily deals, because a row holds five buttons.
func TestDailyGamesFitInOneRow(t *testing.T) {
	n := newBot(t, func(n *testBot, o *sandbox.Options) {
		withDailies(n, o)
		n.config.Games = slices.Clone(allGames)
		for i := range n.config.Games {
			if n.config.Games[i].Daily == nil {
				n.config.Games[i].Daily = &games.DailyDeal{}
			}
		}
	})
	m := n.daily("Ann", "")
	require.Len(t, m.Buttons(), 2*len(allGames), "one button for the deal and one for its leaderboard")
}
