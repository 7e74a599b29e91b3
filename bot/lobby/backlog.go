package lobby

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"settable/bot/table"
)

// holdFor is how long what is said waits at most for what was said before it: a press
// wants its answer within 3 s.
const holdFor = 1500 * time.Millisecond

// mostHeld is how many words wait at most; what comes then goes straight to the table,
// whose inbox is bounded, too.
const mostHeld = 256

// A backlog keeps the order of a channel while it is read again: what is said
// meanwhile waits for what was said before and missed.
type backlog struct {
	table   *Table
	posting context.Context
	judged  int64 // the newest message that was judged before the bot started

	mu      sync.Mutex
	waiting bool
	held    []table.Word
}

// Judged says whether a word was judged before the bot started: whatever came of it, it
// is not judged again.
func (b *backlog) Judged(w table.Word) bool { return w.Message > 0 && w.Message <= b.judged }

// HoldBack lets words wait from now on, until Release.
func (b *backlog) HoldBack() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = true
}

// CatchesUp says whether words wait.
func (b *backlog) CatchesUp() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waiting
}

// Held says whether a word waits now. It will be looked at, in its order.
func (b *backlog) Held(w table.Word) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.waiting || len(b.held) == mostHeld {
		return false
	}
	if len(b.held) == 0 {
		time.AfterFunc(holdFor, func() { b.Release(b.posting) })
	}
	b.held = append(b.held, w)
	return true
}

// Release gives the table what was missed and what waited for it, oldest first. From
// then on nothing waits.
func (b *backlog) Release(ctx context.Context, missed ...table.Word) {
	for words := b.next(missed); len(words) > 0; words = b.next(nil) {
		for _, w := range words {
			if w = b.table.Understand(w); w.Move != nil || w.Door != table.Typed {
				b.table.PutWhenRoom(ctx, w)
			}
		}
	}
}

// next is what waits, with these words, by the time at which it was said.
func (b *backlog) next(words []table.Word) []table.Word {
	b.mu.Lock()
	defer b.mu.Unlock()
	words = append(words, b.held...)
	b.held = nil
	if len(words) == 0 {
		b.waiting = false
	}
	slices.SortStableFunc(words, func(x, y table.Word) int {
		return cmp.Or(x.At.Compare(y.At), cmp.Compare(x.Message, y.Message))
	})
	return words
}
