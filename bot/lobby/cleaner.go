package lobby

import (
	"context"
	"errors"
	"log/slog"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/store"
	"settable/store/ids"
)

// removalTask is the kind of tasks that delete a message later. The name appears in the host's log and metrics.
const removalTask = "message_removal"

// A cleaner deletes outdated messages of the bot: old messages of tables, reminders, and offers of games. It also
// deletes those that the last run left behind.
type cleaner struct {
	discord *rest.Client
	tasks   *delivery.Tasks
	store   leftoverStore
	log     *slog.Logger
}

// oldPost returns the record for deleting an old post of a table.
func oldPost(t store.Table, post ids.Message) store.Leftover {
	return store.Leftover{Guild: t.Guild, Channel: t.Channel, Message: post, Table: t.ID}
}

// remove deletes a message. If that fails, remove adds a task that retries.
func (c cleaner) remove(ctx context.Context, l store.Leftover) {
	if err := c.tryRemove(ctx, l); err != nil {
		c.log.Info("deleting an old message failed", "error", err)
		c.removeLater(l)
	}
}

func (c cleaner) removeLater(l store.Leftover) {
	c.tasks.Add(delivery.Task{Kind: removalTask, Number: int64(l.Message), Rank: delivery.RankSeen,
		Do: func(ctx context.Context) error { return c.tryRemove(ctx, l) }})
}

func (c cleaner) tryRemove(ctx context.Context, l store.Leftover) error {
	err := c.discord.Delete(ctx, l.Channel, l.Message)
	if err != nil && !errors.Is(err, discord.ErrUnknownMessage) && !rest.IsPermanentRefusal(err) {
		return err
	}
	if err := c.store.Deleted(ctx, l); err != nil && !errors.Is(err, store.ErrTrouble) {
		c.log.Warn("recording that a message was deleted failed", "error", err) // otherwise the next start tries again
	}
	return nil
}

// sweep deletes the messages that the last run left behind. It keeps offers, because their buttons still work, and
// the reminders of running tables, because these tables decide whether the reminders are still needed.
func (c cleaner) sweep(ctx context.Context, plays map[store.TableID]bool) error {
	all, err := c.store.Leftovers(ctx)
	for _, l := range all {
		if l.Table != 0 && (l.Turn.IsZero() || !plays[l.Table]) {
			c.removeLater(l)
		}
	}
	return err
}
