package lobby

import (
	"sync"
	"time"

	"settable/bot/table"
	"settable/store"
)

// channels knows which table stands in which channel.
type channels struct {
	mu     sync.RWMutex
	tables map[store.ChannelID]*Table
	stops  map[store.TableID]time.Time // when a table stopped whose invariants were broken
	asleep map[store.ChannelID]sleeper // at which nobody is there
	begun  bool                        // the tables of before are back
	closed bool
}

func newChannels() *channels {
	return &channels{
		tables: map[store.ChannelID]*Table{}, stops: map[store.TableID]time.Time{},
		asleep: map[store.ChannelID]sleeper{},
	}
}

// Begin says that the tables that were open before are back.
func (l *channels) Begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = true
}

// Hears says whether what is said in a channel may be for a table.
func (l *channels) Hears(channel int64) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	_, asleep := l.asleep[store.ChannelID(channel)]
	return !l.begun || asleep || l.tables[store.ChannelID(channel)] != nil
}

// In is the table that plays in a channel, or nil.
func (l *channels) In(c store.ChannelID) *Table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.tables[c]
}

// taken says whether a table stands in a channel. One that has ended makes room at once: what it has to
// answer yet needs none.
func (l *channels) taken(c store.ChannelID) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.stands(c)
}

// stands is taken for who holds the lock.
func (l *channels) stands(c store.ChannelID) bool {
	t := l.tables[c]
	return t != nil && !t.Session().Over()
}

// add says whether the table may play: not where one stands, and not when the
// bot is leaving.
func (l *channels) add(t *Table, counted func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.stands(t.Row.Channel) {
		return false
	}
	l.tables[t.Row.Channel] = t
	delete(l.stops, t.Row.ID)
	delete(l.asleep, t.Row.Channel)
	counted() // before anybody can wait for it
	return true
}

// stopped notes when a table stopped: from then on its clock stands still.
func (l *channels) stopped(t *Table, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stops[t.Row.ID] = at
}

// stoppedAt is when a table stopped, or else now.
func (l *channels) stoppedAt(id store.TableID, now time.Time) time.Time {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if at, ok := l.stops[id]; ok {
		return at
	}
	return now
}

func (l *channels) drop(t *Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tables[t.Row.Channel] == t {
		delete(l.tables, t.Row.Channel)
	}
}

// All are the tables that play.
func (l *channels) All() []*Table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	list := make([]*Table, 0, len(l.tables))
	for _, t := range l.tables {
		list = append(list, t)
	}
	return list
}

// shut lets no more tables in.
func (l *channels) shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// Tell orders something of every table, TellIn of those of one server.
func (l *channels) Tell(o table.Order) {
	for _, t := range l.All() {
		t.Order(o)
	}
}

// TellIn orders something of every table of one server.
func (l *channels) TellIn(g store.GuildID, o table.Order) {
	for _, t := range l.All() {
		if t.Row.Guild == g {
			t.Order(o)
		}
	}
}
