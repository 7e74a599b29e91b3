package lobby

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Reopen goes on with every table that was open when the bot stopped, and
// shows the end of those whose end nobody was told. A table whose journal
// cannot be replayed stays shut, loudly; the others play. Each one that plays is
// given to catchUp, with the time since when nobody listened: until then it waits.
func (l *Lobby) Reopen(ctx context.Context, catchUp func(t *Table, since time.Time, restarted bool)) error {
	open, err := l.Store.OpenTables(ctx)
	if err != nil {
		return err
	}
	ended, err := l.Store.Untold(ctx, l.Now().Add(-24*time.Hour)) // before any is closed here
	if err != nil {
		return err
	}
	alive, err := l.Store.Alive(ctx)
	if err != nil {
		return err
	}
	for _, row := range open {
		if row.Daily != 0 {
			continue // it is in front of one person, who goes on with it
		}
		if rules := l.rulesOf(row.Game); row.Asleep > 0 && rules != nil {
			l.sleep(row, rules)
			continue
		}
		t, err := l.resumed(ctx, row, alive)
		if errors.Is(err, games.ErrEdition) {
			err = refund{l, row, rulesUnknown}.give(ctx)
			if err == nil {
				continue
			}
		}
		if l.Store.Passes(err) {
			return err
		}
		if err != nil {
			l.Log.Error("a table stays shut", "table", row.ID, "error", err)
			continue
		}
		catchUp(t, later(alive, t.Session().Moved), true)
	}
	for _, row := range ended {
		if err := l.tellEnd(ctx, row); l.Store.Passes(err) {
			return err
		} else if err != nil {
			l.Log.Error("the end of a table could not be told", "table", row.ID, "error", err)
		}
	}
	return l.CloseSleepers(ctx)
}

// resumed sets up an open table and lets it go on.
func (l *Lobby) resumed(ctx context.Context, row store.Table, alive time.Time) (*Table, error) {
	rules := l.rulesOf(row.Game)
	if rules == nil {
		return nil, fmt.Errorf("%w: there is no game %q", games.ErrEdition, row.Game)
	}
	t, err := l.table(ctx, row, rules)
	if err != nil {
		return nil, err
	}
	t.Post.Reopened(true)
	if t.Session().Asleep() {
		t.HoldBack()
	} else {
		t.Order(table.Freeze{Since: later(alive, t.newest)}) // time that a line counts as lost is lost once
	}
	if l.start(t) {
		return t, nil
	}
	if other := l.In(row.Channel); other != nil {
		return other, nil // somebody else was faster
	}
	return nil, ErrLeaving
}

// Revive lets the table of a channel that had stopped, or sleeps, play again, and gives
// it these words. The error is store.ErrNoTable where none is open there.
func (l *Lobby) Revive(ctx context.Context, channel store.ChannelID, words ...table.Word) (*Table, error) {
	row, err := l.Store.TableIn(ctx, channel)
	if err != nil {
		return nil, err
	}
	t, err := l.resumed(ctx, row, l.stoppedAt(row.ID, l.Now()))
	if errors.Is(err, games.ErrEdition) {
		if err = (refund{l, row, rulesUnknown}).give(ctx); err == nil {
			return nil, store.ErrNoTable
		}
	}
	if err != nil {
		return nil, err
	}
	if !t.Session().Asleep() {
		t.Order(table.Resume{Restarted: true})
	}
	t.Release(l.Posting, words...)
	t.hurry()
	return t, nil
}

// heard is the newest message that was surely judged when these became lines.
func heard(lines []store.Line) (id int64) {
	for _, l := range lines {
		id = max(id, settled(l.Source))
	}
	return id
}

// tellEnd shows the end of a table that ended unseen, just before a stop. One
// that was closed because it can't be played on can't be shown either.
func (l *Lobby) tellEnd(ctx context.Context, row store.Table) error {
	rules := l.rulesOf(row.Game)
	if rules == nil {
		return refund{l, row, rulesUnknown}.tellLate(ctx)
	}
	t, err := l.table(ctx, row, rules)
	switch {
	case errors.Is(err, games.ErrEdition):
		return refund{l, row, rulesUnknown}.tellLate(ctx)
	case errors.Is(err, table.ErrBroken):
		return refund{l, row, couldNotGoOn}.tellLate(ctx)
	case err != nil:
		return err
	}
	run := sync.OnceFunc(func() {
		l.running.Add(1)
		t.Post.Start(l.Posting, l.running.Done)
	})
	t.turn = func(ctx context.Context) error {
		run()
		err := t.Post.Turn(ctx)
		if err == nil {
			t.Post.Finish()
		}
		return err
	}
	t.Post.Reopened(false)
	t.ShowUntold()
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
