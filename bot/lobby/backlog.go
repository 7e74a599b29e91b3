package lobby

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"settable/bot/table"
	"settable/store/ids"
)

// holdFor is the maximum time that a Word waits for earlier ones. Discord requires an answer to a press within 3 s.
const holdFor = 1500 * time.Millisecond

// A Backlog keeps the Words for a channel's table in order while the bot reads missed messages. New Words wait until
// the table has received the earlier ones.
type Backlog struct {
	table      *Table
	isSeated   func(table.Word) bool // reports whether a word is from a seated player
	posting    context.Context
	lastJudged ids.Message // the newest message judged before the bot started

	mu           sync.Mutex
	knownUntil   time.Time // all messages up to this time are known
	waiting      bool
	holds        int  // how many times words were held back
	afterStart   bool // the first unfinished reading follows a start
	waitingWords []table.Word
}

// WasJudged reports whether the table had already handled a message before the bot started. Such a message must not
// be handled again, whether it was played or refused.
func (b *Backlog) WasJudged(w table.Word) bool { return w.Message > 0 && w.Message <= b.lastJudged }

// MessageArrived records that a message of the channel has arrived. All earlier messages of the channel must have
// arrived as well, because events of one channel arrive in order. Events of different channels may arrive in any order.
func (b *Backlog) MessageArrived(id ids.Message) { b.setKnownUntil(ids.Time(id)) }

// setKnownUntil records that all messages of the channel up to this time are known.
func (b *Backlog) setKnownUntil(until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.knownUntil = laterOf(b.knownUntil, until)
}

// KnownUntil returns the time since when messages of the channel may have been missed. This is the time of the newest
// known message or, if none has arrived since the start, of the newest message that was handled before.
func (b *Backlog) KnownUntil() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.knownUntil
}

// StartHolding makes new Words wait until Release is called.
func (b *Backlog) StartHolding() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = true
	b.holds++
}

// HoldCount returns how many times StartHolding has been called.
func (b *Backlog) HoldCount() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.holds
}

// MarkRead records that the channel has been read. holds is the result of HoldCount from before the reading began. If
// StartHolding was called after that, the channel must be read again.
func (b *Backlog) MarkRead(holds int, restarted bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.afterStart = b.afterStart || restarted
	if b.holds == holds {
		b.table.Game.Order(table.Resume{Why: table.Unread, Restarted: b.afterStart})
		b.afterStart = false
	}
}

// IsHolding reports whether new Words have to wait.
func (b *Backlog) IsHolding() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waiting
}

// HoldWord keeps a Word for Release if Words have to wait. It reports whether they have to wait, and whether there
// was still room for a Word from this author.
func (b *Backlog) HoldWord(w table.Word) (waits, room bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.waiting || !table.HasRoom(b.waitingWords, w, b.isSeated) {
		return b.waiting, false
	}
	if len(b.waitingWords) == 0 {
		time.AfterFunc(holdFor, func() { b.Release(b.posting) })
	}
	b.waitingWords = append(b.waitingWords, w)
	return true, true
}

// Release gives the table the missed Words together with the waiting ones, oldest first, except typed messages that
// aren't moves. After Release, new Words no longer wait.
func (b *Backlog) Release(ctx context.Context, missed ...table.Word) {
	for words := b.next(missed); len(words) > 0; words = b.next(nil) {
		for _, w := range words {
			if w = b.table.Understand(w); w.Move != nil || w.Door != table.Typed {
				b.table.Game.PutWhenRoom(ctx, w)
			}
		}
	}
}

// next returns the given Words and the waiting ones, in the order they were sent. If there are none, new Words no
// longer wait.
func (b *Backlog) next(words []table.Word) []table.Word {
	b.mu.Lock()
	defer b.mu.Unlock()
	words = append(words, b.waitingWords...)
	b.waitingWords = nil
	if len(words) == 0 {
		b.waiting = false
	}
	slices.SortStableFunc(words, func(x, y table.Word) int {
		return cmp.Or(x.At.Compare(y.At), cmp.Compare(x.Message, y.Message))
	})
	return words
}
