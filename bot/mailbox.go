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
	wake chan struct{} // something has come
	shut chan struct{} // nothing comes any more

	mu     sync.Mutex
	said   []said
	orders []order
	closed bool
}

// An order is what the house tells a table: again, gone, nudge, closing, freeze or resume.
type order any

func newMailbox() *mailbox {
	return &mailbox{wake: make(chan struct{}, 1), shut: make(chan struct{})}
}

// put says whether the table will look at it.
func (m *mailbox) put(s said) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || len(m.said) == inboxSize {
		return false
	}
	m.said = append(m.said, s)
	m.poke()
	return true
}

func (m *mailbox) poke() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// next is what was said first, if anything was. When there is more, the table
// is woken again.
func (m *mailbox) next() (s said, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.said) == 0 {
		return said{}, false
	}
	s, m.said[0] = m.said[0], said{}
	m.said = m.said[1:]
	if len(m.said) == 0 {
		m.said = nil
	} else {
		m.poke()
	}
	return s, true
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
	m.poke()
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
func (m *mailbox) rest() []said {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.said
	m.said = nil
	return all
}
