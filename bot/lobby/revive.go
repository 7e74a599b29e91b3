package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Reopen resumes every table that was open when the bot stopped, except sleeping ones. It also shows the end of each
// table that ended without showing it before the stop. If a journal can't be replayed, Reopen logs that and doesn't
// start the table. It calls catchUp for each resumed table and waits for all these calls. Errors come from the
// store.
func (l *Lobby) Reopen(ctx context.Context, catchUp func(t *Table, restarted bool)) error {
	open, err := l.Store.OpenTables(ctx)
	if err != nil {
		return err
	}
	ended, err := l.Store.UnshownTables(ctx, l.Now().Add(-24*time.Hour)) // read before tables are closed below
	if err != nil {
		return err
	}
	alive, err := l.Store.Alive(ctx)
	if err != nil {
		return err
	}
	isTemporary := func(err error) bool { // a temporary error isn't the fault of a table
		return err != nil && (ctx.Err() != nil || l.Store.IsTemporary(err))
	}
	plays := map[store.TableID]bool{}
	for _, row := range open {
		if row.Daily != 0 {
			continue // a daily deal continues when its player does
		}
		if rules := l.rulesOf(row.Game); row.Asleep > 0 && rules != nil {
			l.Tables.addSleeping(row, rules)
			continue
		}
		t, err := l.resume(ctx, row, alive)
		if errors.Is(err, games.ErrEdition) {
			err = refund{l, row, rulesUnknown, 0}.give(ctx)
			if err == nil {
				continue
			}
		}
		if errors.Is(err, store.ErrNoTable) {
			continue
		}
		if isTemporary(err) {
			return err
		}
		if err != nil {
			l.Log.Error("loading a table failed", "table", row.ID, "error", err)
			continue
		}
		plays[row.ID] = true
		catchUp(t, true)
	}
	if err := l.cleaner.sweep(ctx, plays); err != nil {
		return err
	}
	for _, row := range ended {
		if err := l.showEnd(ctx, row); isTemporary(err) {
			return err
		} else if err != nil {
			l.Log.Error("posting a table's final message failed", "table", row.ID, "error", err)
		}
	}
	return errors.Join(l.CloseSleeping(ctx), l.CloseStuck(ctx))
}

// resume loads an open table and starts it. Its clock skips the time since it was last known to run: since alive or
// since its last line, whichever is later. If another table is already running in the channel, resume returns that
// one. The error may be ErrLeaving.
func (l *Lobby) resume(ctx context.Context, row store.Table, alive time.Time) (*Table, error) {
	rules := l.rulesOf(row.Game)
	if rules == nil {
		return nil, fmt.Errorf("%w: unknown game %q", games.ErrEdition, row.Game)
	}
	t, err := l.table(ctx, row, rules)
	if err != nil {
		return nil, err
	}
	if seatedPeople(t.Game.Session()) == 0 { // the bot stopped before anyone had sat down
		l.closeUnopened(row, true)
		return nil, store.ErrNoTable
	}
	t.loadGuests(ctx)
	t.loadMatch(ctx)
	if err := t.takeOverReminder(ctx); err != nil {
		return nil, err
	}
	t.Post.MarkReopened(true)
	if t.Game.Session().Asleep() {
		t.Backlog.StartHolding()
	} else {
		t.Game.Order(table.Freeze{Why: table.Unread, Since: laterOf(alive, t.newestLineAt)}) // no lost time is counted twice
	}
	if l.start(t) {
		return t, nil
	}
	if other := l.Tables.In(row.Channel); other != nil {
		return other, nil // another goroutine reopened it first
	}
	return nil, ErrLeaving
}

// Revive restarts a channel's table that has stopped or is asleep, and gives it these Words. If a table is being
// opened in that channel, Revive waits for it. The error is store.ErrNoTable if the channel has no open table,
// ErrLeaving, ErrOpening, or another error, which only the operator can fix.
func (l *Lobby) Revive(ctx context.Context, channel ids.Channel, words ...table.Word) (*Table, error) {
	leave, err := l.openings.enter(ctx, channel)
	if err != nil {
		return nil, err
	}
	defer leave()
	if t := l.Tables.In(channel); t != nil && !t.Game.Session().Over() {
		t.Backlog.Release(l.Posting, words...)
		return t, nil
	}
	return l.revive(ctx, channel, words...)
}

