package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"settable/games"
	"settable/store"
	"settable/store/disktest"
	"settable/store/ids"
	"settable/store/sqlstore"
)

// A cardEvening is an evening of cards on a disk that may fail. Players open tables, buy in, bet, win and leave, and
// others open the next table. It records the answer to each write, so that the test can compare the answers with the
// content of the disk.
type cardEvening struct {
	s        *DB
	disk     *disktest.Disk // records acknowledgements; nil: no recording
	append   func(context.Context, store.Entry) error
	paysLate bool // bets are paid only when a hand is over: a broken ledger

	mu     sync.Mutex
	writes []*trackedWrite
	err    error               // an error that no disk fault explains
	after  func(*trackedWrite) // called after each write; may be nil
}

// trackedWrite is a write that must happen either once or not at all, with the answer that its caller got.
type trackedWrite struct {
	source store.Source
	told   answer
	mark   int // the mark on the tape when it was acknowledged
}

// answer is the result of a write.
type answer int

const (
	untold answer = iota
	done
	refusedIt
	unknown
)

// try performs an operation and records the answer. An error that the disk doesn't explain ends the evening.
func (e *cardEvening) try(source store.Source, do func() error) (told answer) {
	d := &trackedWrite{source: source}
	e.mu.Lock()
	e.writes = append(e.writes, d)
	e.mu.Unlock()
	err := do()
	mark := 0
	if err == nil && e.disk != nil {
		mark = e.disk.Mark()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case err == nil:
		d.told, d.mark = done, mark
	case errors.Is(err, store.ErrOutcomeUnknown):
		d.told = unknown
	case errors.Is(err, store.ErrTrouble):
		d.told = refusedIt
	default:
		d.told, e.err = refusedIt, errors.Join(e.err, fmt.Errorf("%s: %w", source, err))
	}
	if e.after != nil {
		e.after(d)
	}
	return d.told
}

// place is a channel in which the same two players open one table after another.
type place struct {
	*cardEvening
	n       int // 0, 1, 2 …
	writes  int
	table   store.Table
	lines   int
	unknown bool // the number of lines is unknown
}

func (st *place) source() store.Source {
	st.writes++
	return store.Source(fmt.Sprintf("m%d-%d", st.n, st.writes))
}

func (st *place) player(seat games.Seat) ids.User {
	return ann + ids.User(2*st.n) + ids.User(seat) - 1
}

// step does the next write, which depends on what has been written before.
func (st *place) step(ctx context.Context) (told answer) {
	if st.unknown && st.reload(ctx) != nil {
		return refusedIt // a table with an unknown state isn't played
	}
	source := st.source()
	switch {
	case st.writes%20 == 3:
		return st.try(source, func() error {
			_, err := st.s.Give(ctx, store.Grant{Guild: guild, Player: st.player(1 + games.Seat(st.writes/20%2)),
				Amount: 40, Granter: 1, Reason: "a gift", At: noon, Source: source})
			return err
		})
	case st.table.ID == 0:
		told = st.try(source, func() (err error) {
			st.table, err = st.s.OpenTable(ctx,
				store.Table{Guild: guild, Channel: channel + ids.Channel(st.n), Game: "poker", Opener: st.player(1),
					Opened: noon}, source)
			return err
		})
		st.lines = 0
	default:
		entry := st.entry(source)
		told = st.try(source, func() error { return st.append(ctx, entry) })
		if told == done {
			st.lines += len(entry.Played)
			if st.writes%5 == 0 {
				st.repeat(ctx, entry)
			}
			if entry.Over {
				st.table = store.Table{}
			} else if st.writes%7 == 0 {
				_ = st.s.NoteShown(ctx, st.table.ID, st.lines, ids.Message(st.writes))
			}
		}
	}
	st.unknown = told != done
	return told
}

