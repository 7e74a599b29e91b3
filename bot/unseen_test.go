package bot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/classic"
	"settable/games/gamestest"
	"settable/games/poker"
)

func withPoker(n *testBot, _ *sandbox.Options) {
	n.config.Games = []games.Kind{classic.Game, poker.Game}
	n.config.Chance = func() games.Chance { return games.Seeded(1) }
}

// firstHand returns a bot with a poker table where Ann and Bob are playing the first hand.
func firstHand(t *testing.T) *testBot {
	n := newBot(t, withPoker)
	n.slash("Ann", "play", world.Sub("poker"))
	n.shows("Ann sits down")
	n.press("Bob", ":join")
	n.shows("Bob sits down")
	n.press("Bob", ":start")
	n.shows("starts the game")
	return n
}

// In a private thread that the bot isn't in, Discord refuses every message although interactions report full
// permissions. A user who opens a table there is told what to do, and nothing changes. Once the bot is in the thread,
// the table opens.
func TestPrivateThreadWithoutTheBot(t *testing.T) {
	n := newBot(t, withPoker)
	n.sb.Do(func(w *world.World) {
		c, err := w.AddThread(channelName, "secret", true)
		require.NoError(t, err)
		n.channel = c.ID
	})
	for _, options := range [][]world.Option{
		{world.Sub("poker")}, {world.Sub("classic")}, {world.Sub("classic", world.Opt("now", true))},
	} {
		told := n.slash("Ann", "play", options...)
		require.Contains(t, told, "nobody has bought in")
		require.Contains(t, told, "mention me once")
		open, err := n.openReaderStore().OpenTables(t.Context())
		require.NoError(t, err)
		require.Empty(t, open)
	}
	require.Contains(t, n.slash("Ann", "chips", world.Sub("balance")), "100 chips")
	n.say("Ann", "come in, <@"+n.sb.Application()+">")
	require.Contains(t, n.slash("Ann", "play", world.Sub("poker")), "Your table is open")
	n.shows("Ann sits down")
	n.press("Bob", ":join")
	n.shows("Bob sits down")
}

// If the first table of a night can't be shown, the night never starts. The user is told why, whether they used the
// command or the button of a reminder. The list of nights doesn't contain it.
func TestNightThatCannotBeShownNeverStarts(t *testing.T) {
	n := pokerEvening(t)
	n.plan("Ann", "in 3 hours")
	n.wait("its post", func() bool { return len(n.postsWith("discord.com/events")) == 1 })
	n.later(2*time.Hour + 46*time.Minute)
	n.slash("Eve", "help") // makes the bot notice the new time
	n.wait("the reminder", func() bool { return len(n.reminders()) == 1 })
	planned := n.channel
	n.sb.Do(func(w *world.World) {
		c, err := w.AddThread(channelName, "secret", true)
		require.NoError(t, err)
		n.channel = c.ID
	})
	for range 2 {
		require.Contains(t, n.slash("Ann", "night", world.Sub("start")), "mention me once")
		require.Contains(t, n.slash("Ann", "night", world.Sub("list")), "hasn't had a poker night yet")
	}
	n.channel = planned
	n.sb.Do(func(w *world.World) { w.Denied = world.PermissionSendMessages })
	require.Contains(t, n.pressBelow("Ann", "Press **Start the night** below", "Start the night"), "Send Messages")
	require.Contains(t, n.slash("Ann", "night", world.Sub("list")), "hasn't had a poker night yet")
	n.sb.Do(func(w *world.World) { w.Denied = 0 })
	require.Contains(t, n.slash("Ann", "night", world.Sub("start")), "**Poker night 1** begins")
	n.shows("Ann buys in")
}

// If a moderator times the bot out during a game, every private answer says so and until when. The permissions in
// interactions don't show the timeout.
func TestTimedOutBotSaysSo(t *testing.T) {
	n := firstHand(t)
	until := time.Now().Add(time.Hour)
	n.sb.Do(func(w *world.World) { w.TimeOutBot("", until) })
	require.NotEmpty(t, n.slash("Ann", "away"))
	n.wait("the reason", func() bool {
		return strings.Contains(n.slash("Bob", "hand"), "a moderator has timed me out until <t:")
	})
	require.Contains(t, n.slash("Cid", "play", world.Sub("classic")), "This channel already has a table")
	n.sb.Do(func(w *world.World) { w.TimeOutBot("", time.Time{}) })
	n.wait("the table", func() bool { // the refused request isn't retried for five seconds
		n.slash("Bob", "hand")
		m, ok := n.table()
		return ok && strings.Contains(m.Content, "is visible again")
	})
	require.NotContains(t, n.slash("Bob", "hand"), "Nobody can see the table")
}

// If the bot loses a permission in the middle of a hand, when the table has to be posted again, every private answer
// names the permission and moves still count. The table is shown as soon as the permission is back.
func TestRevokedPermissionIsNamed(t *testing.T) {
	n := firstHand(t)
	require.NoError(t, n.sb.Deny(channelName, world.PermissionSendMessages))
	for range 6 {
		n.say("Eve", "hello") // pushes the table up, so that it can't be edited any more
	}
	require.NotEmpty(t, n.slash("Ann", "away"))
	n.wait("the permission", func() bool { return strings.Contains(n.slash("Bob", "hand"), "Send Messages") })
	require.Contains(t, n.slash("Bob", "hand"), "Nobody can see the table right now")
	require.NoError(t, n.sb.Deny(channelName, 0))
	n.wait("the table", func() bool { // the refused request isn't retried for five seconds
		n.slash("Bob", "hand")
		m, ok := n.table()
		return ok && strings.Contains(m.Content, "Ann is away")
	})
}

func (n *testBot) mention(who string) string { return "<@" + n.sb.User(who).ID + ">" }

// If AutoMod blocks a nickname, the table uses mentions instead of names, without pinging anyone.
func TestAutoModBlocksANickname(t *testing.T) {
	n := newBot(t)
	n.sb.Do(func(w *world.World) { w.Block("", "bob") })
	n.slash("Ann", "play", world.Sub("classic"))
	n.shows("Ann sits down")
	n.press("Bob", ":join")
	m := n.shows("`Q` " + n.mention("Bob"))
	require.NotContains(t, m.Content, "Bob")
	require.Empty(t, m.Mentions)
	n.press("Bob", ":start")
	n.shows("starts the game")
	n.say("Bob", "set a b c")
	n.shows(n.mention("Bob") + " takes **A B C**")
}

// If AutoMod blocks a nickname, all other public messages also use mentions instead of names.
func TestAutoModBlocksANicknameInEveryMessage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	n.sb.Do(func(w *world.World) { w.Block("", "bob", "cid") })
	require.Contains(t, n.plan("Cid", "in 3 hours"), "Planned for <t:")
	n.wait("the planned night", func() bool { return len(n.postsWith("planned by "+n.mention("Cid"))) == 1 })
	n.slash("Bob", "night", world.Sub("start", world.Opt("buy_in", 5)))
	n.shows(n.mention("Bob") + " buys in for 5 chips")
	n.press("Cid", ":join")
	n.shows(n.mention("Cid") + " buys in for 5 chips")
	n.move("Bob", "start", "Hand 1")
	n.say("Bob", "check")
	n.reply(n.mention("Cid"))
	n.move("Cid", "bet 2", n.mention("Cid")+" bets 2")
	n.slash("Bob", "night", world.Sub("end"))
	n.move("Bob", "drop", n.mention("Cid")+" takes the pot, 2 chips")
	require.Contains(t, n.standings(), "biggest pot 2 ("+n.mention("Cid")+")")
}
