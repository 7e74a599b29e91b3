package bot

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/command"
	"settable/bot/table"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

// A control is a protection of chips, lines or secrets, with a way to break it.
type control struct {
	store  func(store.Store) store.Store
	rules  func(games.Rules) games.Rules
	commit func(write func() error, adopt func()) error
	reseat func(table.Person, []table.Person) []table.Person

	moderates func(manages, hasStake bool) bool
	reports   string // what the storm reports as a result
}

func (c control) storeOf(s store.Store) store.Store {
	if c.store == nil {
		return s
	}
	return c.store(s)
}

func (c control) games() []games.Kind {
	kinds := slices.Clone(stormRules)
	for i := range kinds {
		if c.rules != nil {
			kinds[i].Rules = c.rules(kinds[i].Rules)
		}
	}
	return kinds
}

var controls = map[string]control{
	"answer before commit": {
		store:   func(s store.Store) store.Store { return &earlyStore{Store: s} },
		reports: "is told before it is written|the journal has|thinks of line|there is no such table|in the ledger",
	},
	"memory changed before commit": {
		commit:  func(write func() error, adopt func()) error { adopt(); return write() },
		reports: "thinks of line|is told before it is written",
	},
	"debit at settlement": {
		store:   func(s store.Store) store.Store { return lateDebits{s} },
		reports: "chips in the pot|chips, ",
	},
	"no key against repeated messages": {
		store:   func(s store.Store) store.Store { return &newKeys{Store: s} },
		reports: "twice",
	},
	"judged messages are not stored": {
		store:   func(s store.Store) store.Store { return unmarked{s} },
		reports: "and played after that|and again with",
	},
	"earlier players are bought in": {
		reseat: func(pressed table.Person, played []table.Person) []table.Person {
			others := func(p table.Person) bool { return p.ID == pressed.ID }
			return append([]table.Person{pressed}, slices.DeleteFunc(slices.Clone(played), others)...)
		},
		reports: "chips leave the balance of .* who has said nothing",
	},
	"a manager with a stake is a moderator": {
		moderates: func(manages, hasStake bool) bool { return manages },
		reports:   "alone, by player",
	},
	"everyone is a moderator": {
		moderates: func(manages, hasStake bool) bool { return true },
		reports:   "alone, by player",
	},
	"a view with an extra card": {
		rules:   func(r games.Rules) games.Rules { return gamestest.ChangedRules{Rules: r, Show: openHands} },
		reports: "reads .*, which seat",
	},
}

// TestStormFindsBrokenControls breaks each control in turn and requires that the storm reports it. This shows that
// the storm's checks can fail.
func TestStormFindsBrokenControls(t *testing.T) {
	requireFound(t, onADisk, someControls()...)
}

// someControls returns the controls that protect written data or, in a long run, all controls.
func someControls() []string {
	if gamestest.Times(0, 1) > 0 {
		return slices.Sorted(maps.Keys(controls))
	}
	return []string{"answer before commit", "memory changed before commit", "debit at settlement",
		"a manager with a stake is a moderator", "everyone is a moderator"}
}

// The storm on PostgreSQL also reports each broken control.
func TestStormOnPostgresFindsBrokenControls(t *testing.T) {
	if !storetest.HasPostgres() {
		t.Skip(storetest.NoPostgres)
	}
	requireFound(t, onPostgres(t), someControls()...)
}

// requireFound breaks each of the given controls in turn and requires that evenings with the given kind of store
// report it.
func requireFound(t *testing.T, opens func(*testing.T) faultyStore, names ...string) {
	gamestest.SkipUnderRace(t) // reads tables while they are idle, which the race detector reports as a race
	drawWords(t)
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // trades memory for time
	for _, name := range names {
		c := controls[name]
		t.Run(name, func(t *testing.T) {
			if c.commit != nil {
				whole := table.Commit
				defer func() { table.Commit = whole }()
				table.Commit = c.commit
			}
			if c.moderates != nil {
				own := table.IsModerator
				defer func() { table.IsModerator = own }()
				table.IsModerator = c.moderates
			}
			if c.reseat != nil {
				own := command.Reseats
				defer func() { command.Reseats = own }()
				command.Reseats = c.reseat
			}
			var found []string
			for seed := uint64(1); seed <= 200 && found == nil; seed++ {
				found = evening(t, seed, &tally{}, opens, c)
			}
			require.NotEmpty(t, found, "the storm must report the broken control")
			violations, _, _ := strings.Cut(strings.Join(found, "\n"), "lately:")
			require.Regexp(t, c.reports, violations)
		})
	}
}

// An earlyStore reports a line as written before it is.
type earlyStore struct {
	store.Store
	mu   sync.Mutex
	last chan struct{} // closed when the previous line is written
}

func (s *earlyStore) Append(ctx context.Context, e store.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, done := s.last, make(chan struct{})
	s.last = done
	go func() {
		defer close(done)
		if before != nil {
			<-before
		}
		_ = s.Store.Append(ctx, e)
	}()
	return nil
}

// lateDebits are rules that don't move chips into the pot when they are bet.
type lateDebits struct{ store.Store }

func (s lateDebits) Append(ctx context.Context, e store.Entry) error {
	e.Played = slices.Clone(e.Played)
	for i, p := range e.Played {
		bet := func(x games.Transfer) bool { return x.To == games.Pot }
		e.Played[i].Transfers = slices.DeleteFunc(slices.Clone(p.Transfers), bet)
	}
	return s.Store.Append(ctx, e)
}

// newKeys is a store that gives every line a new source, so that it doesn't recognise a repeated message.
type newKeys struct {
	store.Store
	mu sync.Mutex
	n  int
}

// keyMark separates a line's source from the suffix that newKeys adds.
const keyMark = "~"

func (s *newKeys) Append(ctx context.Context, e store.Entry) error {
	s.mu.Lock()
	s.n++
	key := fmt.Sprint(keyMark, s.n)
	s.mu.Unlock()
	e.Played = slices.Clone(e.Played)
	for i, p := range e.Played {
		if p.Line.Source != "" {
			e.Played[i].Line.Source = p.Line.Source + store.Source(key)
		}
	}
	return s.Store.Append(ctx, e)
}

// unmarked is a store that doesn't record which messages were handled.
type unmarked struct{ store.Store }

func (s unmarked) NoteJudged(context.Context, store.TableID, ids.Message) error { return nil }

func (s unmarked) Append(ctx context.Context, e store.Entry) error {
	e.NewestMessage = 0
	return s.Store.Append(ctx, e)
}

// openHands are rules that show every hand to everyone.
func openHands(g games.Game, seat games.Seat) games.View {
	v := g.View(seat)
	for i, a := range v.Areas {
		if a.Seat > games.Watcher && a.Seat != seat {
			v.Areas[i].Cells = table.Hand(g, a.Seat)[0].Cells
		}
	}
	return v
}
