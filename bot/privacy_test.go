package bot_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

func (n *testBot) private(who, name string, options ...world.Option) world.Message {
	n.t.Helper()
	id, err := n.sb.Slash(who, n.channel, name, options...)
	require.NoError(n.t, err)
	out, err := n.sb.WaitOutcome(n.ctx(), id)
	require.NoError(n.t, err)
	require.True(n.t, out.Message.Ephemeral(), "only the caller may see the answer")
	return *out.Message
}

// forgetMe asks to be forgotten, confirms the request, and returns the answer.
func (n *testBot) forgetMe(who string) string {
	n.t.Helper()
	asked := n.private(who, "forget-me")
	require.Contains(n.t, asked.Content, "This can't be undone.")
	return n.pressReplay(who, asked, "Forget me").Content
}

// allValues returns all values in the database, by table and column.
func (n *testBot) allValues() (all map[string][]string) {
	n.t.Helper()
	driver, name, ask := "sqlite", "file:"+n.path+"?mode=ro",
		`SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`
	if n.address != "" {
		driver, name, ask = "pgx", n.address,
			`SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	db, err := sql.Open(driver, name)
	require.NoError(n.t, err)
	defer db.Close()
	columns, err := db.QueryContext(n.ctx(), ask)
	require.NoError(n.t, err)
	defer columns.Close()
	all = map[string][]string{}
	for columns.Next() {
		var table, column string
		require.NoError(n.t, columns.Scan(&table, &column))
		values, err := db.QueryContext(n.ctx(), fmt.Sprintf(`SELECT CAST("%s" AS TEXT) FROM "%s"`, column, table))
		require.NoError(n.t, err)
		for values.Next() {
			var s sql.NullString
			require.NoError(n.t, values.Scan(&s))
			all[table+"."+column] = append(all[table+"."+column], s.String)
		}
		require.NoError(n.t, errors.Join(values.Err(), values.Close()))
	}
	require.NoError(n.t, columns.Err())
	require.NotEmpty(n.t, all)
	return all
}

// columnsWith returns the columns that contain a user's id or name.
func (n *testBot) columnsWith(words string) (columns []string) {
	for column, values := range n.allValues() {
		if slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, words) }) {
			columns = append(columns, column)
		}
	}
	slices.Sort(columns)
	return columns
}

// waitUntilUnnamed waits until the table's post no longer contains the player's name.
func (n *testBot) waitUntilUnnamed(who string) {
	n.t.Helper()
	n.wait("the end of "+who, func() bool {
		m, _ := n.table()
		text := m.Content + fmt.Sprint(m.Embeds)
		return strings.Contains(text, "former player") && !strings.Contains(text, who)
	})
}

func (n *testBot) waitUntilErased(id string) {
	n.t.Helper()
	n.wait("nothing of "+id, func() bool { return len(n.columnsWith(id)) == 0 })
}

// requireSound requires that the ledger and all hash chains are intact. It can be called while the bot is running.
func (n *testBot) requireSound() {
	n.t.Helper()
	st := n.openReaderStore().(testStore)
	require.NoError(n.t, st.Check(n.ctx()))
	tables, err := st.Tables(n.ctx(), 0, 100)
	require.NoError(n.t, err)
	for _, row := range tables {
		i := slices.IndexFunc(n.config.Games, func(k games.Kind) bool { return k.Name() == row.Game })
		_, found, err := store.AuditTable(n.ctx(), st, row, n.config.Games[i])
		require.NoError(n.t, err)
		require.Empty(n.t, found)
	}
}

// When a user who has played and won is forgotten, they disappear from the table, the database and the leaderboards.
func TestForgetMe(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	require.Contains(t, n.slash("Bob", "privacy"), "What Settable stores")
	require.Equal(t, "I don't store anything about you.", n.slash("Bob", "forget-me"))
	n.deal(world.Opt("penalty", "none"))
	n.say("Bob", "set a b c")
	n.shows("Bob takes **A B C**")
	n.say("Cid", "set d e f")
	n.shows("Cid takes **D E F**")
	bob := n.sb.User("Bob").ID
	require.Equal(t, []string{"people.discord"}, n.columnsWith(bob))
	n.wait("Bob's name to be stored", func() bool { return slices.Contains(n.columnsWith("Bob"), "names.name") })
	require.Contains(t, n.slash("Cid", "leaderboard"), "Bob")

	// Bob gets his data as a file. The button always shows the data of the user who presses it.
	asked := n.private("Bob", "privacy")
	file := n.data("Bob", asked)
	require.Equal(t, bob, fmt.Sprint(int64(file.Discord)))
	require.Len(t, file.Seats, 1)
	require.Equal(t, "set a b c", file.Seats[0].Lines[len(file.Seats[0].Lines)-1].Words)

	require.Contains(t, n.forgetMe("Bob"), "Your name is already gone")
	n.waitUntilUnnamed("Bob")
	n.waitUntilErased(bob)
	require.Empty(t, n.columnsWith("Bob"))
	require.NotContains(t, n.slash("Cid", "leaderboard"), "Bob")
	require.NotContains(t, n.slash("Cid", "leaderboard"), "former player")
	require.Equal(t, "I don't store anything about you.", n.slash("Bob", "forget-me"), "the second request")
	n.requireSound()

	// The game continues without Bob, even after a restart. He can join the next game as a new player.
	for range 2 {
		require.Contains(t, n.slash("Bob", "join"), "You left this table for good")
		said := n.say("Bob", "set "+findSet(readCards(n.alt())))
		n.wait("a reaction, because an answer would be public", func() bool {
			return slices.ContainsFunc(n.sb.Messages(n.channel, "Bob"), func(m world.Message) bool {
				return m.ID == said && len(m.Reactions) == 1 && m.Reactions[0].Emoji.Name == "❓"
			})
		})
		require.Empty(t, n.columnsWith(bob))
		n.stop()
		n.start()
		n.slash("Ann", "table")
	}
	n.channel = n.sb.AddChannel("side")
	n.deal()
	n.say("Bob", "set "+findSet(readCards(n.alt())))
	n.shows("Bob takes")
	require.Len(t, n.columnsWith(bob), 1)
	require.Contains(t, n.slash("Cid", "leaderboard"), "Bob")
	n.requireSound()
}

// data presses "My data" and reads the file.
func (n *testBot) data(who string, m world.Message) (k store.PlayerData) {
	n.t.Helper()
	id, err := n.sb.Click(who, n.channel, m.ID, buttonLabelled(n.t, m, "My data"))
	require.NoError(n.t, err)
	out, err := n.sb.WaitOutcome(n.ctx(), id)
	require.NoError(n.t, err)
	require.True(n.t, out.Message.Ephemeral())
	require.Equal(n.t, "settable-data.json", out.Message.Attachments[0].Filename)
	text, err := n.sb.Attachment(out.Message.Attachments[0].ID, who)
	require.NoError(n.t, err)
	require.NoError(n.t, json.Unmarshal(text, &k))
	return k
}

// A player who asks to be forgotten during a hand is away until the hand ends, even across restarts. The game doesn't
// wait for them, but they can still win. Until then they can't join or open any other table.
func TestForgetMeDuringAHand(t *testing.T) {
	gamestest.SkipUnderRace(t)
	midHand(t).forgetsCid()
}

func TestForgetMeDuringAHandOnPostgreSQL(t *testing.T) {
	gamestest.SkipUnderRace(t)
	midHand(t, func(n *testBot, _ *sandbox.Options) { n.address = storetest.Postgres(t) }).forgetsCid()
}

// forgetsCid makes Cid ask to be forgotten during a hand, and then plays on.
func (f *testTable) forgetsCid() {
	t := f.t
	cid := f.sb.User("Cid").ID
	asked := f.private("Cid", "forget-me")
	require.Contains(t, asked.Content, "100 chips") // in the balance, on the table and in the pot
	for range 2 {                                   // two restarts
		told := f.pressReplay("Cid", asked, "Forget me").Content
		require.Contains(t, told, "after the current hand if you have chips in it")
		asked = f.private("Cid", "forget-me")
	}
	require.NotContains(t, f.columnsWith("Cid"), "names.name")
	f.wait("Cid to be away", func() bool { m, _ := f.testBot.table(); return strings.Contains(m.Content, "(away)") })
	side := f.sb.AddChannel("side")
	for range 2 {
		for _, try := range [][]world.Option{
			{world.Sub("plan", world.Opt("when", "in 3 hours"))}, {world.Sub("start")},
		} {
			require.Contains(t, f.slash("Cid", "night", try...), "You asked me to delete your data")
		}
		home := f.channel
		f.channel = side
		require.Contains(t, f.slash("Cid", "play", world.Sub("classic")), "You asked me to delete your data")
		f.channel = home
		require.Contains(t, f.slash("Cid", "daily", world.Opt("deal", "classic")), "You asked me to delete your data")
		require.Regexp(t, "You asked me to delete your data|You're leaving after this hand", f.slash("Cid", "join"))
		require.Equal(t, []string{"people.discord"}, f.columnsWith(cid))
		require.Empty(t, f.columnsWith("Cid"))
		f.stop()
		f.start()
	}
	f.move("Ann", "call")
	f.move("Bob", "call")
	require.Equal(t, []string{"people.discord"}, f.columnsWith(cid), "he still has chips in the pot")
	f.moveAll("pass", "Bob", "Ann")
	f.move("Bob", "drop")
	require.Equal(t, []string{"people.discord"}, f.columnsWith(cid))
	f.move("Ann", "drop")
	f.waitUntilErased(cid)
	require.Empty(t, f.columnsWith("Cid"))
	f.waitUntilUnnamed("Cid")
	audit, err := f.books.Audit(context.Background(), 0)
	require.NoError(t, err)
	require.Empty(t, audit.Findings)
	f.requireSound()
	require.Equal(t, store.Holding{}, f.holding("Cid"), "he must have no chips")
	require.NotContains(t, f.slash("Cid", "chips", world.Sub("balance")), "100", "no second starting grant")
}

// A player who asks to be forgotten while all-in passes on every question, and can still win a showdown that another
// player calls. After the hand the player is forgotten, and no chips are lost.
func TestForgetMeAllIn(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, fourPlayers, [][]cards.Card{deckWithSets(t, 3, 2, 0, 0, 1)}, world.Opt("limit", 20))
	bob := f.sb.User("Bob").ID
	require.Contains(t, f.move("Bob", "bet 20").Content, "all-in")
	for range 2 {
		require.Contains(t, f.forgetMe("Bob"), "after the current hand if you have chips in it")
	}
	f.moveAll("drop", "Cid", "Dee")
	require.Equal(t, []string{"people.discord"}, f.columnsWith(bob), "his chips are in the pot")
	f.move("Ann", "call")
	f.move("Ann", "pass")
	f.move("Ann", "show")
	f.shows("former player")
	f.waitUntilErased(bob)
	require.Empty(t, f.columnsWith("Bob"))
	f.waitUntilUnnamed("Bob")
	require.Zero(t, f.pot())
	audit, err := f.books.Audit(context.Background(), 0)
	require.NoError(t, err)
	require.Empty(t, audit.Findings)
	require.EqualValues(t, 400, audit.Granted)
	f.requireSound()
}

// elsewhere is a store that at first reports that the user to be forgotten also has a seat at a table on another shard.
type elsewhere struct {
	store.Store
	asked atomic.Int32
}

func (s *elsewhere) Forget(ctx context.Context, who ids.User) error {
	if s.asked.Add(1) == 1 {
		return store.ErrSeated
	}
	return s.Store.Forget(ctx, who)
}

// If another shard has recorded a user's request to be forgotten, the bot keeps trying for as long as that user has a
// seat at a table of that shard.
func TestForgottenByAnotherShard(t *testing.T) {
	const who = ids.User(1043218765432198765)
	var all *elsewhere
	changes := make(chan store.Change, 1)
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.config.Changes = changes
		n.wrapStore = func(st store.Store) store.Store {
			all = &elsewhere{Store: st}
			return all
		}
	})
	require.NoError(t, all.SetName(n.ctx(), 7, who, "Dora"))
	require.NoError(t, all.Forgetting(n.ctx(), who, time.Now()))
	changes <- store.Change{Player: who}
	n.waitUntilErased(fmt.Sprint(int64(who)))
	require.EqualValues(t, 2, all.asked.Load())
}

// If another process has forgotten a player who once sat at one of this bot's tables and is expected at another, both
// tables stop naming that player. The player can't join either of them again.
func TestForgottenByAnotherProcess(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var st store.Store
	changes := make(chan store.Change, 2)
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.config.Changes = changes
		n.wrapStore = func(own store.Store) store.Store {
			st = own
			return own
		}
	})
	for heard, change := range map[string]func(bob ids.User) store.Change{
		"about the player": func(bob ids.User) store.Change { return store.Change{Player: bob} },
		"about any user":   func(ids.User) store.Change { return store.Change{} },
	} {
		n.channel = n.sb.AddChannel(strings.ReplaceAll(heard, " ", "-"))
		n.deal()
		n.press("Bob", ":join")
		n.shows("Bob sits down")
		n.slash("Bob", "leave")
		n.shows("Bob leaves")
		id, err := strconv.ParseInt(n.sb.User("Bob").ID, 10, 64)
		require.NoError(t, err)
		bob := ids.User(id)
		require.NoError(t, st.Forgetting(n.ctx(), bob, time.Now()))
		require.NoError(t, st.Forget(n.ctx(), bob))
		require.Contains(t, n.slash("Bob", "join"), "You left this table for good", heard)
		changes <- change(bob)
		n.waitUntilUnnamed("Bob")
		require.Contains(t, n.slash("Bob", "join"), "You left this table for good", heard)
		require.Empty(t, n.columnsWith("Bob"))
	}
	n.requireSound()
}
