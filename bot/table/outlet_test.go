package table

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// A recorder is an outlet that records everything a table shows and says.
type recorder struct {
	mu       sync.Mutex
	shown    []int // line numbers
	messages []string
	answers  []Answer
	reminded int
	deleted  int // the number of deleted reminders
	muted    bool
}

func (r *recorder) locked(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

func (r *recorder) Show(s Session, told ...Notice) {
	r.locked(func() {
		r.shown = append(r.shown, s.Line)
		for _, n := range told {
			if !n.Phrase.Silent() {
				r.messages = append(r.messages, n.Phrase.Key)
			}
			for _, e := range n.Events {
				r.messages = append(r.messages, e.Say().Key)
			}
		}
	})
}

func (r *recorder) ShowAnew(s Session) { r.Show(s) }
func (r *recorder) Say(p games.Phrase) { r.locked(func() { r.messages = append(r.messages, p.Key) }) }
func (r *recorder) Answer(_ Session, _ Word, a Answer) {
	r.locked(func() { r.answers = append(r.answers, a) })
}
func (r *recorder) Remind([]ids.User, time.Time, time.Duration) {
	r.locked(func() { r.reminded++ })
}
func (r *recorder) StopReminding() { r.locked(func() { r.deleted++ }) }
func (r *recorder) Mute()          { r.locked(func() { r.muted = true }) }

// allMessages is safe to call while the table is running.
func (r *recorder) allMessages() (told []string) {
	r.locked(func() { told = slices.Clone(r.messages) })
	return told
}

func (r *recorder) shows() (n int) {
	r.locked(func() { n = len(r.shown) })
	return n
}

func (r *recorder) lastAnswer() Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.answers[len(r.answers)-1]
}

// countingChance counts how often cards are drawn.
type countingChance struct {
	games.Chance
	drawn *int
}

func (c countingChance) Draw(o games.Owed) ([]cards.Card, error) {
	*c.drawn++
	return c.Chance.Draw(o)
}

// failingJournal is a journal whose disk fails on demand.
type failingJournal struct {
	Journal
	err   atomic.Pointer[error]
	delay time.Duration // how long writing a line takes
	names []store.PlayerName
}

// fail makes every later write fail with the given error, or succeed if the error is nil.
func (f *failingJournal) fail(err error) { f.err.Store(&err) }

func (f *failingJournal) Append(ctx context.Context, e store.Entry) error {
	time.Sleep(f.delay)
	if err := f.err.Load(); err != nil && *err != nil {
		return *err
	}
	if e.Name != (store.PlayerName{}) {
		f.names = append(f.names, e.Name)
	}
	return f.Journal.Append(ctx, e)
}

func (f *failingJournal) NoteJudged(ctx context.Context, id store.TableID, message ids.Message) error {
	if err := f.err.Load(); err != nil && *err != nil {
		return *err
	}
	return f.Journal.NoteJudged(ctx, id, message)
}

// A testTable is a table with a database of its own and an outlet that records everything.
type testTable struct {
	*Table
	t           *testing.T
	row         store.Table
	rules       games.Rules
	housePlayer games.Player // plays for the house
	outlet      *recorder
	journal     *failingJournal
	ids         int
	at          time.Time
	lastText    string // the text of the last word

	parsed, applied, drawn int
}

var unplayed = storetest.EmptyDatabase(func(path string) error {
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		return err
	}
	return s.Close()
})

// newTable opens a table with the given rules in a new database.
func newTable(t *testing.T, rules games.Rules, options games.Options) *testTable {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settable.db")
	require.NoError(t, os.WriteFile(path, unplayed(t), 0o600))
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	f := &testTable{t: t, outlet: &recorder{}, journal: &failingJournal{Journal: db}, at: time.Now()}
	if kind, ok := rules.(games.Kind); ok {
		f.housePlayer = kind.Player
	}
	rules = gamestest.ChangedRules{Rules: rules, Reading: func(string) { f.parsed++ },
		Play: func(g games.Game, a games.Action) (games.Step, error) { f.applied++; return g.Apply(a) }}
	row := store.Table{Guild: 1, Channel: 2, Game: rules.Name(), Options: options, Opener: 71, Opened: f.at}
	edition := store.Line{At: f.at, Seat: games.Dealer, Words: games.EditionOf(rules).String()}
	row, err = db.OpenTable(t.Context(), row, "i1", edition)
	require.NoError(t, err)
	f.row, f.rules = row, rules
	f.load()
	return f
}

// load loads the table from its journal, as the bot does when it starts.
func (f *testTable) load() {
	f.t.Helper()
	var err error
	f.Table, _, err = Load(f.t.Context(), f.row, f.rules, Parts{
		Journal: f.journal, Log: slog.New(slog.DiscardHandler), Outlet: f.outlet,
		Chance: countingChance{games.Seeded(1), &f.drawn}, Now: time.Now, Player: f.housePlayer,
		Grace: 2 * time.Second,
		Names: func(_ context.Context, p []ids.User) (map[ids.User]string, error) { return nil, nil },
	})
	require.NoError(f.t, err)
}

// word returns a typed Word, or one from a slash command if the text starts with a slash. It is already parsed, and
// was sent a second after the previous one.
func (f *testTable) word(who ids.User, words string) Word {
	if command, ok := strings.CutPrefix(words, "/"); ok {
		return f.wordVia(Slash, who, command)
	}
	return f.wordVia(Typed, who, words)
}

// wordVia returns a Word that arrived through the given door.
func (f *testTable) wordVia(door Door, who ids.User, words string) Word {
	f.ids++
	f.at = f.at.Add(time.Second)
	return f.Session().Understand(Word{
		Door: door, Channel: 2, Guild: 1, Who: Person{ID: who, Name: "Name", Raw: "Name"}, Words: words,
		Source: store.Source("m" + string(rune('0'+f.ids/10)) + string(rune('0'+f.ids%10))), At: f.at,
	})
}

func (f *testTable) answerTo(who ids.User, words string) Answer {
	f.t.Helper()
	f.take(f.word(who, words))
	return f.outlet.lastAnswer()
}

func (f *testTable) set() string {
	v := f.Session().View()
	found := cards.Sets(v.Faces(games.Watcher))
	require.NotEmpty(f.t, found)
	return games.ClaimOf(found[0]).String()
}

// linesAfter returns the lines of the journal that are numbered higher than `from`.
func (f *testTable) linesAfter(from int) (words []string) {
	lines, err := f.journal.Lines(context.Background(), f.Session().Row.ID)
	require.NoError(f.t, err)
	require.Len(f.t, lines, f.Session().Line, "the session and the journal have different lengths")
	for _, l := range lines[from:] {
		first, _, _ := strings.Cut(l.Words, " ")
		words = append(words, l.Seat.String()+" "+first)
	}
	return words
}
