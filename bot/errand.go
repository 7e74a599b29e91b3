package bot

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"settable/bot/discord"
)

const (
	// mostErrands is how many answers, look-ups and the like may be under way.
	mostErrands = 256
	// errandTime is how long one of them may take.
	errandTime = 20 * time.Second
)

// errand does something that may take a while, like an answer over the
// network, beside the flow of events.
func (b *Bot) errand(what string, f func(context.Context) error) {
	ok := b.errands.TryGo(func() error {
		defer caught(b.log, what)
		ctx, cancel := context.WithTimeout(b.posting, errandTime)
		defer cancel()
		err := f(ctx)
		if errors.Is(err, discord.ErrAnswered) {
			return nil // the same press came twice
		}
		if err != nil && b.posting.Err() == nil {
			b.log.Warn("failed: "+what, "error", err)
		}
		return nil
	})
	if !ok {
		b.log.Warn("too much is going on: left undone", "what", what)
	}
}

// caught keeps a panic from ending the program. Use with defer.
func caught(log *slog.Logger, what string) {
	if broken := recover(); broken != nil {
		log.Error("a bug in "+what, "panic", broken, "stack", string(debug.Stack()))
	}
}