// reload reads the state from the store, like a bot that has restarted.
func (st *place) reload(ctx context.Context) error {
	table, err := st.s.TableIn(ctx, channel+ids.Channel(st.n))
	if errors.Is(err, store.ErrNoTable) {
		table, err = store.Table{}, nil
	}
	if err != nil {
		return err
	}
	lines, err := st.s.Lines(ctx, table.ID)
	if err == nil {
		st.table, st.lines, st.unknown = table, len(lines), false
	}
	return err
}

// repeat delivers a message again, as Discord may do. The message isn't played again.
func (st *place) repeat(ctx context.Context, entry store.Entry) {
	entry.After = st.lines
	err := st.append(ctx, entry)
	if !errors.Is(err, store.ErrPlayed) && !errors.Is(err, store.ErrOver) && !errors.Is(err, store.ErrTrouble) {
		st.mu.Lock()
		st.err = errors.Join(st.err, fmt.Errorf("%s came twice: %v", entry.Played[0].Line.Source, err))
		st.mu.Unlock()
	}
}

// handsPerTable is how many hands a table plays before its players leave.
const handsPerTable = 4

// entry returns the next entry after n lines. Two players join, the first bets, the second calls, the dealer gives the
// pot to one of them, and finally both leave.
func (st *place) entry(source store.Source) store.Entry {
	word := func(verb string) string { return verb + " #" + string(source) }
	say := func(seat games.Seat, verb string, moves ...int) store.Played {
		p := paid(store.Played{Line: store.Line{At: noon, Seat: seat, Words: word(verb)}}, moves...)
		if seat > 0 {
			p.Line.Player = st.player(seat)
		}
		if st.paysLate && verb != "join" && verb != "end" {
			p.Transfers = nil
		}
		return p
	}
	e := store.Entry{Table: st.table.ID, After: st.lines}
	hand, step := (st.lines-2)/3, (st.lines-2)%3
	switch winner := games.Seat(1 + hand%2); {
	case st.lines == 0:
		e.Played = []store.Played{say(1, "join", annsBalance, annsStack, 20),
			say(2, "join", bobsBalance, bobsStack, 20)}
	case hand == handsPerTable:
		e.Played = []store.Played{say(games.Dealer, "end", annsStack, annsBalance, 20, bobsStack, bobsBalance, 20)}
		e.Over = true
	case step == 0:
		e.Played = []store.Played{say(1, "bet", annsStack, pot, 2)}
	case step == 1:
		e.Played = []store.Played{say(2, "call", bobsStack, pot, 2)}
	default:
		e.Played = []store.Played{say(games.Dealer, "win", pot, int(winner), 3, pot, 3-int(winner), 1)}
		e.Played[0].Tallies = []games.Tally{
			{Seat: winner, Count: games.Hands, N: 1}, {Seat: winner, Count: games.Wins, N: 1}}
	}
	e.Played[0].Line.Source = source
	return e
}

// chipsOf computes the chips in each account after the given lines from their words alone.
func chipsOf(lines []store.Line) map[games.Account]games.Chips {
	has := map[games.Account]games.Chips{}
	for i, l := range lines {
		winner := games.Account(1 + (i-4)/3%2)
		switch verb, _, _ := strings.Cut(l.Words, " "); verb {
		case "join":
			has[games.Account(l.Seat)] += 20
		case "bet", "call":
			has[games.Account(l.Seat)] -= 2
			has[games.Pot] += 2
		case "win":
			has[winner] += 3
			has[3-winner]++
			has[games.Pot] -= 4
		case "end":
			has[1], has[2] = 0, 0
		}
	}
	maps.DeleteFunc(has, func(_ games.Account, n games.Chips) bool { return n == 0 })
	return has
}

// begin seats all players before anything fails.
func (e *cardEvening) begin(places int) (all []*place, err error) {
	for n := range places {
		st := &place{cardEvening: e, n: n}
		for seat := games.Seat(1); seat <= 2; seat++ {
			if _, err := e.s.Welcome(context.Background(), guild, st.player(seat), store.StartGrant,
				noon); err != nil {
				return nil, err
			}
		}
		all = append(all, st)
	}
	return all, nil
}

