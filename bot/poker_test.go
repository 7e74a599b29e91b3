package bot_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// testStore contains the store methods that tests use with either database.
type testStore interface {
	store.Store
	Audit(context.Context, ids.Guild) (store.Audit, error)
	Check(context.Context) error
	Export(context.Context, store.TableID) (store.Table, []store.Line, error)
	TableAccounts(context.Context, store.TableID) (map[games.Account]games.Chips, int, error)
}

// A testTable is a night with one table. It makes each move in a different way, and its store can be read while the bot
// is running.
type testTable struct {
	*testBot
	books testStore
	door  int            // the way in which the next move will be made
	used  map[string]int // how many times each way was used
	table store.TableID
}

// stackedHands deals the first hands from prepared decks and shuffles later ones with a seed.
type stackedHands struct {
	stacked games.Stacked
	later   games.Chance
}

func (c stackedHands) Draw(o games.Owed) ([]cards.Card, error) {
	if o.Deck <= len(c.stacked.Decks) {
		return c.stacked.Draw(o)
	}
	return c.later.Draw(o)
}

// sit opens a night of SET Poker with the given decks and without clocks. The first player opens the table and starts
// the game once the others have joined.
func sit(t *testing.T, people []string, decks [][]cards.Card, options ...world.Option) *testTable {
	return sitWith(t, people, decks, options)
}

func sitWith(t *testing.T, people []string, decks [][]cards.Card, options []world.Option,
	change ...func(*testBot, *sandbox.Options)) *testTable {
	t.Helper()
	f := newPokerBot(t, decks, change...)
	f.play(people[0], options...)
	for _, who := range people[1:] {
		f.move(who, "join")
	}
	f.move(people[0], "start")
	return f
}

// newPokerBot returns a bot that offers SET Poker.
func newPokerBot(t *testing.T, decks [][]cards.Card, change ...func(*testBot, *sandbox.Options)) *testTable {
	t.Helper()
	set := func(n *testBot, _ *sandbox.Options) {
		n.config.Games = allGames
		n.config.Chance = func() games.Chance { return stackedHands{games.Stacked{Decks: decks}, games.Seeded(11)} }
	}
	f := &testTable{testBot: newBot(t, append([]func(*testBot, *sandbox.Options){set}, change...)...), table: 1,
		used: map[string]int{}}
	f.books = f.openReaderStore().(testStore)
	return f
}

// play opens a table. The table has no clocks unless the options set them.
func (f *testTable) play(who string, options ...world.Option) {
	f.t.Helper()
	for _, name := range []string{"turn", "pause"} {
		if !slices.ContainsFunc(options, func(o world.Option) bool { return o.Name == name }) {
			options = append(options, world.Opt(name, 0))
		}
	}
	require.Contains(f.t, f.slash(who, "play", world.Sub("poker", options...)), "Your table is open")
	f.shows(who + " buys in")
	f.waitUntilShown() // moves typed before the bot knows the post could count as above it
}

func (f *testTable) lastWords() string {
	f.t.Helper()
	lines := f.journal()
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1].Words
}

func (f *testTable) journal() []store.Line {
	f.t.Helper()
	lines, err := f.books.Lines(context.Background(), f.table)
	require.NoError(f.t, err)
	return lines
}

// played returns the journal without lines that record lost time, which tests cause by setting the sandbox's clock.
func (f *testTable) played() []store.Line {
	return slices.DeleteFunc(f.journal(), func(l store.Line) bool { return strings.HasPrefix(l.Words, "away ") })
}

func (f *testTable) waitUntilShown() (m world.Message) {
	f.t.Helper()
	f.wait("the newest picture", func() bool {
		row, err := f.books.Table(context.Background(), f.table)
		require.NoError(f.t, err)
		var ok bool
		m, ok = f.testBot.table()
		return ok && row.Shown >= lastShownLine(f.journal(), f.played()) && m.ID == row.Post.String()
	})
	return m
}

// lastShownLine returns the number of the last line that players have seen.
func lastShownLine(all, played []store.Line) int {
	if len(played) == 0 {
		return len(all)
	}
	return played[len(played)-1].N
}

// move makes a move, in a different way each time, and waits until it is written and shown. It returns the table's
// message.
func (f *testTable) move(who, words string) world.Message {
	f.t.Helper()
	before := len(f.played())
	f.door++
	f.moveBy(f.door%6, who, words)
	f.wait(who+" "+words+" in the journal", func() bool { return len(f.played()) > before })
	return f.waitUntilShown()
}

