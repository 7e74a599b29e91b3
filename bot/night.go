package bot

import (
	"context"
	"errors"
	"maps"

	"settable/bot/message"
	tables "settable/bot/table"
	"settable/games"
	"settable/store"
)

// tonight makes a table one of the night that is open in its channel. There
// everybody buys in with the same chips, whatever was asked for.
func (b *Bot) tonight(ctx context.Context, row *store.Table, m games.Manual) error {
	n, err := b.store.OpenNight(ctx, row.Channel)
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

// closeTable has the house close the table that stands in a channel, and
// returns when that is written or the table takes no orders any more.
func (b *Bot) closeTable(ctx context.Context, channel store.ChannelID) error {
	t := b.lobby.at(channel)
	if t == nil {
		var err error
		t, err = b.revive(ctx, channel)
		switch {
		case errors.Is(err, store.ErrNoTable):
			return nil
		case err != nil:
			b.log.Error("a table of a night can't be closed", "error", err)
			return errStuck
		}
	}
	done := make(chan struct{})
	t.Order(tables.Close{Done: done})
	select {
	case <-done:
	case <-t.Closed():
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// abandon ends the night of a channel that is gone: nobody could end it there.
// Its standing is kept.
func (b *Bot) abandon(channel store.ChannelID) {
	b.errand("ending the night of a channel that is gone", func(ctx context.Context) error {
		n, err := b.store.OpenNight(ctx, channel)
		if errors.Is(err, store.ErrNoNight) {
			return nil
		}
		if err == nil {
			_, err = b.store.EndNight(ctx, n.ID, b.now())
		}
		return err
	})
}
