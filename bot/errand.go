package bot

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"settable/bot/discord"
	"settable/store"
)

const (
	// mostErrands is how many answers, look-ups and the like may be under way.
	mostErrands = 256
	// mostReactions is how many reactions may be under way beside them: Discord
	// takes four a second in a channel, so those of a flood would keep everybody
	// from their answers, and what comes later than that is of no help.
	mostReactions = 8
	// errandTime is how long one of them may take.
	errandTime = 20 * time.Second
)

// errand does something that may take a while, like an answer over the
// network, beside the flow of events. It says whether there was room.
func (b *Bot) errand(what string, f func(context.Context) error) bool {
	return b.errandOf(&b.errands, what, f)
}

// errandOf is an errand of a kind that has room of its own.
func (b *Bot) errandOf(kind *errgroup.Group, what string, f func(context.Context) error) bool {
	ok := kind.TryGo(func() error {
		defer caught(b.log, what)
		ctx, cancel := context.WithTimeout(b.posting, errandTime)
		defer cancel()
		err := f(ctx)
		if errors.Is(err, discord.ErrAnswered) {
			return nil // the same press came twice
		}
		if err != nil && b.posting.Err() == nil && !errors.Is(err, store.ErrTrouble) {
			b.log.Warn("failed: "+what, "error", err)
		}
		return nil
	})
	if !ok {
		if times := b.undone.add(what, b.now()); times > 0 {
			b.log.Warn("too much is going on: left undone", "what", what, "times", times)
		}
	}
	return ok
}

// tellUndone is how often the log hears of what is left undone: in a flood that
// is so much that the log would be another.
const tellUndone = time.Minute

// undone counts what there was no room for, by what it was.
type undone struct {
	lock  sync.Mutex
	times map[string]int       // since the log was told
	told  map[string]time.Time // when that was
}

// add counts one more, and says how many are to be told of now, if any are.
func (u *undone) add(what string, now time.Time) (tell int) {
	u.lock.Lock()
	defer u.lock.Unlock()
	if u.times == nil {
		u.times, u.told = map[string]int{}, map[string]time.Time{}
	}
	u.times[what]++
	if now.Sub(u.told[what]) < tellUndone {
		return 0
	}
	tell = u.times[what]
	u.times[what], u.told[what] = 0, now
	return tell
}

// caught keeps a panic from ending the program. Use with defer.
func caught(log *slog.Logger, what string) {
	if broken := recover(); broken != nil {
		log.Error("a bug in "+what, "panic", broken, "stack", string(debug.Stack()))
	}
}