// leaves makes a player leave, and confirms that if it costs chips.
func (f *testTable) leaves(who string) {
	f.t.Helper()
	m := f.slashMessage(who, "leave")
	for _, b := range m.Buttons() {
		if b.Label == "Leave anyway" {
			_, err := f.sb.Click(who, f.channel, m.ID, b.CustomID)
			require.NoError(f.t, err)
		}
	}
}

// moveBy makes a move in the given way or, if that isn't possible, types it. If it would count as talk, it is typed
// with a mention of the bot.
func (f *testTable) moveBy(door int, who, words string) {
	f.t.Helper()
	verb, amount, _ := strings.Cut(words, " ")
	m, any := f.testBot.table()
	switch {
	case words == "leave":
		f.leaves(who)
	case any && (door == 1 || door != 3 && door != 4 && (verb == "leave" || verb == "end" || verb == "void")):
		f.used["mention"]++
		f.say(who, "<@"+m.Author.ID+"> "+words)
	case door == 2 && any && f.isOffered(m, ":"+verb):
		f.used["button"]++
		f.pressFor(who, m, verb, amount)
	case door == 3:
		f.used["slash"]++
		var options []world.Option
		if amount != "" {
			options = append(options, world.Opt("words", amount))
		}
		f.slash(who, verb, options...)
	case door == 4 && any:
		f.used["reply"]++
		_, err := f.sb.Reply(who, f.channel, m.ID, words)
		require.NoError(f.t, err)
	case door == 5 && any && f.isOffered(m, "hand:"):
		own := f.hand(who)
		if f.choose(who, own, verb, amount) {
			f.used["own choice"]++
			return
		}
		if f.isOffered(own, ":"+verb) {
			f.used["own button"]++
			f.pressFor(who, own, verb, amount)
			return
		}
		fallthrough
	default:
		f.used["typed"]++
		f.say(who, words)
	}
}

func (f *testTable) isOffered(m world.Message, part string) bool {
	return slices.ContainsFunc(m.Buttons(), func(c world.Component) bool {
		return strings.HasSuffix(c.CustomID, part) || strings.HasPrefix(c.CustomID, part)
	})
}

// pressFor presses the button for a verb and fills in its form, if it has one.
func (f *testTable) pressFor(who string, m world.Message, verb, amount string) string {
	f.t.Helper()
	for _, b := range m.Buttons() {
		form := strings.Contains(b.CustomID, "form:")
		if !strings.HasSuffix(b.CustomID, ":"+verb) || form != (amount != "") {
			continue
		}
		press, err := f.sb.Click(who, f.channel, m.ID, b.CustomID)
		if err != nil && strings.Contains(err.Error(), "has no such button") {
			return f.pressFor(who, f.waitUntilShown(), verb, amount) // the message has just been redrawn
		}
		require.NoError(f.t, err)
		if amount == "" {
			return f.answer(press)
		}
		press, out := f.typeIt(who, press)
		require.NotNil(f.t, out.Form, "%s: no form was opened for %s: %v", who, verb, out.Message)
		press, err = f.sb.Submit(who, press, sandboxtest.FilledWith(*out.Form, amount))
		require.NoError(f.t, err)
		return f.answer(press)
	}
	require.Fail(f.t, "no such button", "%s %s in %v", verb, amount, m.Buttons())
	return ""
}

func (f *testTable) hand(who string) world.Message {
	f.t.Helper()
	f.waitUntilShown()
	out, err := f.sb.WaitOutcome(f.ctx(), f.press(who, "hand:"))
	require.NoError(f.t, err)
	require.NotNil(f.t, out.Message)
	return *out.Message
}

// moveAll makes the same move for each of the given players in turn.
func (f *testTable) moveAll(words string, people ...string) (m world.Message) {
	f.t.Helper()
	for _, who := range people {
		m = f.move(who, words)
	}
	return m
}

