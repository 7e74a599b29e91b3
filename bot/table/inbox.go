package table

import (
	"context"
	"sync"
	"time"
)

// inboxSize is how many words may wait for a table.
const inboxSize = 64

// An inbox holds what waits for a table: people's words, for which there is bounded
// room, and orders of the bot, which are few and never refused.
type inbox struct {
	wake func()        // is called when something has come
	shut chan struct{} // closed when nothing is taken in any more

	mu     sync.Mutex
	words  []Word
	orders []Order
	closed bool
}

func newInbox(wake func()) *inbox { return &inbox{wake: wake, shut: make(chan struct{})} }

// Put takes a word in. It returns false if there is no room, or the inbox is closed.
func (m *inbox) Put(w Word) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || len(m.words) == inboxSize {
		return false
	}
	m.words = append(m.words, w)
	m.wake()
	return true
}

// Waiting is how many words wait.
func (m *inbox) Waiting() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.words)
}

// next takes the word that was said first, if there is one. If there are more, it wakes the table again.
func (m *inbox) next() (w Word, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.words) == 0 {
		return Word{}, false
	}
	w, m.words[0] = m.words[0], Word{}
	m.words = m.words[1:]
	if len(m.words) == 0 {
		m.words = nil
	} else {
		m.wake()
	}
	return w, true
}

// PutWhenRoom waits until there is room and takes a word in. It gives up when ctx ends or the inbox closes.
func (m *inbox) PutWhenRoom(ctx context.Context, w Word) {
	for !m.Put(w) {
		select {
		case <-m.shut:
			return
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Order gives the table an order, which it obeys before it takes waiting words. Once
// the inbox is closed, the order is dropped.
func (m *inbox) Order(o Order) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.orders = append(m.orders, o)
	m.wake()
}

// ordered takes all orders that have come.
func (m *inbox) ordered() []Order {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.orders
	m.orders = nil
	return all
}

// Close has the inbox take nothing more in. What is in it can still be taken out.
func (m *inbox) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.shut)
		m.wake()
	}
}

// Closed is closed when the inbox takes nothing in any more.
func (m *inbox) Closed() <-chan struct{} { return m.shut }

// rest takes all words that were said before the inbox was closed.
func (m *inbox) rest() []Word {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.words
	m.words = nil
	return all
}
