package writer

import (
	"slices"
	"time"
)

const (
	// Batch is the maximum number of jobs that share a commit. It is large enough to spread the cost of a disk sync,
	// and small enough that the first job does not wait long.
	Batch = 256
	// Deferral is how long deferrable jobs wait for another job's commit.
	Deferral = 40 * time.Millisecond
)

// run is the goroutine of the writer, which alone uses the connection. It ends when the queue is closed and empty.
func (w *Writer) run() {
	defer close(w.done)
	jobs := make([]*Job, 0, Batch)
	var idle <-chan time.Time // nil: the database isn't watched
	if w.watch.Check != nil {
		ticker := time.NewTicker(CheckEvery)
		defer ticker.Stop()
		idle = ticker.C
	}
	for {
		select {
		case first, open := <-w.queue:
			if !open {
				_ = w.checkWatch(w.watch.Check) // the closed database must still be ours
				return
			}
			jobs = w.waitingJobs(append(jobs[:0], first))
			if deferrable(jobs) {
				jobs = w.deferredJobs(jobs)
			}
			w.commit(jobs)
			clear(jobs)
		case <-w.pings:
		case pause := <-w.pauses:
			pause()
		case <-w.outcome.retry:
			w.reconcileLater()
		case <-idle:
			_ = w.checkWatch(w.watch.Check) // the next write returns the error, and Lost has been called
		}
	}
}

// waitingJobs adds the other jobs that are waiting in the queue, up to one batch.
func (w *Writer) waitingJobs(jobs []*Job) []*Job {
	for len(jobs) < Batch {
		select {
		case j, open := <-w.queue:
			if !open {
				return jobs
			}
			jobs = append(jobs, j)
		default:
			return jobs
		}
	}
	return jobs
}

// deferredJobs waits for a job that may not be deferred. Meanwhile it collects other deferrable jobs.
func (w *Writer) deferredJobs(jobs []*Job) []*Job {
	enough := time.NewTimer(Deferral)
	defer enough.Stop()
	for deferrable(jobs) && len(jobs) < Batch {
		select {
		case j, open := <-w.queue:
			if !open {
				return jobs
			}
			jobs = w.waitingJobs(append(jobs, j))
		case <-enough.C:
			return jobs
		}
	}
	return jobs
}

// deferrable reports whether all of the jobs may be deferred.
func deferrable(jobs []*Job) bool {
	return !slices.ContainsFunc(jobs, func(j *Job) bool { return !j.Deferrable })
}
