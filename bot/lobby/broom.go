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
const toTakeAway = "old messages to be taken away"

// A broom deletes messages of the bot that nobody needs any more: old posts of tables, on whose buttons
// nobody shall press, reminders, and offers of games. What a run of the bot leaves the next one deletes.
type broom struct {
	discord *rest.Client
	tasks   *delivery.Tasks
	store   store.Program
	log     *slog.Logger
}

// oldPost is a post of a table that is to be deleted.
func oldPost(t store.Table, post discord.MessageID) store.Leftover {
	return store.Leftover{Guild: t.Guild, Channel: t.Channel, Message: Number(post), Table: t.ID}
}

// takeAway deletes a message. Where that fails it becomes a task.
func (b broom) takeAway(ctx context.Context, l store.Leftover) {
	if err := b.take(ctx, l); err != nil {
		b.log.Info("taking an old message away", "error", err)
		b.later(l)
	}
}

// later makes deleting a message a task.
func (b broom) later(l store.Leftover) {
	b.tasks.Stand(delivery.Task{What: toTakeAway, Of: l.Message, Rank: delivery.Seen,
		Do: func(ctx context.Context) error { return b.take(ctx, l) }})
}

func (b broom) take(ctx context.Context, l store.Leftover) error {
	err := b.discord.Delete(ctx, DiscordChannel(l.Channel), messageID(l.Message))
	if err != nil && !errors.Is(err, discord.ErrUnknownMessage) && !rest.RefusedForGood(err) {
		return err
	}
	if err := b.store.Swept(ctx, l); err != nil && !errors.Is(err, store.ErrTrouble) {
		b.log.Warn("noting that a message is deleted", "error", err) // else the next start tries it once more
	}
	return nil
}

// sweep deletes what the last run has left, but for offers, whose buttons still work, and the reminders of
// the tables that play: these know whether their turns are over.
func (b broom) sweep(ctx context.Context, plays map[store.TableID]bool) error {
	all, err := b.store.Leftovers(ctx)
	for _, l := range all {
		if l.Table != 0 && (l.Turn.IsZero() || !plays[l.Table]) {
			b.later(l)
		}
	}
	return err
}
