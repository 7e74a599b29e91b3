package gateway

import (
	"sync"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// queue holds the events that wait for the reader, in order. When it is full, it drops events and puts a Gap in their
// place. A single server can use at most half of the free room for messages, and at most half for interactions. This
// way, noisy servers leave room for others, and a server's noisy channels leave room for its interactions.
type queue struct {
	capacity int
	out      chan discord.Event
	wake     chan struct{}
	stop     chan struct{}

	mu    sync.Mutex
	list  []discord.Event
	since time.Time // when the newest message or interaction so far was created
	lost  int
	from  map[string]int  // how many events of each source are waiting; see sourceOf
	gaps  map[string]bool // the sources whose last waiting event is a Gap
}

func newQueue(most int) *queue {
	return &queue{capacity: most, from: map[string]int{}, gaps: map[string]bool{}, out: make(chan discord.Event),
		wake: make(chan struct{}, 1), stop: make(chan struct{})}
}

// put appends an event. It returns false if there was no room.
func (q *queue) put(e discord.Event) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) >= q.capacity {
		q.lost++
		// A Gap at the end of the queue covers all events that are lost while it is there. The queue appends nothing
		// after it before the reader has made room.
		if _, ok := q.list[len(q.list)-1].(discord.Gap); !ok {
			q.list = append(q.list, discord.Gap{Since: q.since, Why: "too many unprocessed events"})
		}
		return false
	}
	source, guild := sourceOf(e)
	if source != "" && q.from[source] >= q.capacity-len(q.list) {
		q.lost++
		if guild != 0 && !q.gaps[source] {
			q.gaps[source] = true
			q.list = append(q.list, discord.Gap{Since: q.since, Why: "too many unprocessed events of one server",
				Guild: guild})
		}
		return false
	}
	if at := madeAt(e); at.After(q.since) {
		q.since = at
	}
	if source != "" {
		q.from[source]++
		delete(q.gaps, source)
	}
	q.list = append(q.list, e)
	signal(q.wake)
	return true
}

// note records the time of a message that the bot drops because it doesn't need the message.
func (q *queue) note(at time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if at.After(q.since) {
		q.since = at
	}
}

// newest returns when the newest message or interaction was created.
func (q *queue) newest() time.Time {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.since
}

func (q *queue) counts() (lost, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lost, len(q.list)
}

// pump passes the events to the reader until end is called. It closes the channel out when it ends.
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
			if source, _ := sourceOf(e); source != "" {
				if q.from[source]--; q.from[source] == 0 {
					delete(q.from, source)
				}
			}
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

// sourceOf names the source of an event. Events of the same source share room in the queue: the messages of a server,
// its interactions, a private conversation, or a channel that only bots write in. The source is "" for kinds of events
// that are always few.
func sourceOf(e discord.Event) (source string, guild ids.Guild) {
	switch e := e.(type) {
	case discord.TypedMessage:
		return e.Guild.String(), e.Guild
	case discord.OtherMessage:
		return e.Channel.String(), 0
	case discord.DirectMessage:
		return e.Channel.String(), 0
	}
	guild = discord.InteractionOf(e).Guild
	if guild == 0 {
		return "", 0
	}
	return "interactions in " + guild.String(), guild
}

func madeAt(e discord.Event) time.Time {
	switch e := e.(type) {
	case discord.TypedMessage:
		return e.At
	case discord.OtherMessage:
		return ids.Time(e.ID)
	}
	return discord.InteractionOf(e).At
}