// requireAudited requires that Audit and AuditTable find nothing and that no chip is lost: the balances, the stacks and
// the pot add up to the granted chips.
func (f *testTable) requireAudited() {
	f.t.Helper()
	ctx := context.Background()
	guild := ids.Guild(parseID(f.t, f.sb.Guild()))
	audit, err := f.books.Audit(ctx, guild)
	require.NoError(f.t, err)
	require.Empty(f.t, audit.Findings)
	var all games.Chips
	for _, who := range []string{"Ann", "Bob", "Cid", "Dee", "Eve"} {
		h := f.holding(who)
		all += h.Balance + h.OnTables
	}
	open, err := f.books.OpenTables(ctx)
	require.NoError(f.t, err)
	for _, row := range open {
		_, found, err := store.AuditTable(ctx, f.books, row, poker.Rules{})
		require.NoError(f.t, err)
		require.Empty(f.t, found)
		purses, _, err := f.books.TableAccounts(ctx, row.ID)
		require.NoError(f.t, err)
		all += purses[games.Pot]
	}
	require.Positive(f.t, audit.Granted)
	require.Equal(f.t, audit.Granted, all, "the granted chips and the existing chips differ")
}

func (f *testTable) holding(who string) store.Holding {
	f.t.Helper()
	guild := ids.Guild(parseID(f.t, f.sb.Guild()))
	h, err := f.books.Balance(context.Background(), guild, ids.User(parseID(f.t, f.sb.User(who).ID)))
	require.NoError(f.t, err)
	return h
}

// stack returns a player's chips at the table.
func (f *testTable) stack(who string) games.Chips { f.t.Helper(); return f.holding(who).OnTables }

// pot returns the pot's balance in the ledger.
func (f *testTable) pot() games.Chips {
	f.t.Helper()
	purses, _, err := f.books.TableAccounts(context.Background(), f.table)
	require.NoError(f.t, err)
	return purses[games.Pot]
}

// pressWhy presses "Why?" and returns the answer.
func (f *testTable) pressWhy() string {
	f.t.Helper()
	f.waitUntilShown()
	return f.answer(f.press("Dee", "why:"))
}

// deckWithSets returns a deck that lets the given players, in order from the dealer's left, make the given numbers of
// sets with the first cards of the centre; -1 means any number.
func deckWithSets(t testing.TB, centre int, want ...int) []cards.Card {
	t.Helper()
	for seed := range uint64(1_000_000) {
		deck := cards.SETPack().Cards()
		source := rand.New(rand.NewPCG(seed, 77))
		source.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		if hasSets(deck, centre, want) {
			return deck
		}
	}
	require.Fail(t, "there is no such deck", "no seed gives this deck", centre, want)
	return nil
}

func hasSets(deck []cards.Card, centre int, want []int) bool {
	half := 1 + len(want)
	lies := append([]cards.Card{deck[0], deck[half]}, deck[2*half:2*half+centre-2]...)
	for i, n := range want {
		if n >= 0 && setsWith(deck[1+i], deck[half+1+i], lies) != n {
			return false
		}
	}
	return true
}

// setsWith counts the sets that a hand makes with the centre by trying all combinations of three cards.
func setsWith(a, b cards.Card, centre []cards.Card) (n int) {
	all := append([]cards.Card{a, b}, centre...)
	for i := range 2 {
		for j := i + 1; j < len(all); j++ {
			for k := j + 1; k < len(all); k++ {
				if cards.IsSet(all[i], all[j], all[k]) {
					n++
				}
			}
		}
	}
	return n
}

func (f *testTable) requireStacks(want ...games.Chips) {
	f.t.Helper()
	got := make([]games.Chips, len(want))
	for i := range want {
		got[i] = f.stack([]string{"Ann", "Bob", "Cid", "Dee", "Eve"}[i])
	}
	require.Equal(f.t, want, got)
}

func (f *testTable) refused(who, words string) string {
	f.t.Helper()
	before := len(f.played())
	verb, amount, _ := strings.Cut(words, " ")
	var options []world.Option
	if amount != "" {
		options = append(options, world.Opt("words", amount))
	}
	text := f.slash(who, verb, options...)
	require.Len(f.t, f.played(), before)
	return text
}

// game returns the state of the game by replaying the journal.
func (f *testTable) game() games.Game {
	f.t.Helper()
	row, lines, err := f.books.Export(f.ctx(), f.table)
	require.NoError(f.t, err)
	return replayed(f.t, row, lines, f.config.Games...)
}

func replayed(t testing.TB, row store.Table, lines []store.Line, kinds ...games.Kind) games.Game {
	said := make([]games.Line, len(lines))
	for i, l := range lines {
		said[i] = games.Line{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	if kinds == nil {
		kinds = allGames
	}
	i := slices.IndexFunc(kinds, func(r games.Kind) bool { return r.Name() == row.Game })
	require.GreaterOrEqual(t, i, 0, row.Game)
	course, err := games.ReplayLines(kinds[i], row.Options, said)
	require.NoError(t, err)
	return course.Game
}
