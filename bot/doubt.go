package bot

import (
	"context"
	"errors"

	"settable/store"
)

// wonder is for a line that the disk refuses: from then on the clock stands
// still. While nobody can say whether it is written, nothing more is played
// before the store has found out.
func (t *table) wonder(err error) {
	if !errors.Is(err, store.ErrTrouble) {
		return
	}
	t.unsure = t.unsure || errors.Is(err, store.ErrOutcomeUnknown)
	t.stuck = true
	t.freeze()
	if t.retryAt.IsZero() {
		t.retryAt = t.bot.now().Add(retryFirst)
	}
}

// regain lets the clock run again when the disk takes lines, and says whether it
// does: nobody's time runs out while their moves are refused.
func (t *table) regain() bool {
	if !t.stuck {
		return true
	}
	t.stuck = false
	runs := !t.course.Deadline().IsZero()
	if stood := t.thaw(); runs {
		t.lose(t.bot.now(), stood)
	}
	if t.stuck {
		return false
	}
	if !t.retryAt.IsZero() { // what waits for the disk can be written now, too
		t.retryAt = t.bot.now()
	}
	return true
}

// sure says whether the table knows what is written. After a doubt it forgets
// what it knew and reads the journal.
func (t *table) sure() bool {
	if !t.unsure {
		return true
	}
	if err := t.bot.store.Reconcile(context.Background()); err != nil {
		t.tryLater("what was in doubt", err)
		return false
	}
	t.unsure = false
	t.reload()
	return !t.unsure
}

// doubt is for a journal that does not stand as the table thinks: it is read
// anew, or the table is over.
func (t *table) doubt(err error) {
	t.log.Error("the journal has gone on without this table", "error", err)
	t.reload()
	t.gone = t.gone || errors.Is(err, store.ErrOver) && !t.over()
}

// reload sets the table up anew from its journal, and tells what it did not know.
func (t *table) reload() {
	row := t.row
	row.Shown = t.line
	fresh, err := t.bot.table(context.Background(), row, t.rules)
	switch {
	case errors.Is(err, errBroken):
		panic(err.Error())
	case err != nil:
		t.unsure = true
		t.tryLater("reading the journal", err)
		return
	}
	if !t.frozen.IsZero() { // a line that says how long the clock stood may be what was in doubt
		t.frozen = t.frozen.Add(fresh.course.Lost - t.course.Lost)
	}
	t.standing, t.line, t.last, t.turned, t.names, t.past = fresh.standing, fresh.line, fresh.last, fresh.turned, fresh.names, nil
	told := append(t.told, fresh.told...)
	t.told = nil
	t.show(append(told, t.deal(t.bot.now())...))
}
