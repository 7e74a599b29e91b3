package bot

import (
	"context"
	"errors"
	"log/slog"

	"settable/store"
)

// An unlost log leaves out what a bot fails at because another process plays its servers now. That is no
// fault, and whoever runs the bot is told once.
type unlost struct{ slog.Handler }

// Handle implements slog.Handler.
func (u unlost) Handle(ctx context.Context, r slog.Record) error {
	lost := false
	r.Attrs(func(a slog.Attr) bool {
		err, is := a.Value.Any().(error)
		lost = is && errors.Is(err, store.ErrLost)
		return !lost
	})
	if lost {
		return nil
	}
	return u.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (u unlost) WithAttrs(attrs []slog.Attr) slog.Handler { return unlost{u.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (u unlost) WithGroup(name string) slog.Handler { return unlost{u.Handler.WithGroup(name)} }
