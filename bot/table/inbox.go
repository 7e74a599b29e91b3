package table

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// seatedShare is how many moves of one seated player may wait in the inbox.
	seatedShare = 64
	// bystanderShare is how many moves of any other user may wait.
	bystanderShare = 4
	// bystandersRoom is how many moves of all bystanders together may wait.
	bystandersRoom = 32
	// crowd is how many moves of bystanders may wait before the table serves seated players first. Up to that number,
	// the table takes moves in the order of arrival, so that a newcomer's claim is judged fairly.
	crowd = 8
)

// An inbox holds what waits for a table: moves, which have limited room, and the bot's orders, which are few and always
// accepted. Each user has a share of the room, and bystanders take no room from seated players.
// The exported methods are safe to call from any goroutine.
type inbox struct {
	wakeUp   chan struct{}   // holds a token when there is something to take
	isSeated func(Word) bool // reports whether a word is from a seated player or from the bot
	closing  chan struct{}   // closed when the inbox refuses new words

	mu     sync.Mutex
	words  []Word // in order of arrival
	orders []Order
	closed bool
}

func newInbox(sits func(Word) bool) *inbox {
	return &inbox{wakeUp: make(chan struct{}, 1), isSeated: sits, closing: make(chan struct{})}
}

func (m *inbox) poke() {
	select {
	case m.wakeUp <- struct{}{}:
	default:
	}
}

// Put adds w. It returns false if the speaker's share of the room is used up or the inbox is closed.
func (m *inbox) Put(w Word) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || !HasRoom(m.words, w, m.isSeated) {
		return false
	}
	m.words = append(m.words, w)
	m.poke()
	return true
}

// HasRoom reports whether w may be added to the waiting moves. sits reports whether a move is from a seated player.
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

func bystanders(waiting []Word, sits func(Word) bool) (n int) {
	for _, x := range waiting {
		if !sits(x) {
			n++
		}
	}
	return n
}

// Waiting returns the number of waiting moves.
func (m *inbox) Waiting() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.words)
}

// takeWord takes the oldest waiting move, if there is one. If too many bystanders are waiting, it prefers the oldest move
// of a seated player. If more moves are waiting, it wakes the table again.
func (m *inbox) takeWord() (w Word, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.words) == 0 {
		return Word{}, false
	}
	first := 0
	if len(m.words) > crowd && bystanders(m.words, m.isSeated) > crowd {
		first = max(0, slices.IndexFunc(m.words, m.isSeated))
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

// PutWhenRoom waits until there is room and adds w. It gives up if ctx ends or the inbox closes.
func (m *inbox) PutWhenRoom(ctx context.Context, w Word) {
	for !m.Put(w) {
		select {
		case <-m.closing:
			return
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Order adds an order. The table carries out all orders before it takes the next move. Once the inbox is closed,
// Order does nothing.
func (m *inbox) Order(o Order) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.orders = append(m.orders, o)
	m.poke()
}

func (m *inbox) takeOrders() []Order {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.orders
	m.orders = nil
	return all
}

// Closed returns a channel that is closed when the inbox accepts no more moves.
func (m *inbox) Closed() <-chan struct{} { return m.closing }

// Close makes the inbox refuse new moves. The table ends once it has answered the waiting ones.
func (m *inbox) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.closing)
		m.poke()
	}
}

func (m *inbox) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

// takeWords takes all moves that arrived before the inbox was closed.
func (m *inbox) takeWords() []Word {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.words
	m.words = nil
	return all
}
