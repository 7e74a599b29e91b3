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

// removalTask is the kind of the task that deletes a message later. Hosts see this name.
const removalTask = "message_removal"

// A cleaner deletes outdated messages of the bot: old messages of tables, reminders and offers of games. It also
// deletes outdated messages of the last run.
type cleaner struct {
	discord *rest.Client
	tasks   *delivery.Tasks
	store   leftoverStore
	log     *slog.Logger
}

// oldPost identifies a post of a table that is to be deleted.
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

// removeLater adds a task that deletes a message.
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
		c.log.Warn("recording a deleted message failed", "error", err) // otherwise the next start tries again
	}
	return nil
}

// sweep deletes the messages that the last run could not delete. sweep keeps offers, because their buttons still work.
// It also keeps the reminders of running tables, because those tables know whether their turns are over.
func (c cleaner) sweep(ctx context.Context, plays map[store.TableID]bool) error {
	all, err := c.store.Leftovers(ctx)
	for _, l := range all {
		if l.Table != 0 && (l.Turn.IsZero() || !plays[l.Table]) {
			c.removeLater(l)
		}
	}
	return err
}
