package bot

import (
	"context"
	"errors"

	"settable/bot/delivery"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/store"
)

// markReachable ends the doubt about a place, if there was one, because an event came from there.
func (b *Bot) markReachable(p lobby.Place) {
	if b.lobby.Absences.EndDoubt(p) {
		b.resume(p)
	}
}

// judge acts on what Discord has said about a doubted place. If something came from there meanwhile, the
// verdict is out of date.
func (b *Bot) judge(v lobby.Verdict) {
	defer delivery.Recover(b.Log, "a lookup")
	switch {
	case !b.lobby.Absences.EndDoubt(v.Place):
	case !v.Gone:
		b.Log.Info("server or channel is reachable again", "server", v.Guild, "channel", v.Channel)
		b.resume(v.Place)
	case v.Channel != 0:
		b.agenda.CancelIn(v.Channel)
		if t := b.lobby.TableIn(v.Channel); t != nil {
			t.Game.Order(table.ChannelGone{})
		} else {
			b.channelGone(v.Channel)
		}
	default:
		delete(b.outages, v.Guild)
		b.servers.Gone(v.Guild)
		b.lobby.OrderIn(v.Guild, table.ChannelGone{})
		for channel, guild := range b.lobby.SleepingChannels() {
			if guild == v.Guild {
				b.channelGone(channel)
			}
		}
	}
}

// resume lets the tables of a place go on after what was said there meanwhile has been read.
func (b *Bot) resume(p lobby.Place) {
	for _, t := range b.lobby.TablesIn(p) {
		b.catchUp(t, false)
		t.Game.Order(table.Resume{Why: table.Doubted})
		t.RetryShowing()
	}
}

// channelGone closes a table that had stopped, or sleeps, in a channel that was deleted. Where there
// was no table it ends the night that was held there.
func (b *Bot) channelGone(c store.ChannelID) {
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
