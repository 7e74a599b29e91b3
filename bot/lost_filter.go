package bot

import (
	"context"
	"errors"
	"log/slog"

	"settable/store"
)

// A lostFilter removes errors from the log that occur because another process now plays on the bot's servers. They
// aren't faults, and the bot logs the takeover itself once.
type lostFilter struct{ slog.Handler }

func (u lostFilter) Handle(ctx context.Context, r slog.Record) error {
	lost := false
	r.Attrs(func(a slog.Attr) bool {
		err, is := a.Value.Any().(error)
		lost = is && (errors.Is(err, store.ErrLost) || errors.Is(err, store.ErrClosed))
		return !lost
	})
	if lost {
		return nil
	}
	return u.Handler.Handle(ctx, r)
}

func (u lostFilter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return lostFilter{u.Handler.WithAttrs(attrs)}
}

func (u lostFilter) WithGroup(name string) slog.Handler { return lostFilter{u.Handler.WithGroup(name)} }
