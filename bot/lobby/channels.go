package lobby

import (
	"maps"
	"slices"
	"sync"
	"time"

	"settable/bot/table"
	"settable/store"
)

// channels knows the table of each channel. It is safe for concurrent use.
type channels struct {
	mu     sync.RWMutex
	tables map[store.ChannelID]*Table
	stops  map[store.TableID]time.Time // when a table stopped because an invariant was broken
	asleep map[store.ChannelID]sleeper // tables at which nobody is
	begun  bool                        // the tables of the last run are back
	closed bool
}

func newChannels() *channels {
	return &channels{
		tables: map[store.ChannelID]*Table{}, stops: map[store.TableID]time.Time{},
		asleep: map[store.ChannelID]sleeper{},
	}
}

// Begin notes that the open tables of the last run are back.
func (l *channels) Begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = true
}

// Hears reports whether a message in a channel may be for a table. Before Begin, any message may be.
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

// taken reports whether a channel has a table. A table whose game is over does not count, although it may still be
// answering.
func (l *channels) taken(c store.ChannelID) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.stands(c)
}

// stands is taken for callers that hold the lock.
func (l *channels) stands(c store.ChannelID) bool {
	t := l.tables[c]
	return t != nil && !t.Game.Session().Over()
}

// add registers a table, after calling counted. It returns false, and does nothing, if the channel has another table or
// the bot is stopping.
func (l *channels) add(t *Table, counted func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.stands(t.Row.Channel) {
		return false
	}
	l.tables[t.Row.Channel] = t
	delete(l.stops, t.Row.ID)
	delete(l.asleep, t.Row.Channel)
	counted() // before Leave and Wait can see the table
	return true
}

// stopped notes when a table stopped. Its clock does not count the time from then until it plays again.
func (l *channels) stopped(t *Table, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stops[t.Row.ID] = at
}

// stoppedAt is when a table stopped; now, if that is not known.
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
	return slices.Collect(maps.Values(l.tables))
}

// shut makes add refuse all further tables.
func (l *channels) shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// Tell gives an order to every table.
func (l *channels) Tell(o table.Order) {
	for _, t := range l.All() {
		t.Game.Order(o)
	}
}

// AllIn are the tables that play in a place.
func (l *channels) AllIn(p Place) []*Table {
	if p.Channel == 0 {
		return slices.DeleteFunc(l.All(), func(t *Table) bool { return t.Row.Guild != p.Guild })
	}
	if t := l.In(p.Channel); t != nil {
		return []*Table{t}
	}
	return nil
}

// TableChannels lists the channels of a server in which a table plays or sleeps.
func (l *channels) TableChannels(g store.GuildID) (all []store.ChannelID) {
	for _, t := range l.AllIn(Place{Guild: g}) {
		all = append(all, t.Row.Channel)
	}
	for c, guild := range l.Sleepers() {
		if guild == g {
			all = append(all, c)
		}
	}
	return all
}

// TellIn gives an order to every table of one server.
func (l *channels) TellIn(g store.GuildID, o table.Order) {
	for _, t := range l.AllIn(Place{Guild: g}) {
		t.Game.Order(o)
	}
}
