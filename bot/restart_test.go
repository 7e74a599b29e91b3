package bot_test

import (
	"context"
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// seed writes a journal in which the first player has taken 1 set, the second 2 sets, and so on.
func seed(t *testing.T, n *testBot, players int) {
	t.Helper()
	n.stop()
	ctx := context.Background()
	st, err := sqlite.Open(ctx, n.path, sqlite.Options{})
	require.NoError(t, err)
	row := store.Table{Guild: ids.Guild(parseID(t, n.sb.Guild())), Channel: 99, Game: "classic", Opener: 1000,
		Opened: time.Now()}
	row, err = st.OpenTable(ctx, row, "")
	require.NoError(t, err)
	entry := store.Entry{Table: row.ID, Over: true}
	for i := 1; i <= players; i++ {
		who := ids.User(1000 + i)
		entry.Played = append(entry.Played, store.Played{
			Line:    store.Line{At: time.Now(), Seat: games.Seat(i), Player: who, Words: "join"},
			Tallies: []games.Tally{{Seat: games.Seat(i), Count: games.Sets, N: int64(i)}},
		})
		require.NoError(t, st.SetName(ctx, row.Guild, who, fmt.Sprint("Player ", i)))
	}
	require.NoError(t, st.Append(ctx, entry))
	require.NoError(t, st.Close())
	n.start()
}

func parseID(t *testing.T, id string) (v int64) {
	_, err := fmt.Sscan(id, &v)
	require.NoError(t, err)
	return v
}

func TestRestartLosesNothing(t *testing.T) { checkRestart(newBot(t)) }

func TestRestartOnPostgreSQLLosesNothing(t *testing.T) {
	checkRestart(newBot(t, func(n *testBot, _ *sandbox.Options) { n.address = storetest.Postgres(t) }))
}

func checkRestart(n *testBot) {
	t := n.t
	n.deal()
	n.say("Bob", "set a b c")
	n.shows("Bob takes **A B C**")
	n.say("Ann", "set g h i")
	m := n.shows("Ann **-1**")
	before, words := n.alt(), n.words()
	n.stop()
	goodbye := n.shows("Settable is restarting")
	require.Equal(t, m.ID, goodbye.ID)

	n.start()
	back := n.shows("Back after")
	require.NotEqual(t, m.ID, back.ID, "the table must be posted again")
	require.Equal(t, withoutNewCards(before), withoutNewCards(n.alt()), "the cards and scores must not change")
	require.Contains(t, back.Content, "Bob **1**")
	n.wait("the old message to lose its buttons", func() bool { return len(buttons(n, m.ID, "")) == 0 })
	require.Equal(t, words, n.words())
	n.say("Bob", "set d e f")
	n.shows("Bob **2**")
	require.Contains(t, fmt.Sprint(n.lines()), "away ", "a line must record the time away")
}

// withoutNewCards removes the list of new cards, which changes with every view, from an alternative text.
func withoutNewCards(alt string) string { return newCards.ReplaceAllString(alt, "") }

var newCards = regexp.MustCompile(`New: [^.]*\. `)

func TestBrokenConnectionLosesNothing(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.sb.DropSockets()
	n.say("Ann", "set a b c") // typed while the bot is off
	n.shows("Ann takes **A B C**")
	n.sb.InvalidSession(false)
	n.say("Ann", "set d e f")
	n.shows("Ann takes **D E F**")
	require.Equal(t, []string{"1 join", "1 start", "1 set a b c", "1 set d e f"}, n.words(),
		"moves were lost or played twice")
}

func TestTableIsShownEventually(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.sb.FailREST(3, 500)
	n.say("Ann", "set g h i")
	n.sb.Limit(2, 100*time.Millisecond, false)
	n.say("Ann", "set a b c")
	m := n.shows("Ann takes **A B C**")
	require.Contains(t, m.Content, "Ann: **G H I** isn't a set", "no sentence may be lost")
	require.NoError(t, n.sb.Delete("Ann", n.channel, m.ID))
	again := n.shows("Classic SET")
	require.NotEqual(t, m.ID, again.ID, "a table whose message was deleted must be posted again")
}

func TestPlayWithoutMessageContent(t *testing.T) {
	n := newBot(t, func(_ *testBot, o *sandbox.Options) { o.MessageContent = false })
	n.deal()
	n.say("Ann", "set a b c") // the bot can't read this
	m, _ := n.table()
	_, err := n.sb.Reply("Ann", n.channel, m.ID, "set d e f")
	require.NoError(t, err)
	n.shows("Ann takes **D E F**")
	require.Contains(t, n.slash("Ann", "help"), "I can't read other messages here")
	require.Contains(t, n.log.String(), "Message Content")
}

// If a table ends while Discord is down and the bot is then stopped, the next run shows the table's end.
func TestUnseenEndIsShown(t *testing.T) {
	n := newBot(t, func(n *testBot, _ *sandbox.Options) { n.config.ShutdownTimeout = time.Second })
	n.deal()
	n.say("Bob", "set a b c")
	n.shows("Bob takes")
	n.say("Bob", "<@"+botID(n)+"> end")
	n.shows("Bob wants to end the game")
	n.sb.FailREST(1000, 500)
	n.say("Ann", "<@"+botID(n)+"> end")
	n.wait("the end", func() bool { return len(linesWith(n.all(), "1 end")) == 1 })
	n.stop()
	n.sb.Mend()
	n.start()
	end := n.shows("Bob wins")
	require.NotEmpty(t, buttons(n, end.ID, "again:"))
	require.Contains(t, n.answer(n.press("Cid", "text:")), "Bob: 1 point", "the result must also be available as text")
	require.Contains(t, n.slash("Cid", "join"), "There's no table in this channel")
}

func TestLongTalkDoesNotFreezeTheTable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	n.deal(world.Opt("call", 1))
	n.say("Ann", "set")
	n.shows("Ann calls set")
	n.sb.DropSockets()
	for i := range 150 {
		n.say("Bob", fmt.Sprint("talk ", i))
	}
	n.say("Bob", "set a b c")
	n.shows("Ann called set but named no cards in time")
}
