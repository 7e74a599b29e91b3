package lobby

import (
	"context"
	"errors"
	"log/slog"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/poster"
)

// toTakeAway is the name, for a host, of the task of deleting a message that Discord did not delete at once.
const toTakeAway = "old messages to be taken away"

// A broom deletes messages of the bot that nobody needs any more: old posts of tables, on whose buttons
// nobody shall press, and reminders.
type broom struct {
	discord *rest.Client
	tasks   *delivery.Tasks
	log     *slog.Logger
}

// takeAway deletes a message. Where that fails it becomes a task.
func (b broom) takeAway(ctx context.Context, in discord.ChannelID, message discord.MessageID) {
	take := func(ctx context.Context) error {
		err := b.discord.Delete(ctx, in, message)
		if errors.Is(err, discord.ErrUnknownMessage) || poster.RefusedForGood(err) {
			return nil
		}
		return err
	}
	if err := take(ctx); err != nil {
		b.log.Info("taking an old message away", "error", err)
		b.tasks.Stand(delivery.Task{What: toTakeAway, Of: Number(message), Rank: delivery.Seen, Do: take})
	}
}
