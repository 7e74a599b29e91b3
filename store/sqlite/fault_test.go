package sqlite

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store/disktest"
)

// every is the step of TestFaultyDisk: 1 makes each operation fail in turn, 40 every fortieth.
var every = flag.Int("every", 0, "make every n-th write and sync fail in TestFaultyDisk; 1: all; 0: a sample")

func pace(usual int) int {
	if *every > 0 {
		return *every
	}
	return usual * slice
}

// stage is an evening with a nearly full WAL, so that the next commits make a checkpoint and restart the WAL.
type stage struct {
	testFolder
	contents disktest.Contents
	g        cardEvening
	places   []place
	spoil    []func(*opening) // break safeguards
}

func newStage(t testing.TB) *stage {
	t.Helper()
	st := &stage{testFolder: newTestFolder(t)}
	s := must(st.open())
	g := &cardEvening{s: s, append: s.Append}
	all := must(g.begin(2))
	for i := 0; len(st.disk.Contents()[st.path+"-wal"]) < 960*4120; i++ {
		require.Equal(t, done, all[i%2].step(t.Context()))
	}
	st.contents = st.disk.Contents() // as if it were killed here
	require.NoError(t, s.Close())
	st.g.writes = g.writes
	for _, one := range all {
		st.places = append(st.places, *one)
	}
	return st
}

// resume continues the stage's evening on its own disk.
func (st *stage) resume() (*cardEvening, []*place, error) {
	if err := st.disk.Load(st.contents.Clone()); err != nil {
		return nil, nil, err
	}
	s, err := st.open(st.spoil...)
	if err != nil {
		return nil, nil, err
	}
	g := &cardEvening{s: s, append: s.Append, disk: st.disk}
	for _, d := range st.g.writes {
		g.writes = append(g.writes, &trackedWrite{source: d.source, told: done})
	}
	var all []*place
	for _, one := range st.places {
		one.cardEvening = g
		all = append(all, &one)
	}
	return g, all, nil
}

const (
	// afterwards is how many writes follow after a fault is armed.
	afterwards = 50
	// patience is how many refusals the players accept before the disk is repaired.
	patience = 6
)

// outcome counts the answers that players got while the disk failed.
type outcome struct{ done, refused, unknown int }

// playThroughFault plays on while the disk fails. It checks the content of the disk after a clean stop, after a kill
// right after the first refusal, and after a power failure at any moment.
func (st *stage) playThroughFault(ctx context.Context, fault disktest.Fault) (out outcome, err error) {
	g, all, err := st.resume()
	if err != nil {
		return out, err
	}
	tape := st.disk.Record()
	st.disk.Break(fault)
	var killed disktest.Contents
	var until int
	g.after = func(d *trackedWrite) {
		switch d.told {
		case done:
			out.done++
		case refusedIt:
			if out.refused++; killed == nil {
				killed, until = st.disk.Contents(), len(g.writes)
			}
		case unknown:
			out.unknown++
		}
	}
	for i := range afterwards {
		if all[i%2].step(ctx) != done && out.refused+out.unknown >= patience {
			st.disk.Mend()
		}
	}
	st.disk.Mend()
	for i := range 6 {
		if all[i%2].step(ctx) != done {
			g.err = errors.Join(g.err, errors.New("the disk is whole again, and a deed was not done"))
		}
	}
	st.disk.Stop()
	err = errors.Join(g.err, g.s.Close())
	if err == nil {
		err = st.checkDisk(ctx, g, st.disk.Contents(), -1)
	}
	if err == nil && killed != nil {
		before := &cardEvening{writes: g.writes[:until]}
		if err = st.checkDisk(ctx, before, killed, -1); err != nil {
			err = fmt.Errorf("killed after the first refusal: %w", err)
		}
	}
	if err == nil {
		err = st.cutPower(ctx, g, tape, uint64(fault.N))
	}
	return out, err
}

// cutPower makes the power fail at a moment of the tape.
func (st *stage) cutPower(ctx context.Context, g *cardEvening, tape *disktest.Tape, seed uint64) (err error) {
	r := rand.New(rand.NewPCG(seed, 3))
	at := r.IntN(tape.Len())
	tape.Walk(seed, func(m *disktest.Moment) bool {
		if m.At < at {
			return true
		}
		if err = st.checkDisk(ctx, g, m.Lose(r), m.Marks); err != nil {
			err = fmt.Errorf("a power loss at %d: %w", at, err)
		}
		return false
	})
	return err
}

// checkDisk opens the content of a disk and compares it with the answers.
func (st *stage) checkDisk(ctx context.Context, g *cardEvening, c disktest.Contents, until int) (err error) {
	if err := st.disk.Load(c); err != nil {
		return err
	}
	s, err := st.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return g.check(ctx, s, until)
}

// allFaults returns the ways in which an operation can fail.
func allFaults() (all []disktest.Fault) {
	for _, lasts := range []int{1, -1} {
		for _, code := range []int{disktest.IOError, disktest.Full} {
			for _, effect := range []disktest.Effect{disktest.None, disktest.Half, disktest.Whole} {
				all = append(all, disktest.Fault{Op: disktest.Write, Lasts: lasts, Code: code, Effect: effect})
			}
		}
		for _, effect := range []disktest.Effect{disktest.None, disktest.Whole} {
			all = append(all, disktest.Fault{Op: disktest.Sync, Lasts: lasts, Code: disktest.IOError, Effect: effect})
		}
		all = append(all,
			disktest.Fault{Op: disktest.Write | disktest.Sync, Lasts: lasts, Code: disktest.IOError},
			disktest.Fault{Op: disktest.Committed, Lasts: lasts, Code: disktest.IOError},
			disktest.Fault{Op: disktest.Lock, Lasts: lasts, Code: disktest.Busy},
			disktest.Fault{Op: disktest.Read, Lasts: lasts, Code: disktest.IOError})
	}
	return all
}

// countOperations returns the number of operations of a kind if nothing fails.
func (st *stage) countOperations(t testing.TB, op disktest.Op) int {
	t.Helper()
	g, all, err := st.resume()
	require.NoError(t, err)
	st.disk.Record()
	st.disk.Break(disktest.Fault{Op: op})
	for i := range afterwards {
		require.Equal(t, done, all[i%2].step(t.Context()))
	}
	n := st.disk.Mend()
	require.NoError(t, g.err)
	require.NoError(t, g.s.Close())
	return n
}

// The test makes one write or sync after another fail, once or until the disk is repaired. The database then contains
// every write reported as done exactly once, no write reported as failed ever appears, and play continues after the
// repair.
func TestFaultyDisk(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	st := newStage(t)
	runs, sum := 0, outcome{}
	for _, fault := range allFaults() {
		n := st.countOperations(t, fault.Op)
		require.NotZero(t, n, "%+v", fault)
		for fault.N = 1 + runs%pace(80); fault.N <= n; fault.N += pace(80) {
			out, err := st.playThroughFault(t.Context(), fault)
			require.NoError(t, err, "%+v", fault)
			runs++
			sum.done, sum.refused, sum.unknown = sum.done+out.done, sum.refused+out.refused, sum.unknown+out.unknown
		}
	}
	t.Logf("%d faults: %d writes done, %d refused, %d unknown; the database agrees with all answers", runs, sum.done,
		sum.refused, sum.unknown)
	require.NotZero(t, sum.refused)
	require.NotZero(t, sum.unknown)
}
