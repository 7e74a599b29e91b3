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
	"settable/store"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// A recording is an outlet that keeps what a table said.
type recording struct {
	mu       sync.Mutex
	shown    []int // lines
	told     []string
	answers  []Answer
	reminded int
	calmed   int // how often reminders were called off
	muted    bool
}

func (r *recording) note(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

func (r *recording) Show(s Session, told ...Notice) {
	r.note(func() {
		r.shown = append(r.shown, s.Line)
		for _, n := range told {
			if !n.Phrase.Silent() {
				r.told = append(r.told, n.Phrase.Key)
			}
			for _, e := range n.Events {
				r.told = append(r.told, e.Say().Key)
			}
		}
	})
}

func (r *recording) ShowAnew(s Session) { r.Show(s) }
func (r *recording) Say(p games.Phrase) { r.note(func() { r.told = append(r.told, p.Key) }) }
func (r *recording) Answer(_ Session, _ Word, a Answer) {
	r.note(func() { r.answers = append(r.answers, a) })
}
func (r *recording) Remind([]store.PlayerID, time.Time, time.Duration) {
	r.note(func() { r.reminded++ })
}
func (r *recording) StopReminding() { r.note(func() { r.calmed++ }) }
func (r *recording) Mute()          { r.note(func() { r.muted = true }) }

// heard returns what the table has said so far, and shows how often it was shown. The table may go on meanwhile.
func (r *recording) heard() (told []string) {
	r.note(func() { told = slices.Clone(r.told) })
	return told
}

func (r *recording) shows() (n int) {
	r.note(func() { n = len(r.shown) })
	return n
}

// last returns the newest answer.
func (r *recording) last() Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.answers[len(r.answers)-1]
}

// counted are rules that count how often words are read and games go on.
type counted struct {
	games.Rules
	parsed, applied *int
}

func (c counted) Parse(words string) (games.Move, bool) {
	*c.parsed++
	return c.Rules.Parse(words)
}

func (c counted) Open(o games.Options) (games.Game, error) {
	g, err := c.Rules.Open(o)
	return countedGame{g, c.applied}, err
}

type countedGame struct {
	games.Game
	applied *int
}

func (g countedGame) Apply(a games.Action) (games.Step, error) {
	*g.applied++
	step, err := g.Game.Apply(a)
	step.Game = countedGame{step.Game, g.applied}
	return step, err
}

// Answers returns the answers that were left with the counted game.
func (g countedGame) Answers() []games.Action { return games.Course{Game: g.Game}.Answers() }

// countedChance counts how often the dealer draws.
type countedChance struct {
	games.Chance
	drawn *int
}

func (c countedChance) Draw(o games.Owed) ([]cards.Card, error) {
	*c.drawn++
	return c.Chance.Draw(o)
}

// A failing journal is a store whose disk fails when it is told to.
type failing struct {
	Journal
	err    atomic.Pointer[error]
	slow   time.Duration // how long writing a line takes
	called []store.Called
}

// fail makes every write fail from now on; with nil they succeed again.
func (f *failing) fail(err error) { f.err.Store(&err) }

func (f *failing) Append(ctx context.Context, e store.Entry) error {
	time.Sleep(f.slow)
	if err := f.err.Load(); err != nil && *err != nil {
		return *err
	}
	if e.Called != (store.Called{}) {
		f.called = append(f.called, e.Called)
	}
	return f.Journal.Append(ctx, e)
}

func (f *failing) Heard(ctx context.Context, id store.TableID, message int64) error {
	if err := f.err.Load(); err != nil && *err != nil {
		return *err
	}
	return f.Journal.Heard(ctx, id, message)
}

// A felt is a table with its database and a recording of what it says.
type felt struct {
	*Table
	t       *testing.T
	row     store.Table
	rules   games.Rules
	plays   games.Player // plays for the house
	said    *recording
	journal *failing
	ids     int
	at      time.Time
	latest  string // the words that were said last

	parsed, applied, drawn int
}

var unplayed = storetest.Unplayed(func(path string) error {
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		return err
	}
	return s.Close()
})

// lay opens a table of these rules on a database of its own.
func lay(t *testing.T, rules games.Rules, options games.Options) *felt {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settable.db")
	require.NoError(t, os.WriteFile(path, unplayed(t), 0o600))
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	f := &felt{t: t, said: &recording{}, journal: &failing{Journal: db}, at: time.Now()}
	if kind, ok := rules.(games.Kind); ok {
		f.plays = kind.Player
	}
	rules = counted{rules, &f.parsed, &f.applied}
	row := store.Table{Guild: 1, Channel: 2, Game: rules.Name(), Options: options, Opener: 71, Opened: f.at}
	edition := store.Line{At: f.at, Seat: games.Dealer, Words: games.EditionOf(rules).String()}
	row, err = db.OpenTable(t.Context(), row, "i1", edition)
	require.NoError(t, err)
	f.row, f.rules = row, rules
	f.load()
	return f
}

// load loads the table from its journal, as a start does.
func (f *felt) load() {
	f.t.Helper()
	var err error
	f.Table, _, err = Load(f.t.Context(), f.row, f.rules, Parts{
		Journal: f.journal, Log: slog.New(slog.DiscardHandler), Outlet: f.said,
		Chance: countedChance{games.Seeded(1), &f.drawn}, Now: time.Now, Player: f.plays,
		Grace: func() time.Duration { return 2 * time.Second },
		Names: func(_ context.Context, p []store.PlayerID) (map[store.PlayerID]string, error) { return nil, nil },
	})
	require.NoError(f.t, err)
}

// word is something typed, or a command if it begins with a slash. It is understood,
// and said a second after the last one.
func (f *felt) word(who store.PlayerID, words string) Word {
	if command, ok := strings.CutPrefix(words, "/"); ok {
		return f.through(Slash, who, command)
	}
	return f.through(Typed, who, words)
}

// through is something said through a door.
func (f *felt) through(door Door, who store.PlayerID, words string) Word {
	f.ids++
	f.at = f.at.Add(time.Second)
	return f.Session().Understand(Word{
		Door: door, Channel: 2, Guild: 1, Who: Person{ID: who, Name: "Name", Raw: "Name"}, Words: words,
		Source: store.Source("m" + string(rune('0'+f.ids/10)) + string(rune('0'+f.ids%10))), At: f.at,
	})
}

// says has the table take something typed, and returns the answer.
func (f *felt) says(who store.PlayerID, words string) Answer {
	f.t.Helper()
	f.take(f.word(who, words))
	return f.said.last()
}

// set returns a claim that is right now.
func (f *felt) set() string {
	v := f.Session().View()
	found := cards.Sets(v.Faces(games.Watcher))
	require.NotEmpty(f.t, found)
	return games.ClaimOf(found[0]).String()
}

// written returns the words of the journal's lines from a number on.
func (f *felt) written(from int) (words []string) {
	lines, err := f.journal.Lines(context.Background(), f.Session().Row.ID)
	require.NoError(f.t, err)
	require.Len(f.t, lines, f.Session().Line, "the table knows what is written")
	for _, l := range lines[from:] {
		first, _, _ := strings.Cut(l.Words, " ")
		words = append(words, l.Seat.String()+" "+first)
	}
	return words
}
