package bot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/discord/gateway"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/store"
	"settable/store/ids"
	"settable/store/postgres"
	"settable/store/sqlite"
)

const channelName = "card-night"

// A testBot is the whole bot with its real session, a real database and real pictures, connected to its own sandbox.
// Its methods act like users in a channel.
type testBot struct {
	t             *testing.T
	sb            *sandboxtest.Server
	path          string
	config        bot.Config
	log           *testLog
	clockOffset   atomic.Int64 // how far the sandbox's clock has been moved forward
	channel       string
	vfs           string                                    // the SQLite VFS that acts as the database's disk; "": the machine's
	address       string                                    // the address of the PostgreSQL database; "": the bot uses SQLite
	wrapStore     func(store.Store) store.Store             // wraps the bot's store; may be nil
	wrapTransport func(http.RoundTripper) http.RoundTripper // wraps the transport to Discord; may be nil

	stop    func()          // stops the running bot
	stopped <-chan struct{} // closed when the bot has stopped
	stopErr error           // the error with which the bot last stopped

	openReaderStore func() store.Store // returns another connection to the store, for reading while the bot runs
	version         func() int         // a number that changes with each commit; 0 if unavailable
}

// deck returns a shuffled deck with known first cards. The cards A B C (1SRD 2SRD 3SRD) are a set, and there are
// other sets.
func deck(t testing.TB, first string) games.Chance {
	return games.Stacked{Decks: [][]cards.Card{fullDeck(t, first)}}
}

// fullDeck returns a deck that begins with the given cards.
func fullDeck(t testing.TB, first string) []cards.Card {
	var all []cards.Card
	seen := cards.Bag{}
	for _, code := range strings.Fields(first) {
		c, ok := cards.Parse(code)
		require.True(t, ok, code)
		all, seen = append(all, c), seen.With(c)
	}
	for _, c := range cards.SETPack().Cards() {
		if !seen.Has(c) {
			all = append(all, c)
		}
	}
	return all
}

// knownCards are the first cards of a deck. A B C and D E F are both sets. The next three cards, which get the labels
// G H I, are not a set.
const knownCards = "1SRD 2SRD 3SRD 1TGQ 2TGQ 3TGQ 1NPV 2SGD 3TPQ 1TRD 2NGV 3SPQ 1SPV 2TRV 3NGD"

