package lobby

import (
	"context"
	"errors"
	"maps"

	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// tonight makes a table one of the night that is open in its channel. There
// everybody buys in with the same chips, whatever was asked for.
func (l *Lobby) tonight(ctx context.Context, row *store.Table, m games.Manual) error {
	n, err := l.Store.OpenNight(ctx, row.Channel)
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
		options[message.StackOption] = decimal(int64(n.BuyIn))
		row.Options = options
	}
	return nil
}

// Close has the house close the table that stands in a channel, and
// returns when that is written or the table takes no orders any more.
func (l *Lobby) Close(ctx context.Context, channel store.ChannelID) error {
	t := l.In(channel)
	if t == nil {
		var err error
		t, err = l.Revive(ctx, channel)
		switch {
		case errors.Is(err, store.ErrNoTable):
			return nil
		case err != nil:
			l.Log.Error("a table of a night can't be closed", "error", err)
			return ErrStuck
		}
	}
	done := make(chan struct{})
	t.Order(table.Close{Done: done})
	select {
	case <-done:
	case <-t.Closed():
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// Abandon ends the night of a channel that is gone: nobody could end it there.
// Its standing is kept.
func (l *Lobby) Abandon(channel store.ChannelID) {
	l.Send.Go("ending the night of a channel that is gone", func(ctx context.Context) error {
		n, err := l.Store.OpenNight(ctx, channel)
		if errors.Is(err, store.ErrNoNight) {
			return nil
		}
		if err == nil {
			_, err = l.Store.EndNight(ctx, n.ID, l.Now())
		}
		return err
	})
}
