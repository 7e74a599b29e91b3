package table

import (
	"context"
	"sync"
	"time"
)

// inboxSize is how many moves may wait for a table.
const inboxSize = 64

// An inbox is what waits for a table. What people say has bounded room; the
// house's own orders are few and never refused.
type inbox struct {
	wake func()        // something has come
	shut chan struct{} // nothing comes any more

	mu     sync.Mutex
	words  []Word
	orders []Order
	closed bool
}

func newInbox(wake func()) *inbox { return &inbox{wake: wake, shut: make(chan struct{})} }

// Put says whether the table will look at it.
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

// next is what was said first, if anything was. When there is more, the table
// is woken again.
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

// PutWhenRoom puts it when there is room, and gives up with ctx or with the table.
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

// Order tells the table something, before what people have said.
func (m *inbox) Order(o Order) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.orders = append(m.orders, o)
	m.wake()
}

// ordered takes the orders that have come.
func (m *inbox) ordered() []Order {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.orders
	m.orders = nil
	return all
}

// Close lets nothing in any more; what is in it stays to be read.
func (m *inbox) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.shut)
		m.wake()
	}
}

// Closed is closed when nothing comes in any more.
func (m *inbox) Closed() <-chan struct{} { return m.shut }

// rest takes what was said before the inbox was closed.
func (m *inbox) rest() []Word {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.words
	m.words = nil
	return all
}
