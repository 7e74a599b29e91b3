package bot

import (
	"context"
	"errors"

	"settable/bot/delivery"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/store"
	"settable/store/ids"
)

// markReachable records that a server or channel still exists, because an event has come from there.
func (b *Bot) markReachable(p lobby.Place) {
	if b.lobby.Absences.EndDoubt(p) {
		b.resumePlace(p)
	}
}

// handleVerdict handles the result of looking up a server or channel that may be gone. It ignores the verdict if an
// event has come from there in the meantime.
func (b *Bot) handleVerdict(v lobby.Verdict) {
	defer delivery.Recover(b.Log, "look up a server or channel")
	switch {
	case !b.lobby.Absences.EndDoubt(v.Place):
	case !v.Gone:
		b.Log.Info("server or channel is reachable again", "server", v.Guild, "channel", v.Channel)
		b.resumePlace(v.Place)
	case v.Channel != 0:
		b.agenda.CancelIn(v.Channel)
		if t := b.lobby.Tables.In(v.Channel); t != nil {
			t.Game.Order(table.ChannelGone{})
		} else {
			b.closeInGoneChannel(v.Channel)
		}
	default:
		delete(b.outages, v.Guild)
		b.servers.Gone(v.Guild)
		b.lobby.Tables.OrderIn(v.Guild, table.ChannelGone{})
		for channel, guild := range b.lobby.Tables.SleepingChannels() {
			if guild == v.Guild {
				b.closeInGoneChannel(channel)
			}
		}
	}
}

// resumePlace reads the missed messages of a server or channel and then restarts the clocks of its tables.
func (b *Bot) resumePlace(p lobby.Place) {
	for _, t := range b.lobby.Tables.InPlace(p) {
		b.catchUp(t, false)
		t.Game.Order(table.Resume{Why: table.Doubted})
		t.RetryShowing()
	}
}

// closeInGoneChannel closes a stopped or sleeping table in a deleted channel. If the channel has no table, it ends the
// channel's card night, if any.
func (b *Bot) closeInGoneChannel(c ids.Channel) {
	closing := func(ctx context.Context) error {
		t, err := b.lobby.Revive(ctx, c)
		if errors.Is(err, store.ErrNoTable) {
			b.lobby.Abandon(c)
			return nil
		}
		if err == nil {
			t.Game.Order(table.ChannelGone{})
		}
		return err
	}
	b.tasks.Add(delivery.Task{
		Kind: "channel_gone", Number: int64(c), Rank: delivery.RankHeard,
		Do: func(ctx context.Context) error {
			err := closing(ctx)
			if errors.Is(err, store.ErrTrouble) {
				return err
			}
			if err != nil {
				b.Log.Warn("closing the table of a deleted channel failed", "error", err)
			}
			return nil
		},
	})
}
