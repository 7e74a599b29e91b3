package gateway

import (
	"sync"
	"time"

	"settable/bot/discord"
)

// queue holds the events that wait for the reader, in order. When it is full, events
// are lost, and a Gap takes their place.
type queue struct {
	capacity int
	out      chan discord.Event
	wake     chan struct{}
	stop     chan struct{}

	mu    sync.Mutex
	list  []discord.Event
	since time.Time // when the newest message or interaction that came was made
	lost  int
}

func newQueue(most int) *queue {
	return &queue{capacity: most, out: make(chan discord.Event),
		wake: make(chan struct{}, 1), stop: make(chan struct{})}
}

// put appends an event. It returns false if there was no room.
func (q *queue) put(e discord.Event) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) >= q.capacity {
		q.lost++
		// A Gap at the end covers all that is lost while it is last: nothing is
		// appended behind it before the reader has made room.
		if _, ok := q.list[len(q.list)-1].(discord.Gap); !ok {
			q.list = append(q.list, discord.Gap{Since: q.since, Why: "more events than could be read"})
		}
		return false
	}
	if at := madeAt(e); at.After(q.since) {
		q.since = at
	}
	q.list = append(q.list, e)
	signal(q.wake)
	return true
}

// note notes the time of a message that nobody needs.
func (q *queue) note(at time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if at.After(q.since) {
		q.since = at
	}
}

// newest is when the newest message or interaction was made.
func (q *queue) newest() time.Time {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.since
}

// counts are how many events found no room, and how many wait.
func (q *queue) counts() (lost, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lost, len(q.list)
}

// pump hands the events to the reader until end is called, and then closes out.
func (q *queue) pump() {
	defer close(q.out)
	for {
		e, ok := q.next()
		if !ok {
			return
		}
		select {
		case q.out <- e:
		case <-q.stop:
			return
		}
	}
}

func (q *queue) next() (discord.Event, bool) {
	for {
		q.mu.Lock()
		if len(q.list) > 0 {
			e := q.list[0]
			q.list[0] = nil
			q.list = q.list[1:]
			q.mu.Unlock()
			return e, true
		}
		q.mu.Unlock()
		select {
		case <-q.wake:
		case <-q.stop:
			return nil, false
		}
	}
}

func (q *queue) end() { close(q.stop) }

// madeAt is when a message or an interaction was made; the zero time for other events.
func madeAt(e discord.Event) time.Time {
	switch e := e.(type) {
	case discord.Said:
		return e.At
	case discord.Passed:
		return discord.At(e.ID)
	}
	return discord.Asked(e).At
}
