package delivery

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"settable/bot/discord"
)

// Limits are the maximum number of concurrent jobs and the timeout of each job.
type Limits struct {
	Jobs int
	Time time.Duration
}

// Jobs runs slow work, such as network requests, in separate goroutines. It drops a job if too many are already
// running.
type Jobs struct {
	ctx     context.Context // cancelled when all jobs must give up
	log     *slog.Logger
	quiet   []error
	limits  Limits
	group   errgroup.Group
	running atomic.Int32
	faults  discord.FaultLog
}

// NewJobs returns an empty Jobs. It doesn't log the errors listed in quiet, because the code that returns them has
// already done so.
func NewJobs(ctx context.Context, log *slog.Logger, limits Limits, quiet ...error) *Jobs {
	j := &Jobs{ctx: ctx, log: log, limits: limits, quiet: quiet}
	j.group.SetLimit(limits.Jobs)
	return j
}

// Go runs f in a goroutine and logs its error. If too many jobs are already running, Go logs that and returns false.
func (j *Jobs) Go(what string, f func(context.Context) error) bool {
	ok := j.group.TryGo(func() error {
		j.running.Add(1)
		defer j.running.Add(-1)
		defer Recover(j.log, what)
		ctx, cancel := context.WithTimeout(j.ctx, j.limits.Time)
		defer cancel()
		if err := f(ctx); err != nil && j.ctx.Err() == nil && !j.isQuiet(err) {
			j.faults.Warn(j.log, "background job failed", what+err.Error(), "job", what, "error", err)
		}
		return nil
	})
	if ok {
		return true
	}
	j.faults.Warn(j.log, "too many background jobs, job dropped", what, "job", what)
	return false
}

func (j *Jobs) isQuiet(err error) bool {
	return slices.ContainsFunc(j.quiet, func(q error) bool { return errors.Is(err, q) })
}

func (j *Jobs) Wait() { _ = j.group.Wait() } // each job has logged its own error

// Recover logs a panic and lets the program continue. Use it with defer.
func Recover(log *slog.Logger, what string) {
	if broken := recover(); broken != nil {
		log.Error("panic in a background job, please report it", "job", what, "panic", broken, "stack", string(debug.Stack()))
	}
}
