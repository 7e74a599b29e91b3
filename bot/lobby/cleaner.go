package lobby

import (
	"context"
	"errors"
	"log/slog"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/store"
)

// toTakeAway is the name, for a host, of the task of deleting a message that was not deleted at once.
const toTakeAway = "message_removal"

// A cleaner deletes messages of the bot that are out of date: old messages of tables, reminders and offers of games.
// What one run of the bot leaves, the next one deletes.
type cleaner struct {
	discord *rest.Client
	tasks   *delivery.Tasks
	store   store.Program
	log     *slog.Logger
}

// oldPost is a post of a table that is to be deleted.
func oldPost(t store.Table, post discord.MessageID) store.Leftover {
	return store.Leftover{Guild: t.Guild, Channel: t.Channel, Message: Number(post), Table: t.ID}
}

// takeAway deletes a message. If that fails, it becomes a task.
func (c cleaner) takeAway(ctx context.Context, l store.Leftover) {
	if err := c.take(ctx, l); err != nil {
		c.log.Info("deleting an old message failed", "error", err)
		c.later(l)
	}
}

// later makes deleting a message a task.
func (c cleaner) later(l store.Leftover) {
	c.tasks.Stand(delivery.Task{What: toTakeAway, Of: l.Message, Rank: delivery.Seen,
		Do: func(ctx context.Context) error { return c.take(ctx, l) }})
}

func (c cleaner) take(ctx context.Context, l store.Leftover) error {
	err := c.discord.Delete(ctx, DiscordChannel(l.Channel), messageID(l.Message))
	if err != nil && !errors.Is(err, discord.ErrUnknownMessage) && !rest.RefusedForGood(err) {
		return err
	}
	if err := c.store.Deleted(ctx, l); err != nil && !errors.Is(err, store.ErrTrouble) {
		c.log.Warn("saving that a message was deleted failed", "error", err) // else the next start tries it once more
	}
	return nil
}

// sweep deletes what the last run has left, but for offers, whose buttons still work, and the reminders of
// the tables that play: these know whether their turns are over.
func (c cleaner) sweep(ctx context.Context, plays map[store.TableID]bool) error {
	all, err := c.store.Leftovers(ctx)
	for _, l := range all {
		if l.Table != 0 && (l.Turn.IsZero() || !plays[l.Table]) {
			c.later(l)
		}
	}
	return err
}
