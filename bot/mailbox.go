package bot

import (
	"context"
	"sync"
	"time"
)

// inboxSize is how many moves may wait for a table.
const inboxSize = 64

// A mailbox is a table's inbox. What people say has bounded room; the house's
// own orders are few and never refused.
type mailbox struct {
	box  chan said
	wake chan struct{} // an order has come
	shut chan struct{} // nothing comes any more

	mu     sync.Mutex
	orders []order
	closed bool
}

// An order is what the house tells a table: again, gone, nudge, closing, freeze or resume.
type order any

func newMailbox() *mailbox {
	return &mailbox{box: make(chan said, inboxSize), wake: make(chan struct{}, 1), shut: make(chan struct{})}
}

// put says whether the table will look at it.
func (m *mailbox) put(s said) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return false
	}
	select {
	case m.box <- s:
		return true
	default:
		return false
	}
}

// wait puts it when there is room, and gives up with ctx or with the table.
func (m *mailbox) wait(ctx context.Context, s said) {
	for !m.put(s) {
		select {
		case <-m.shut:
			return
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// order tells the table something, before what people have said.
func (m *mailbox) order(o order) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.orders = append(m.orders, o)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// ordered takes the orders that have come.
func (m *mailbox) ordered() []order {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.orders
	m.orders = nil
	return all
}

// close lets nothing in any more; what is in it stays to be read.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.shut)
	}
}

func (m *mailbox) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

// rest takes what was said before the mailbox was closed.
func (m *mailbox) rest() (all []said) {
	for {
		select {
		case s := <-m.box:
			all = append(all, s)
		default:
			return all
		}
	}
}
