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
	"settable/bot/worker"
)

// Limits say how many jobs may run at once and how long one may take.
type Limits struct {
	Jobs int
	Time time.Duration
}

// Jobs are things that may take a while, like an answer over the network, done
// beside the flow of events. What finds no room is left undone: nothing queues
// without end.
type Jobs struct {
	ctx    context.Context // ends when all must give up
	log    *slog.Logger
	quiet  []error
	limits Limits
	group  errgroup.Group
	going  atomic.Int32
	faults discord.Seldom
}

// NewJobs makes room for jobs. Errors that are one of quiet are not logged: who
// gives them has logged them.
func NewJobs(ctx context.Context, log *slog.Logger, limits Limits, quiet ...error) *Jobs {
	j := &Jobs{ctx: ctx, log: log, limits: limits, quiet: quiet}
	j.group.SetLimit(limits.Jobs)
	return j
}

// Go does something beside the flow of events and logs its error. It says
// whether there was room.
func (j *Jobs) Go(what string, f func(context.Context) error) bool {
	ok := j.group.TryGo(func() error {
		worker.Deepen()
		j.going.Add(1)
		defer j.going.Add(-1)
		defer Recover(j.log, what)
		ctx, cancel := context.WithTimeout(j.ctx, j.limits.Time)
		defer cancel()
		if err := f(ctx); err != nil && j.ctx.Err() == nil && !j.isQuiet(err) {
			j.faults.Warn(j.log, "failed: "+what, err.Error(), "error", err)
		}
		return nil
	})
	if ok {
		return true
	}
	j.faults.Warn(j.log, "too much is going on: left undone", what, "what", what)
	return false
}

func (j *Jobs) isQuiet(err error) bool {
	return slices.ContainsFunc(j.quiet, func(q error) bool { return errors.Is(err, q) })
}

// Wait waits for all jobs under way.
func (j *Jobs) Wait() { _ = j.group.Wait() } // each has logged its own error

// Recover keeps a panic from ending the program. Use with defer.
func Recover(log *slog.Logger, what string) {
	if broken := recover(); broken != nil {
		log.Error("a bug in "+what, "panic", broken, "stack", string(debug.Stack()))
	}
}