// check compares the content of the disk with the answers to the writes before a mark. A mark of -1 includes all
// writes. The error names the difference.
func (e *cardEvening) check(ctx context.Context, s *DB, until int) error {
	if err := s.Check(ctx); err != nil {
		return err
	}
	return e.checkRows(ctx, s, until)
}

// checkRows is like check but skips the check of the database itself.
func (e *cardEvening) checkRows(ctx context.Context, s *DB, until int) error {
	found, err := sources(ctx, s)
	if err != nil {
		return err
	}
	for _, d := range e.writes {
		n := found[s.base.Chain.Seal(d.source)]
		delete(found, s.base.Chain.Seal(d.source))
		told := d.told
		if until >= 0 && (told == done && d.mark > until) {
			told = unknown // not acknowledged by then
		}
		switch {
		case n > 1:
			return fmt.Errorf("%s is written %d times", d.source, n)
		case told == done && n == 0:
			return fmt.Errorf("lost: %s was acknowledged but isn't written", d.source)
		case told == refusedIt && n == 1 && until < 0:
			return fmt.Errorf("reappeared: %s was refused but is written", d.source)
		}
	}
	for source := range found {
		return fmt.Errorf("%s is written but no write had this source", source)
	}
	return requireChips(ctx, s)
}

// requireChips compares the chips of every open table with its words.
func requireChips(ctx context.Context, s *DB) error {
	tables, err := s.OpenTables(ctx)
	if err != nil {
		return err
	}
	for _, t := range tables {
		lines, err := s.Lines(ctx, t.ID)
		if err != nil {
			return err
		}
		if len(lines) == 1 {
			return fmt.Errorf("table %d: an incomplete entry", t.ID)
		}
		has, _, err := s.TableAccounts(ctx, t.ID)
		if err != nil {
			return err
		}
		maps.DeleteFunc(has, func(_ games.Account, n games.Chips) bool { return n == 0 })
		if diff := cmp.Diff(chipsOf(lines), has); diff != "" {
			return fmt.Errorf("table %d: its chips don't match its lines: %s", t.ID, diff)
		}
	}
	return nil
}

// sources returns how often each sealed source occurs in the database.
func sources(ctx context.Context, s *DB) (map[store.Source]int, error) {
	rows, err := s.base.Readers.QueryContext(ctx, `SELECT source FROM (SELECT source FROM lines UNION ALL SELECT source
		FROM tables UNION ALL SELECT source FROM grants UNION ALL SELECT source FROM nights) WHERE source IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	all, err := sqlstore.Collect(rows, sqlstore.ScanCell[store.Source])
	counts := map[store.Source]int{}
	for _, source := range all {
		counts[s.base.Chain.Seal(source)]++
	}
	return counts, err
}

// testFolder is a folder whose database is on its own disk.
type testFolder struct {
	disk *disktest.Disk
	path string
	log  *slog.Logger // nil: silent
}

func newTestFolder(t testing.TB) testFolder {
	t.Helper()
	disk, err := disktest.NewDisk()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := disk.Close(); err != nil {
			t.Error(err)
		}
	})
	return testFolder{disk: disk, path: filepath.Join(t.TempDir(), "settable.db")}
}

// withSettings replaces settings of a database's connections.
func withSettings(all ...setting) func(*opening) {
	return func(o *opening) {
		o.file.Settings = func(may access) []setting {
			usual := settingsFor(may)
			for _, s := range all {
				if i := slices.IndexFunc(usual, func(u setting) bool { return u.Name == s.Name }); i >= 0 {
					usual[i] = s
				}
			}
			return usual
		}
	}
}

// open opens the database of the folder after each function in spoil has broken a safeguard.
func (h testFolder) open(spoil ...func(*opening)) (*DB, error) {
	o, err := Options{VFS: h.disk.Name(), Readers: 2, Log: h.log}.opening(h.path)
	if err != nil {
		return nil, err
	}
	o.file.Copies = 0 // copies would be on the real disk
	for _, f := range spoil {
		f(o)
	}
	return o.open(context.Background())
}
