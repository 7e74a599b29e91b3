package gateway

import (
	"sync"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// queue holds the events that wait for the reader, in order. When it is full, events are lost and a Gap takes their
// place. One guild may use at most half of the free room for messages, and as much for interactions. So noisy guilds
// leave room for the others, and a guild's noisy channels leave room for its interactions.
type queue struct {
	capacity int
	out      chan discord.Event
	wake     chan struct{}
	stop     chan struct{}

	mu    sync.Mutex
	list  []discord.Event
	since time.Time // when the newest message or interaction that came was made
	lost  int
	from  map[string]int  // how many events of each source wait, see sourceOf
	gaps  map[string]bool // the sources with a Gap behind which nothing of theirs waits
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
		// A Gap at the end covers all events lost while it is last: nothing is appended behind it before the reader has
		// made room.
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

// note records the time of a message that is not needed.
func (q *queue) note(at time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if at.After(q.since) {
		q.since = at
	}
}

// newest returns when the newest message or interaction was made.
func (q *queue) newest() time.Time {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.since
}

// counts returns how many events found no room, and how many wait.
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

// sourceOf names the events that share room in the queue: the messages of a guild, its interactions, a private
// conversation, or a channel in which only bots write. It is "" for events that are always few.
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

// madeAt returns when a message or an interaction was made; the zero time for other events.
func madeAt(e discord.Event) time.Time {
	switch e := e.(type) {
	case discord.TypedMessage:
		return e.At
	case discord.OtherMessage:
		return ids.Time(e.ID)
	}
	return discord.InteractionOf(e).At
}
