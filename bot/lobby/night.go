package lobby

import (
	"context"
	"errors"
	"maps"
	"strconv"

	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// joinNight makes a table part of its channel's open night, if there is one. All players of a night buy in for the
// same amount, which replaces the one in the table's options.
func (l *Lobby) joinNight(ctx context.Context, row *store.Table, m games.Manual) error {
	if err := l.EndStaleNight(ctx, row.Channel); err != nil {
		return err
	}
	n, err := l.Store.OpenNight(ctx, row.Channel)
	if err == nil && !n.Closing.IsZero() { // the last table has closed, and the standings will follow
		_, err = l.Store.EndNight(ctx, n.ID, l.Now())
		if err == nil || errors.Is(err, store.ErrNightOver) {
			return nil
		}
	}
	if errors.Is(err, store.ErrNoNight) {
		return nil
	}
	if err != nil {
		return err
	}
	row.Night = n.ID
	if message.HasChips(m) {
		options := games.Options{}
		maps.Copy(options, row.Options)
		options[message.StackOption] = strconv.FormatInt(int64(n.BuyIn), 10)
		row.Options = options
	}
	return nil
}

// EndStaleNight ends the open night of a channel if nothing was played there for a day, so that a new table doesn't
// become part of it. Errors come from the store.
func (l *Lobby) EndStaleNight(ctx context.Context, channel ids.Channel) error {
	n, err := l.Store.OpenNight(ctx, channel)
	if errors.Is(err, store.ErrNoNight) {
		return nil
	}
	if err != nil {
		return err
	}
	played := n.Started
	last, err := l.Store.LastTable(ctx, channel)
	switch {
	case err == nil && last.Night == n.ID:
		played = last.Closed
	case err != nil && !errors.Is(err, store.ErrNoTable):
		return err
	}
	if l.Now().Sub(played) < closeAfter {
		return nil
	}
	_, err = l.Store.EndNight(ctx, n.ID, l.Now())
	switch {
	case errors.Is(err, store.ErrBusyChannel): // a table is open after all
		return nil
	case errors.Is(err, store.ErrNightOver), errors.Is(err, store.ErrNoNight): // the night has just been ended or deleted
		return nil
	}
	return err
}

// Close closes the table of a channel after the current hand. If moderator is not 0, Close acts on behalf of that
// moderator. It returns once the end is written or the table no longer accepts orders. The error is a games.Illegal,
// ctx.Err(), or one that table.IsInterruption recognises.
func (l *Lobby) Close(ctx context.Context, channel ids.Channel, moderator ids.User) error {
	t := l.Tables.In(channel)
	if t == nil {
		var err error
		t, err = l.Revive(ctx, channel)
		switch {
		case errors.Is(err, store.ErrNoTable):
			return nil
		case errors.As(err, new(games.Illegal)), table.IsInterruption(err):
			return err
		case err != nil:
			return l.CannotReopen(channel, err)
		}
	}
	done := make(chan struct{})
	t.Game.Order(table.Close{Moderator: moderator, Done: done})
	select {
	case <-done:
	case <-t.Game.Closed():
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// Abandon ends the open night of a deleted channel. The standings remain stored.
func (l *Lobby) Abandon(channel ids.Channel) {
	l.Send.Go("ending the night of a deleted channel", func(ctx context.Context) error {
		n, err := l.Store.OpenNight(ctx, channel)
		if err == nil {
			_, err = l.Store.EndNight(ctx, n.ID, l.Now())
		}
		if errors.Is(err, store.ErrNoNight) || errors.Is(err, store.ErrNightOver) {
			return nil
		}
		return err
	})
}