// IsDatabaseFault reports whether an error is temporary because it is the fault of the database, not of a table.
func (l *Lobby) IsDatabaseFault(err error) bool {
	return l.Store.IsTemporary(err) || slices.ContainsFunc([]error{store.ErrUnreadable, store.ErrTrouble,
		store.ErrOutcomeUnknown, context.DeadlineExceeded}, func(of error) bool { return errors.Is(err, of) })
}

// CannotReopen logs why a channel's table can't be reopened, and returns the error to show to players. Unless the
// database is at fault or the bot is about to stop, that is ErrStuck.
func (l *Lobby) CannotReopen(c ids.Channel, err error) games.Illegal {
	if table.IsInterruption(err) {
		return ErrLeaving
	}
	if l.IsDatabaseFault(err) {
		l.faults.Warn(l.Log, "the database can't be reached, so a table can't be reopened", "", "channel", c, "error", err)
		return games.Illegal{Phrase: Sorry(err)}
	}
	l.Log.Error("reopening a table failed", "channel", c, "error", err)
	return ErrStuck
}

// revive works like Revive, but the caller must have entered the channel's openings.
func (l *Lobby) revive(ctx context.Context, channel ids.Channel, words ...table.Word) (*Table, error) {
	row, err := l.Store.TableIn(ctx, channel)
	if err != nil {
		return nil, err
	}
	t, err := l.resume(ctx, row, l.Tables.stoppedAt(row.ID, l.Now()))
	if errors.Is(err, games.ErrEdition) {
		if err = (refund{l, row, rulesUnknown, 0}).give(ctx); err == nil {
			return nil, store.ErrNoTable
		}
	}
	if err != nil {
		return nil, err
	}
	t.Backlog.setKnownUntil(l.Now()) // nothing interrupted the table while it slept or was stopped
	if !t.Game.Session().Asleep() {
		t.Game.Order(table.Resume{Why: table.Unread, Restarted: true})
	}
	t.Backlog.Release(l.Posting, words...)
	t.moveUp()
	return t, nil
}

// newestJudged returns the id up to which all messages had been handled when these lines were written.
func newestJudged(lines []store.Line) (id ids.Message) {
	for _, l := range lines {
		id = max(id, judgedUpTo(l.Source))
	}
	return id
}

// showEnd shows the end of a table that ended just before the bot stopped, because players haven't seen it yet. A
// table that was closed because it couldn't be continued can't be drawn, so showEnd only announces that it was
// closed.
func (l *Lobby) showEnd(ctx context.Context, row store.Table) error {
	rules := l.rulesOf(row.Game)
	if rules == nil {
		return refund{l, row, rulesUnknown, 0}.announceLate(ctx)
	}
	t, err := l.table(ctx, row, rules)
	switch {
	case errors.Is(err, games.ErrEdition):
		return refund{l, row, rulesUnknown, 0}.announceLate(ctx)
	case errors.Is(err, table.ErrBroken):
		return refund{l, row, cannotContinue, 0}.announceLate(ctx)
	case err != nil:
		return err
	case seatedPeople(t.Game.Session()) == 0 && !t.Game.Session().Over():
		l.removeUnopened(row) // the bot stopped before it had removed the messages
		return nil
	}
	t.loadMatch(ctx)
	run := sync.OnceFunc(func() {
		l.running.Add(1)
		t.Post.Start(l.Posting, l.running.Done)
	})
	t.takeSlot = func(ctx context.Context) error {
		run()
		err := t.Post.UseSlot(ctx)
		if err == nil {
			t.Post.Finish()
		}
		return err
	}
	t.Post.MarkReopened(false)
	t.Game.ShowUntold()
	return nil
}

func laterOf(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{b, a}, time.Time.Compare) }