func newBot(t *testing.T, change ...func(*testBot, *sandbox.Options)) *testBot {
	t.Parallel()
	t.Helper()
	n := &testBot{t: t, path: bot.EmptyDatabase(t), log: &testLog{}}
	n.openReaderStore, n.version = sync.OnceValue(n.openReader), n.versions()
	n.config = bot.Config{
		Games:  []games.Kind{classic.Game},
		Log:    slog.New(slog.NewTextHandler(n.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Chance: func() games.Chance { return deck(t, knownCards) },
		// Longer than in production, for the same reason as AnswerWithin below.
		DeferAfter: 20 * time.Second,
	}
	// These tests run in real time, and may be slow on a busy machine or under the race detector. Only tests in
	// virtual time check that answers arrive within three seconds.
	o := sandbox.Options{MessageContent: true, Window: 20 * time.Millisecond, Global: 10000,
		AnswerWithin: 30 * time.Second}
	o.Now = func() time.Time { return time.Now().Add(time.Duration(n.clockOffset.Load())) }
	for _, c := range change {
		c(n, &o)
	}
	n.sb = sandboxtest.Start(t, o)
	n.channel = n.sb.Channel(channelName)
	n.start()
	t.Cleanup(func() {
		if n.stop != nil {
			n.stop()
		}
		if t.Failed() && os.Getenv("SETTABLE_LOG") != "" {
			t.Log(n.log.String())
		}
		require.NotContains(t, n.log.String(), n.sb.Token(), "the log contains the token")
	})
	return n
}

func (n *testBot) openStore(ctx context.Context, readOnly bool) (db store.Store) {
	n.t.Helper()
	var err error
	if n.address != "" {
		db, err = postgres.Open(ctx, n.address, postgres.Options{ReadOnly: readOnly, Log: n.config.Log})
	} else {
		db, err = sqlite.Open(ctx, n.path, sqlite.Options{ReadOnly: readOnly, VFS: n.vfs, Log: n.config.Log})
	}
	require.NoError(n.t, err)
	return db
}

func (n *testBot) start() {
	n.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	st := n.openStore(ctx, false)
	c := n.config
	bot.ShareCommands(&c)
	c.Store = st
	if n.wrapStore != nil {
		c.Store = n.wrapStore(st)
	}
	client := n.sb.Client()
	if n.wrapTransport != nil {
		client.Transport = n.wrapTransport(client.Transport)
	}
	c.Discord = gateway.Config{Token: discord.Secret(n.sb.Token()), HTTP: client, MessageContent: true,
		FallBack: true, Log: c.Log}
	ready := make(chan bot.Status, 1)
	c.Ready = func(s bot.Status) { ready <- s }
	done := make(chan error, 1)
	go func() { done <- bot.Run(ctx, c); cancel() }()
	n.stopped = ctx.Done()
	n.stop = func() {
		n.stop = nil
		cancel()
		select {
		case err := <-done:
			if !errors.Is(err, store.ErrLost) {
				require.NoError(n.t, err)
			}
			n.stopErr = err
		case <-time.After(30 * time.Second):
			require.Fail(n.t, "the bot did not stop")
		}
		require.NoError(n.t, st.Close())
	}
	select {
	case <-ready:
	case err := <-done:
		require.NoError(n.t, err, "the bot stopped immediately")
	case <-time.After(30 * time.Second):
		require.Fail(n.t, "the bot did not start")
	}
	n.wait("the slash commands", func() bool { return len(n.sb.Commands()) > 5 })
}

func (n *testBot) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	n.t.Cleanup(cancel)
	return ctx
}

func (n *testBot) say(who, words string) string {
	n.t.Helper()
	id, err := n.sb.Say(who, n.channel, words)
	require.NoError(n.t, err)
	return id
}

// secondsBetween returns the time between two messages in the bot's format, such as "0.21 s".
func secondsBetween(first, second string) string {
	at := func(id string) time.Time { return ids.Time(discordtest.ID[ids.Message](id)) }
	return fmt.Sprintf("%.2f s", at(second).Sub(at(first)).Seconds())
}

// later moves the sandbox's clock forward.
func (n *testBot) later(d time.Duration) { n.clockOffset.Add(int64(d)) }

func (n *testBot) slash(who, name string, options ...world.Option) string {
	n.t.Helper()
	id, err := n.sb.Slash(who, n.channel, name, options...)
	require.NoError(n.t, err)
	return n.answer(id)
}

func (n *testBot) answer(id string) string {
	n.t.Helper()
	out, err := n.sb.WaitOutcome(n.ctx(), id)
	require.NoError(n.t, err)
	require.NotEqual(n.t, world.Failed, out.State, "not answered")
	if out.Message == nil && out.State == world.Deferred {
		return n.lateAnswer(id)
	}
	if out.Message == nil {
		return ""
	}
	text := out.Message.Content
	for _, e := range out.Message.Embeds {
		text += "\n" + e.Description
	}
	return text
}

// lateAnswer returns the text of an answer that arrived after its deferral was deleted, which happens on a busy
// machine. The late answer is a message in the channel.
func (n *testBot) lateAnswer(id string) string {
	all := n.sb.Messages(n.channel, "Cid")
	for i := len(all) - 1; i >= 0 && parseID(n.t, all[i].ID) > parseID(n.t, id); i-- {
		if m := all[i]; m.Author.Bot && len(m.Attachments) == 0 && !m.Ephemeral() {
			return m.Content
		}
	}
	return ""
}

// table returns the bot's newest public message with a picture.
func (n *testBot) table() (world.Message, bool) {
	all := n.sb.Messages(n.channel, "Cid")
	for i := len(all) - 1; i >= 0; i-- {
		if m := all[i]; m.Author.Bot && len(m.Attachments) > 0 && m.Flags&64 == 0 &&
			m.Attachments[0].Filename == "table.png" {
			return m, true
		}
	}
	return world.Message{}, false
}

// shows waits until the table's message contains the given text, and returns the message.
func (n *testBot) shows(words string) world.Message {
	n.t.Helper()
	var m world.Message
	err := n.sb.Wait(n.ctx(), func() bool {
		var ok bool
		m, ok = n.table()
		return ok && strings.Contains(m.Content, words)
	})
	if err != nil {
		require.NoError(n.t, err, "the table never said %q; it says %q. %s", words, m.Content, n.account())
	}
	return m
}

// account describes the state of a failed test: the channel's messages and the warnings in the log.
func (n *testBot) account() string {
	var b strings.Builder
	b.WriteString("The channel:\n")
	for _, person := range []string{"Ann", "Bob", "Cid"} {
		for _, m := range n.sb.Messages(n.channel, person) {
			if person != "Cid" && !m.Ephemeral() { // messages that all users see are listed only once
				continue
			}
			to := "all"
			if m.Ephemeral() {
				to = person
			}
			fmt.Fprintf(&b, "to %s, %s by %s, %d files, flags %d: %.150q\n",
				to, m.ID, m.Author.Username, len(m.Attachments), m.Flags, m.Content)
		}
	}
	b.WriteString("The log:\n")
	for line := range strings.Lines(n.log.String()) {
		if strings.Contains(line, "missing translation") {
			continue // expected while a new game or command has only English sentences
		}
		if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func (n *testBot) alt() string {
	m, ok := n.table()
	if !ok {
		return ""
	}
	return m.Attachments[0].Description
}

func (n *testBot) press(who, part string) string {
	n.t.Helper()
	return n.clicks(who, func() (m world.Message, customID string) {
		m, ok := n.table()
		require.True(n.t, ok, "there is no table")
		all := m.Buttons()
		i := slices.IndexFunc(all, func(b world.Component) bool { return strings.Contains(b.CustomID, part) })
		require.GreaterOrEqual(n.t, i, 0, "no such button: %s in %v", part, m.Components)
		return m, all[i].CustomID
	})
}

// clicks presses the button that find returns. If an edit removes the button in the meantime, clicks calls find
// again.
func (n *testBot) clicks(who string, find func() (m world.Message, customID string)) string {
	n.t.Helper()
	for {
		m, customID := find()
		id, err := n.sb.Click(who, n.channel, m.ID, customID)
		var gone world.UserError
		if errors.As(err, &gone) {
			if after, _ := find(); !reflect.DeepEqual(m, after) {
				continue
			}
		}
		require.NoError(n.t, err)
		return id
	}
}

func (n *testBot) clicked(who, message, customID string) string {
	n.t.Helper()
	id, err := n.sb.Click(who, n.channel, message, customID)
	require.NoError(n.t, err)
	return n.answer(id)
}

// forged sends a press of a button that may not exist, and returns the answer.
func (n *testBot) forged(who, message, customID string) string {
	n.t.Helper()
	id, err := n.sb.Forge(who, n.channel, message, customID)
	require.NoError(n.t, err)
	return n.answer(id)
}

// form presses a button that opens a form, and fills it in.
func (n *testBot) form(who, part, words string) string {
	n.t.Helper()
	id, out := n.typeIt(who, n.press(who, part))
	require.NotNil(n.t, out.Form, "no form was opened")
	id, err := n.sb.Submit(who, id, sandboxtest.FilledWith(*out.Form, words))
	require.NoError(n.t, err)
	return n.answer(id)
}

// typeIt opens the form for a move, even if pressing the move's button first shows a choice.
func (n *testBot) typeIt(who, press string) (string, world.Outcome) {
	n.t.Helper()
	out, err := n.sb.WaitOutcome(n.ctx(), press)
	require.NoError(n.t, err)
	if out.Form != nil || out.Message == nil {
		return press, out
	}
	for _, b := range out.Message.Buttons() {
		if strings.HasPrefix(b.CustomID, "type:") {
			press, err = n.sb.Click(who, n.channel, out.Message.ID, b.CustomID)
			require.NoError(n.t, err)
			out, err = n.sb.WaitOutcome(n.ctx(), press)
			require.NoError(n.t, err)
			return press, out
		}
	}
	return press, out
}

// deal opens a table of classic SET and starts it.
func (n *testBot) deal(options ...world.Option) {
	n.t.Helper()
	require.Contains(n.t, n.slash("Ann", "play", world.Sub("classic", options...)), "Your table is open")
	n.shows("Ann sits down")
	n.press("Ann", ":start")
	n.shows("Ann starts the game")
	n.wait("the cards", func() bool { return len(readCards(n.alt())) == 12 })
}

// cardWords matches the words for a card in an alternative text.
var cardWords = regexp.MustCompile(
	`\b([A-U]): (one|two|three) (solid|striped|open) (red|green|purple) (diamond|squiggle|oval)s?\b`)

// readCards finds the cards in an alternative text by their labels, as a player with a screen reader would.
func readCards(alt string) map[string]cards.Card {
	table := map[string]cards.Card{}
	_, after, _ := strings.Cut(alt, "Table:")
	for _, m := range cardWords.FindAllStringSubmatch(after, -1) {
		index := func(list string, word string) int {
			for i, w := range strings.Fields(list) {
				if w == word {
					return i
				}
			}
			return -1
		}
		table[m[1]] = cards.SET(
			cards.Number(index("one two three", m[2])), cards.Shading(index("solid striped open", m[3])),
			cards.Colour(index("red green purple", m[4])), cards.Shape(index("diamond squiggle oval", m[5])))
	}
	return table
}

// findSet returns the labels of a set among the cards in lower case, or "" if there is no set.
func findSet(table map[string]cards.Card) string {
	labels := slices.Sorted(maps.Keys(table)) // always the same set, so that tests with a seed are repeatable
	for i, c := range labels {
		for j, b := range labels[:i] {
			for _, a := range labels[:j] {
				if cards.IsSet(table[a], table[b], table[c]) {
					return strings.ToLower(a + " " + b + " " + c)
				}
			}
		}
	}
	return ""
}

// openReader opens a second connection for reading while the bot is running.
func (n *testBot) openReader() store.Store {
	st := n.openStore(context.Background(), true)
	n.t.Cleanup(func() { require.NoError(n.t, st.Close()) })
	return st
}

// lines returns the journal of the only table, even while the bot is running.
func (n *testBot) lines() []store.Line {
	n.t.Helper()
	lines, err := n.openReaderStore().Lines(context.Background(), 1)
	require.NoError(n.t, err)
	return lines
}

// all returns the whole journal. Each line consists of the seat and the move.
func (n *testBot) all() (all []string) {
	for _, l := range n.lines() {
		all = append(all, fmt.Sprint(int(l.Seat), " ", l.Words))
	}
	return all
}

// words returns the players' lines of the journal.
func (n *testBot) words() (all []string) {
	for _, l := range n.lines() {
		if l.Seat > games.Watcher {
			all = append(all, l.Seat.String()+" "+l.Words)
		}
	}
	return all
}

type testLog struct {
	mu  sync.Mutex
	all strings.Builder
}

func (j *testLog) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.all.Write(p)
}

func (j *testLog) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.all.String()
}
