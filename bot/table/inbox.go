package table

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// seatedShare is how many words of one seated player may wait for a table.
	seatedShare = 64
	// bystanderShare is the same for anyone else,
	bystanderShare = 4
	// and bystandersRoom for all of those together.
	bystandersRoom = 32
	// crowd is how many words of bystanders may wait before seated players are served first. Up to that,
	// everybody is served by arrival, so that a newcomer's claim keeps its place.
	crowd = 8
)

// An inbox holds what waits for a table: people's words, for which there is bounded room, and orders of the
// bot, which are few and never refused. Each player has a share of the room, and whatever bystanders say
// takes no room from those who are seated.
type inbox struct {
	wake chan struct{}   // holds a token when something has come
	sits func(Word) bool // says whether a word is a seated player's, or the bot's own
	shut chan struct{}   // closed when nothing is taken in any more

	mu     sync.Mutex
	words  []Word // by arrival
	orders []Order
	closed bool
}

func newInbox(sits func(Word) bool) *inbox {
	return &inbox{wake: make(chan struct{}, 1), sits: sits, shut: make(chan struct{})}
}

// poke wakes the table.
func (m *inbox) poke() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Put takes a word in. It returns false if its speaker's share is used up, or the inbox is closed.
func (m *inbox) Put(w Word) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || !HasRoom(m.words, w, m.sits) {
		return false
	}
	m.words = append(m.words, w)
	m.poke()
	return true
}

// HasRoom reports whether one more word may wait beside those that do, so that everybody has a fair share. sits reports
// whether a word is a seated player's.
func HasRoom(waiting []Word, w Word, sits func(Word) bool) bool {
	if w.Door == House {
		return true
	}
	own := 0
	for _, x := range waiting {
		if x.Who.ID == w.Who.ID {
			own++
		}
	}
	if sits(w) {
		return own < seatedShare
	}
	return own < bystanderShare && bystanders(waiting, sits) < bystandersRoom
}

// bystanders is how many of the words are not a seated player's.
func bystanders(waiting []Word, sits func(Word) bool) (n int) {
	for _, x := range waiting {
		if !sits(x) {
			n++
		}
	}
	return n
}

// Waiting is how many words wait.
func (m *inbox) Waiting() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.words)
}

// next takes the word that came first, if there is one, or that of a seated player if bystanders crowd the
// table. If there are more, it wakes the table again.
func (m *inbox) next() (w Word, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.words) == 0 {
		return Word{}, false
	}
	first := 0
	if len(m.words) > crowd && bystanders(m.words, m.sits) > crowd {
		first = max(0, slices.IndexFunc(m.words, m.sits))
	}
	w = m.words[first]
	m.words = slices.Delete(m.words, first, first+1)
	if len(m.words) == 0 {
		m.words = nil
	} else {
		m.poke()
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
	m.poke()
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
		m.poke()
	}
}

func (m *inbox) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

// rest takes all words that were said before the inbox was closed.
func (m *inbox) rest() []Word {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.words
	m.words = nil
	return all
}
