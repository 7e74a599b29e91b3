package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	tables "settable/bot/table"
	"settable/games"
	"settable/store"
)

// reopen goes on with every table that was open when the bot stopped, and
// shows the end of those whose end nobody was told. A table whose journal
// cannot be replayed stays shut, loudly; the others play.
func (b *Bot) reopen(ctx context.Context) error {
	open, err := b.store.OpenTables(ctx)
	if err != nil {
		return err
	}
	ended, err := b.store.Untold(ctx, b.now().Add(-24*time.Hour)) // before any is closed here
	if err != nil {
		return err
	}
	alive := b.store.Alive()
	for _, row := range open {
		t, lines, err := b.resumed(ctx, row, alive)
		if errors.Is(err, games.ErrEdition) {
			err = b.refund(ctx, row, rulesUnknown)
			if err == nil {
				continue
			}
		}
		if err != nil {
			b.log.Error("a table stays shut", "table", row.ID, "error", err)
			continue
		}
		// What was said before the last line was played or refused then.
		b.catchUp(t, later(alive, t.Session().Moved), heard(lines))
	}
	for _, row := range ended {
		if err := b.tellEnd(ctx, row); err != nil {
			b.log.Error("the end of a table could not be told", "table", row.ID, "error", err)
		}
	}
	return nil
}

// resumed sets up an open table and lets it go on.
func (b *Bot) resumed(ctx context.Context, row store.Table, alive time.Time) (*table, []store.Line, error) {
	rules := b.ruleOf(row.Game)
	if rules == nil {
		return nil, nil, fmt.Errorf("%w: there is no game %q", games.ErrEdition, row.Game)
	}
	t, lines, err := b.table(ctx, row, rules)
	if err != nil {
		return nil, nil, err
	}
	t.post.Reopened(true)
	t.Order(tables.Resume{Away: max(0, b.now().Sub(later(alive, t.Session().Moved))), Restarted: true})
	if b.start(t) {
		return t, lines, nil
	}
	if other := b.lobby.at(row.Channel); other != nil {
		return other, lines, nil // somebody else was faster
	}
	return nil, nil, errLeaving
}

// revive lets the table of a channel that had stopped play again. The error is
// store.ErrNoTable where none is open there.
func (b *Bot) revive(ctx context.Context, channel store.ChannelID) (*table, error) {
	row, err := b.store.TableIn(ctx, channel)
	if err != nil {
		return nil, err
	}
	t, _, err := b.resumed(ctx, row, b.lobby.stoppedAt(row.ID, b.now()))
	return t, err
}

// heard is the newest message that was surely played or refused when these became
// lines.
func heard(lines []store.Line) (id int64) {
	for _, l := range lines {
		id = max(id, settled(l.Source))
	}
	return id
}

// tellEnd shows the end of a table that ended unseen, just before a stop. One
// that was closed because it can't be played on can't be shown either.
func (b *Bot) tellEnd(ctx context.Context, row store.Table) error {
	rules := b.ruleOf(row.Game)
	if rules == nil {
		return b.tellClosed(ctx, row, rulesUnknown)
	}
	t, _, err := b.table(ctx, row, rules)
	switch {
	case errors.Is(err, games.ErrEdition):
		return b.tellClosed(ctx, row, rulesUnknown)
	case errors.Is(err, tables.ErrBroken):
		return b.tellClosed(ctx, row, couldNotGoOn)
	case err != nil:
		return err
	}
	t.post.Reopened(false)
	t.ShowUntold()
	t.post.Finish()
	b.tables.Go(func() { t.post.Run(b.posting) })
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
