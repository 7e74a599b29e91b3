package writer

import (
	"errors"
	"fmt"
	"time"

	"settable/store"
)

// RetryAfter is the pause before the writer tries again by itself to resolve an unknown outcome.
const RetryAfter = time.Second

// outcome is what the writer knows about its last commit. A failed COMMIT may still be complete in SQLite's WAL.
// Programs that have the database open don't see the commit, and the next commit overwrites it, but a program that
// opens the database before that would find the data. The writer therefore says that nothing was changed only after
// another commit.
type outcome struct {
	unknown bool             // a commit has failed, and no commit has succeeded since
	retry   <-chan time.Time // when the next attempt to reconcile is due
}

// ready returns the reason why no transaction can begin now, or nil.
func (w *Writer) ready() error {
	if w.damaged != nil {
		return w.damaged
	}
	if err := w.checkWatch(w.watch.Check); err != nil {
		return err
	}
	if err := w.reconcile(); err != nil {
		return w.trouble.report(err)
	}
	return nil
}

// checkWatch runs look, which checks that the database still exists. If the database is gone, nothing is written any
// more.
func (w *Writer) checkWatch(look func() error) error {
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

// reconcile resolves an unknown outcome with a commit that changes nothing.
func (w *Writer) reconcile() error {
	if !w.outcome.unknown {
		return nil
	}
	if err := w.touch(); err != nil {
		w.outcome.retry = time.After(RetryAfter)
		return fmt.Errorf("recovering from a failed commit: %w", err)
	}
	w.outcome = outcome{}
	return nil
}

// reconcileLater resolves an unknown outcome between writes.
func (w *Writer) reconcileLater() {
	w.outcome.retry = nil
	if err := w.reconcile(); err != nil {
		_ = w.trouble.report(err) // report has logged it, and the next write returns it
	}
}

// failJobs returns the answers to jobs whose transaction failed. Each answer depends on what is really on disk.
func (w *Writer) failJobs(jobs []*Job, why error) []error {
	failure := w.trouble.report(why)
	unknown := w.outcome.unknown
	reconciled := w.reconcile()
	if w.isDamage(why) || w.isDamage(reconciled) {
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

// outcome returns the final answer to a job whose commit failed. It looks the job up by its key and returns nil if the
// job was written after all.
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
