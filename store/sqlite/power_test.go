package sqlite

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store/disktest"
	"settable/store/sqlstore"
)

// These numbers control how thorough the tests are. The defaults suit a daily run.
var (
	slice    = gamestest.Times(15, 1) // the tests try only one in so many possibilities
	states   = flag.Int("states", 0, "how many power losses TestPowerLoss survives; 0: a slice")
	lossSeed = flag.Uint64("lossseed", 1, "which of all power losses these are")
)

// sample returns how many possibilities a test tries.
func sample(usual int) int {
	if *states > 0 {
		return *states
	}
	return usual / slice
}

// recordEvening returns an evening on a disk that is recorded from its first start, with a restart in between. Four
// tables play at once and share commits.
func recordEvening(t testing.TB, patch func(*cardEvening), spoil ...func(*opening)) (testFolder, *cardEvening, *disktest.Tape) {
	t.Helper()
	h, ctx := newTestFolder(t), context.Background()
	tape := h.disk.Record()
	g := &cardEvening{disk: h.disk}
	var all []*place
	for range 2 {
		s := must(h.open(spoil...))
		h.disk.Grow(h.path+"-wal", RoomyWAL) // as Open does on a real disk
		g.s, g.append = s, s.Append
		patch(g)
		if all == nil {
			all = must(g.begin(4))
		}
		var playing sync.WaitGroup
		for _, st := range all {
			playing.Go(func() {
				for range 65 {
					st.step(ctx)
				}
			})
		}
		playing.Wait()
		require.NoError(t, s.Close())
	}
	h.disk.Stop()
	return h, g, tape
}

// unchanged leaves every safeguard in place.
func unchanged(*cardEvening) {}

// withFolder returns the contents of a disk with the file names of another folder.
func withFolder(c disktest.Contents, from, to testFolder) disktest.Contents {
	there := disktest.Contents{}
	for name, data := range c {
		there[strings.Replace(name, from.path, to.path, 1)] = data
	}
	return there
}

// loss is a power loss: its time, and the content of the disk after it.
type loss struct {
	at, marks int
	seed      uint64
	left      disktest.Contents
}

// cutPower cuts the power at every moment of a tape, as often as necessary for n states in total. It passes each state
// to see.
func cutPower(tape *disktest.Tape, n int, seed uint64, see func(loss)) {
	moments, made := tape.Len(), 0
	tape.Walk(seed, func(m *disktest.Moment) bool {
		for ; made*moments < (m.At+1)*n; made++ {
			lot := seed<<32 + uint64(made)
			see(loss{m.At, m.Marks, lot, m.Lose(rand.New(rand.NewPCG(lot, 2)))})
		}
		return true
	})
}

// survive opens the databases that power losses left, two at a time, and counts lost acknowledgements and other errors.
func survive(t *testing.T, home testFolder, g *cardEvening, tape *disktest.Tape, n int) (lost, broken int,
	first error) {
	t.Helper()
	losses := make(chan loss)
	var opening sync.WaitGroup
	var lostAll, brokenAll atomic.Int64
	var once sync.Once
	for range 2 {
		h := newTestFolder(t)
		opening.Go(func() {
			for l := range losses {
				err := h.checkLoss(t.Context(), home, g, l)
				if err == nil {
					continue
				}
				once.Do(func() { first = fmt.Errorf("at %d, -lossseed %d, lot %d: %w", l.at, *lossSeed, l.seed, err) })
				if strings.HasPrefix(err.Error(), "lost: ") {
					lostAll.Add(1)
				} else {
					brokenAll.Add(1)
				}
			}
		})
	}
	made := 0
	cutPower(tape, n, *lossSeed, func(l loss) {
		losses <- l
		if made++; made%10000 == 0 {
			t.Logf("%d states: %d lost an acknowledged write, %d were invalid", made, lostAll.Load(), brokenAll.Load())
		}
	})
	close(losses)
	opening.Wait()
	return int(lostAll.Load()), int(brokenAll.Load()), first
}

