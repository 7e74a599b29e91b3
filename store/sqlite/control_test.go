package sqlite

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/disktest"
	"settable/store/sqlstore"
	"settable/store/writer"
)

// Each test in this file breaks one safeguard and requires that the corresponding check notices, because a check that
// can't fail proves nothing.

// The power-loss test detects a writer that reports success before it writes.
func TestAnswerBeforeCommitIsFound(t *testing.T) {
	gamestest.SkipUnderRace(t)
	home, g, tape := recordEvening(t, func(g *cardEvening) {
		g.append = func(_ context.Context, e store.Entry) error {
			_, err := g.s.base.Writer.Put(&writer.Job{Do: func() error { return g.s.base.Tx.Append(e) }})
			return err
		}
	})
	lost, _, first := survive(t, home, g, tape, sample(60))
	require.NotZero(t, lost)
	require.ErrorContains(t, first, "lost: ")
}

// Without the unique key and the check in the insert statement, a message could be played twice.
func TestMissingKeyIsFound(t *testing.T) {
	gamestest.SkipUnderRace(t)
	h := newTestFolder(t)
	s := must(h.open())
	t.Cleanup(func() { require.NoError(t, s.Close()) }) // closes whichever database is open then
	must(s.base.Tx.ExecContext(t.Context(), `DROP TRIGGER lines_insert`))
	played := func() *cardEvening {
		g := &cardEvening{s: s, append: s.Append}
		all := must(g.begin(2))
		for i := range 40 {
			all[i%2].step(t.Context())
		}
		return g
	}
	g := played()
	require.NoError(t, g.err, "the insert statement alone prevents duplicates")
	// The check detects the incomplete schema.
	require.ErrorContains(t, s.Check(t.Context()), "differs from this version's: trigger lines_insert")
	require.NoError(t, g.checkRows(t.Context(), s, -1))

	require.NoError(t, s.Close())
	s, err := h.open(func(o *opening) {
		o.writes = slices.Clone(o.writes)
		o.writes[sqlstore.InsertLine] = `INSERT INTO lines (table_id, n, at, seat, words, source, transfers, chain,
			earlier) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(?9, '') IS NULL)` // 0
	})
	require.NoError(t, err)
	table := seated(t, s, channel+50)
	entry := store.Entry{Table: table.ID, Played: []store.Played{said(ann, "join", "m1")}}
	require.NoError(t, s.Append(t.Context(), entry))
	entry.After = 1
	require.NoError(t, s.Append(t.Context(), entry), "without both safeguards, the message is played twice")
	g.writes = append(g.writes, &trackedWrite{source: "m1", told: done})
	require.ErrorContains(t, g.checkRows(t.Context(), s, -1), "m1 is written 2 times")
}

// If the bets of a hand are paid only at its end, the check of an evening detects that chips are in the wrong place
// until then.
func TestDebitAtSettlementIsFound(t *testing.T) {
	h := newTestFolder(t)
	s := must(h.open())
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	g := &cardEvening{s: s, append: s.Append, paysLate: true}
	all := must(g.begin(1))
	for all[0].lines != 3 {
		require.Equal(t, done, all[0].step(t.Context()))
	}
	require.ErrorContains(t, g.check(t.Context(), s, -1), "its chips don't match its lines")
}

// The ledger needs recursive triggers, and no connection opens without them.
func TestRecursiveTriggersAreNeeded(t *testing.T) {
	gamestest.SkipUnderRace(t)
	h := newTestFolder(t)
	_, err := h.open(withSettings(setting{Name: "recursive_triggers", Told: "0", Says: "1"}))
	require.ErrorContains(t, err, "connection setting recursive_triggers was set to 0 but reads 0")

	for told, refused := range map[string]bool{"1": true, "0": false} {
		s := must(newTestFolder(t).open(withSettings(setting{Name: "recursive_triggers", Told: told, Says: told})))
		table := seated(t, s, channel)
		played(t, s, table.ID, 0, said(ann, "join", "m1", games.Tally{Seat: 1, Count: games.Sets, N: 1}))
		// The ledger also needs the trigger that runs before an insert. Without recursive triggers, a REPLACE would
		// then delete the line without running the triggers for deletions.
		must(s.base.Tx.ExecContext(t.Context(), `DROP TRIGGER lines_insert`))
		_, err = s.base.Tx.ExecContext(t.Context(), `INSERT OR REPLACE INTO lines VALUES (1, 1, 1, 1, 'leave', 'm2', 0, zeroblob(16), 0)`)
		if refused {
			require.ErrorContains(t, err, "a line is never deleted")
		} else {
			require.NoError(t, err)
			require.ErrorIs(t, s.Check(t.Context()), store.ErrDamaged, "the check must find the damage")
		}
		require.NoError(t, s.Close())
	}
}

// The fault test detects a writer that reports a failed commit as not written without confirming that with another
// commit.
func TestUnsettledCommitsAreFound(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	st := newStage(t)
	fault := disktest.Fault{Op: disktest.Sync, N: 3, Code: disktest.IOError}
	must(st.playThroughFault(t.Context(), fault))
	st.spoil = []func(*opening){func(o *opening) { o.touch = `SELECT 1` }}
	_, err := st.playThroughFault(t.Context(), fault)
	require.ErrorContains(t, err, "killed after the first refusal: reappeared: ")
}
