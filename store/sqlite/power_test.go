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

// How much is tried; the defaults are what fits into a test of every day.
var (
	slice    = gamestest.Times(15, 1) // how many times less is tried than it could be
	states   = flag.Int("states", 0, "how many power losses TestPowerLoss survives; 0: a slice")
	lossSeed = flag.Uint64("lossseed", 1, "which of all power losses these are")
)

// sample is how many of something are tried.
func sample(usual int) int {
	if *states > 0 {
		return *states
	}
	return usual / slice
}

// taped is an evening on a disk that is recorded from its first start on, with
// a stop and a start in between; four tables play at once and share commits.
func taped(t testing.TB, patch func(*gathering), spoil ...func(*opening)) (hall, *gathering, *disktest.Tape) {
	t.Helper()
	h, ctx := newHall(t), context.Background()
	tape := h.disk.Record()
	g := &gathering{disk: h.disk}
	var all []*stool
	for range 2 {
		s, err := h.open(spoil...)
		require.NoError(t, err)
		h.disk.Grow(h.path+"-wal", RoomyWAL) // as Open does where the disk is the machine's
		g.s, g.append = s, s.Append
		patch(g)
		if all == nil {
			all, err = g.begin(4)
			require.NoError(t, err)
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

// asItIs breaks no control.
func asItIs(*gathering) {}

// moved is what a disk holds, for a hall elsewhere.
func moved(c disktest.Contents, from, to hall) disktest.Contents {
	there := disktest.Contents{}
	for name, data := range c {
		there[strings.Replace(name, from.path, to.path, 1)] = data
	}
	return there
}

// loss is a power loss: when, and what it left.
type loss struct {
	at, marks int
	seed      uint64
	left      disktest.Contents
}

// cutPower lets the power fail at every moment of a tape, as often as makes n
// states in all, and gives what survives of each to see.
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

// survive opens what power losses left, on two disks at once, and counts what
// does not fit: promises that were lost, and everything else.
func survive(t *testing.T, home hall, g *gathering, tape *disktest.Tape, n int) (lost, broken int,
	first error) {
	t.Helper()
	losses := make(chan loss)
	var opening sync.WaitGroup
	var lostAll, brokenAll atomic.Int64
	var once sync.Once
	for range 2 {
		h := newHall(t)
		opening.Go(func() {
			for l := range losses {
				err := h.after(t.Context(), home, g, l)
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
			t.Logf("%d states: %d lost a promise, %d were not sound", made, lostAll.Load(), brokenAll.Load())
		}
	})
	close(losses)
	opening.Wait()
	return int(lostAll.Load()), int(brokenAll.Load()), first
}

// after opens what a power loss left, each tenth as a bot does, and compares it
// with what was promised.
func (h hall) after(ctx context.Context, home hall, g *gathering, l loss) (err error) {
	left := moved(l.left, home, h)
	if len(left[h.path]) == 0 && len(left[h.path+"-wal"]) > 0 {
		return errCut // which Open refuses
	}
	if err := h.disk.Load(left); err != nil {
		return err
	}
	open := func() (*DB, error) { return h.open() }
	if l.marks > 0 && l.seed%10 != 0 {
		open = h.glimpse
	}
	s, err := open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return g.kept(ctx, s, l.marks)
}

// glimpse is a store of one connection, told what the writer's is told, that
// can only be read: it takes half the time of Open and recovers all the same.
func (h hall) glimpse() (*DB, error) {
	o, err := Options{VFS: h.disk.Name()}.opening(h.path)
	if err != nil {
		return nil, err
	}
	pool, err := o.Connect(forWriting)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	s := &DB{base: sqlstore.New(h.path, dialect), path: h.path, file: o.File}
	needed := []string{"secret", "people", "tables", "seats", "lines", "folds", "accounts", "transfers"}
	for _, table := range needed {
		if _, err = pool.Exec(`SELECT 1 FROM ` + table + ` LIMIT 0`); err != nil {
			if codeOf(err) == codeError { // no such table, and yet something was promised
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

// TestPowerLoss cuts the power at every moment of two evenings: nothing that
// was promised is lost, and what is left is sound.
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	gamestest.Unraced(t)
	home, g, tape := taped(t, asItIs)
	require.NoError(t, g.stop)
	n := sample(300)
	lost, broken, first := survive(t, home, g, tape, n)
	t.Logf("synchronous=FULL: %d states at %d moments, %d deeds: %d lost a promise, %d were not sound",
		n, tape.Len(), len(g.deeds), lost, broken)
	require.NoError(t, first)
	require.Zero(t, lost+broken)
}

// TestPowerLossBites is the same with commits that are not synced: then
// promises must get lost, and must be found.
func TestPowerLossBites(t *testing.T) {
	gamestest.Unraced(t)
	home, g, tape := taped(t, asItIs, telling(setting{Name: "synchronous", Told: "NORMAL", Says: "1"}))
	n := sample(300) / 5
	lost, broken, first := survive(t, home, g, tape, n)
	t.Logf("synchronous=NORMAL: %d states at %d moments, %d deeds: %d lost a promise, %d were not sound; "+
		"the first: %v", n, tape.Len(), len(g.deeds), lost, broken, first)
	require.NotZero(t, lost)
	require.Zero(t, broken, "the rest is sound all the same")
}

// TestPowerLossAtTheFirstStart cuts the power while a new database is made, at
// each of the first moments, when a journal of another kind than a WAL may wait
// to be rolled back.
func TestPowerLossAtTheFirstStart(t *testing.T) {
	t.Parallel()
	gamestest.Unraced(t)
	home, g := newHall(t), &gathering{}
	tape := home.disk.Record()
	s, err := home.open()
	require.NoError(t, err)
	home.disk.Stop()
	require.NoError(t, s.Close())
	h, n := newHall(t), 0
	tape.Walk(1, func(m *disktest.Moment) bool {
		if m.At%min(4, slice) != 0 {
			return true
		}
		for seed := range uint64(max(1, 3/slice)) {
			left := m.Lose(rand.New(rand.NewPCG(seed, uint64(m.At))))
			require.NoError(t, h.after(t.Context(), home, g, loss{at: m.At, left: left}), "at %d, lot %d", m.At, seed)
			n++
		}
		return m.At < 60
	})
	t.Logf("%d states at the first of %d moments", n, tape.Len())
}