// checkLoss opens the database that a power loss left and compares it with the acknowledgements. Every tenth time, it
// opens the database as a bot does.
func (h testFolder) checkLoss(ctx context.Context, home testFolder, g *cardEvening, l loss) (err error) {
	left := withFolder(l.left, home, h)
	if len(left[h.path]) == 0 && len(left[h.path+"-wal"]) > 0 {
		return errCut // which Open refuses
	}
	if err := h.disk.Load(left); err != nil {
		return err
	}
	open := func() (*DB, error) { return h.open() }
	if l.marks > 0 && l.seed%10 != 0 {
		open = h.openForReading
	}
	s, err := open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return g.check(ctx, s, l.marks)
}

// openForReading returns a read-only store with one connection, set up like the writer's. It recovers the database like
// Open but takes half the time.
func (h testFolder) openForReading() (*DB, error) {
	o, err := Options{VFS: h.disk.Name()}.opening(h.path)
	if err != nil {
		return nil, err
	}
	pool, err := o.file.Connect(forWriting)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	s := &DB{base: sqlstore.New(h.path, dialect), path: h.path, file: o.file}
	needed := []string{"secret", "people", "tables", "seats", "lines", "folds", "accounts", "transfers"}
	for _, table := range needed {
		if _, err = pool.Exec(`SELECT 1 FROM ` + table + ` LIMIT 0`); err != nil {
			if codeOf(err) == codeError { // no such table, although something was acknowledged
				err = fmt.Errorf("lost: %w", err)
			}
			return nil, errors.Join(err, pool.Close())
		}
	}
	if err = s.base.Read(context.Background(), pool); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.Store = s.base.Store()
	return s, nil
}

// The test cuts the power at every moment of two evenings. No acknowledged write is lost, and the database stays valid.
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	home, g, tape := recordEvening(t, unchanged)
	require.NoError(t, g.err)
	n := sample(300)
	lost, broken, first := survive(t, home, g, tape, n)
	t.Logf("synchronous=FULL: %d states at %d moments, %d writes: %d lost an acknowledged write, %d were invalid",
		n, tape.Len(), len(g.writes), lost, broken)
	require.NoError(t, first)
	require.Zero(t, lost+broken)
}

// If commits aren't synced, a power loss loses acknowledgements, and the test must notice.
func TestPowerLossWithoutSync(t *testing.T) {
	gamestest.SkipUnderRace(t)
	home, g, tape := recordEvening(t, unchanged, withSettings(setting{Name: "synchronous", Told: "NORMAL", Says: "1"}))
	n := sample(300) / 5
	lost, broken, first := survive(t, home, g, tape, n)
	t.Logf("synchronous=NORMAL: %d states at %d moments, %d writes: %d lost an acknowledged write, %d were invalid; "+
		"the first: %v", n, tape.Len(), len(g.writes), lost, broken, first)
	require.NotZero(t, lost)
	require.Zero(t, broken, "the database must stay valid")
}

// The test cuts the power at each of the first moments of a new database, when a rollback journal may be pending
// instead of a WAL.
func TestPowerLossAtTheFirstStart(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	home, g := newTestFolder(t), &cardEvening{}
	tape := home.disk.Record()
	s := must(home.open())
	home.disk.Stop()
	require.NoError(t, s.Close())
	h, n := newTestFolder(t), 0
	tape.Walk(1, func(m *disktest.Moment) bool {
		if m.At%min(4, slice) != 0 {
			return true
		}
		for seed := range uint64(max(1, 3/slice)) {
			left := m.Lose(rand.New(rand.NewPCG(seed, uint64(m.At))))
			require.NoError(t, h.checkLoss(t.Context(), home, g, loss{at: m.At, left: left}), "at %d, lot %d", m.At, seed)
			n++
		}
		return m.At < 60
	})
	t.Logf("%d states at the first of %d moments", n, tape.Len())
}
