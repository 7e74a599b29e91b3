package writer

import (
	"errors"
	"fmt"
	"time"

	"settable/store"
)

// RetryAfter is the pause before the writer tries again by itself to reconcile
// an unknown outcome.
const RetryAfter = time.Second

// outcome is what the writer knows of its last commit. A COMMIT that fails may
// lie whole in the WAL, unseen by all who have the database open, until the next
// commit overwrites it; a program that opened the database before that would
// find it written. So whoever is told "nothing was changed" is told after such a
// commit.
type outcome struct {
	unknown bool             // a commit has failed, and none was made since
	retry   <-chan time.Time // when the next attempt to reconcile is due
}

// ready says whether there is anything against another transaction.
func (w *Writer) ready() error {
	if w.damaged != nil {
		return w.damaged
	}
	if err := w.missed(w.watch.Check); err != nil {
		return err
	}
	if err := w.reconcile(); err != nil {
		return w.trouble.met(err)
	}
	return nil
}

// missed looks whether the database is still there. Once it is not, nothing is
// written any more.
func (w *Writer) missed(look func() error) error {
	if look == nil || w.damaged != nil {
		return w.damaged
	}
	err := look()
	if errors.Is(err, store.ErrReplaced) {
		w.damaged = err
		w.watch.Lost(err)
	}
	return err
}

// reconcile makes an unknown outcome known, by a commit that changes nothing.
func (w *Writer) reconcile() error {
	if !w.outcome.unknown {
		return nil
	}
	for _, control := range []int{begin, touch, commit} {
		if err := w.conn.exec(control); err != nil {
			w.outcome.retry = time.After(RetryAfter)
			return w.rollBack(fmt.Errorf("reconciling what a failed commit left: %w", err))
		}
	}
	w.outcome = outcome{}
	return nil
}

// reconcileLater reconciles an unknown outcome when nobody writes.
func (w *Writer) reconcileLater() {
	w.outcome.retry = nil
	if err := w.reconcile(); err != nil {
		_ = w.trouble.met(err) // said there; whoever writes next hears of it
	}
}

// failed answers jobs whose transaction failed: each by what is on the disk.
func (w *Writer) failed(jobs []*Job, why error) []error {
	failure := w.trouble.met(why)
	unknown := w.outcome.unknown
	reconciled := w.reconcile()
	if w.ruinous(why) || w.ruinous(reconciled) {
		w.damaged = failure
	}
	answers := make([]error, len(jobs))
	for i, j := range jobs {
		switch {
		case !unknown:
			answers[i] = failure
		case reconciled != nil:
			answers[i] = fmt.Errorf("%w: %w", store.ErrOutcomeUnknown, failure)
		default:
			answers[i] = j.outcome(failure)
		}
	}
	return answers
}

// outcome looks a job up by its key, when it is reconciled what is written.
func (j *Job) outcome(failure error) error {
	if j.Written == nil {
		return failure
	}
	written, err := j.Written()
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w: %w", store.ErrOutcomeUnknown, failure, err)
	case written:
		return nil
	}
	return failure
}
