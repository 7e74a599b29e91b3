package lobby

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/table"
)

// holdFor is how long a word waits at most for what was said before it. Discord wants a press answered
// within 3 s.
const holdFor = 1500 * time.Millisecond

// A Backlog keeps the order of what is said in a channel while the channel is read again: new words wait
// until the earlier ones that the bot missed have been given to the table.
type Backlog struct {
	table   *Table
	sits    func(table.Word) bool // says whether a word is a seated player's
	posting context.Context
	judged  int64 // the newest message that was judged before the bot started

	mu      sync.Mutex
	heard   time.Time // until then everything that was said in the channel is known
	waiting bool
	holds   int  // how often words were held back
	started bool // the first of the readings that are not done is that of a start
	held    []table.Word
}

// Judged reports whether a message was judged before the bot started. It is not judged again, whether it was played or
// refused.
func (b *Backlog) Judged(w table.Word) bool { return w.Message > 0 && w.Message <= b.judged }

// Came notes that a message of the channel has come, and before it all that were written earlier: events of
// one channel come in order, those of several do not.
func (b *Backlog) Came(id discord.MessageID) { b.knows(discord.At(id)) }

// knows notes until when everything that was said in the channel is known.
func (b *Backlog) knows(until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heard = later(b.heard, until)
}

// Unheard is the time from which on messages of the channel may have been missed: that of the newest one
// that is known. After a start that is the newest one that was judged.
func (b *Backlog) Unheard() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.heard
}

// HoldBack makes words wait from now on, until Release.
func (b *Backlog) HoldBack() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = true
	b.holds++
}

// Holds is how often words were held back so far.
func (b *Backlog) Holds() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.holds
}

// Read records that the channel has been read up to the given number of holds. If words were held back again since, it
// must be read once more.
func (b *Backlog) Read(holds int, restarted bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.started = b.started || restarted
	if b.holds == holds {
		b.table.Game.Order(table.Resume{Why: table.Unread, Restarted: b.started})
		b.started = false
	}
}

// Holding reports whether words have to wait.
func (b *Backlog) Holding() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waiting
}

// Hold takes a word in if words have to wait now and its speaker's share of the room isn't used up. Release
// gives it to the table.
func (b *Backlog) Hold(w table.Word) (waits, room bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.waiting || !table.HasRoom(b.held, w, b.sits) {
		return b.waiting, false
	}
	if len(b.held) == 0 {
		time.AfterFunc(holdFor, func() { b.Release(b.posting) })
	}
	b.held = append(b.held, w)
	return true, true
}

// Release gives the table the missed words together with the waiting ones, oldest first. After that, words no longer
// wait. Typed words that aren't moves are dropped.
func (b *Backlog) Release(ctx context.Context, missed ...table.Word) {
	for words := b.next(missed); len(words) > 0; words = b.next(nil) {
		for _, w := range words {
			if w = b.table.Understand(w); w.Move != nil || w.Door != table.Typed {
				b.table.Game.PutWhenRoom(ctx, w)
			}
		}
	}
}

// next takes the waiting words and adds these, sorted by the time at which they were said. If there are
// none, words no longer wait.
func (b *Backlog) next(words []table.Word) []table.Word {
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
