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
	mu          sync.RWMutex
	tables      map[store.ChannelID]*Table
	ending      map[store.ChannelID]*Table  // the last table of a channel, until its end is in the channel
	stops       map[store.TableID]time.Time // when tables stopped because of a broken invariant
	sleeping    map[store.ChannelID]sleepingTable
	areReopened bool // the tables of the last run were reopened
	closed      bool
}

func newChannels() *channels {
	return &channels{
		tables: map[store.ChannelID]*Table{}, ending: map[store.ChannelID]*Table{}, stops: map[store.TableID]time.Time{},
		sleeping: map[store.ChannelID]sleepingTable{},
	}
}

// TablesReopened records that the tables that were open in the last run are back.
func (l *channels) TablesReopened() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.areReopened = true
}

// MayBeForTable reports whether a message in a channel may be for a table. Before TablesReopened, any message may be.
func (l *channels) MayBeForTable(c store.ChannelID) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	_, asleep := l.sleeping[c]
	return !l.areReopened || asleep || l.tables[c] != nil
}

// TableIn returns the table that plays in a channel, or nil.
func (l *channels) TableIn(c store.ChannelID) *Table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.tables[c]
}

// hasTable reports whether a channel has a table. A table whose game is over does not count, although it may still be
// answering.
func (l *channels) hasTable(c store.ChannelID) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.hasTableLocked(c)
}

// hasTableLocked is hasTable for callers that hold the lock.
func (l *channels) hasTableLocked(c store.ChannelID) bool {
	t := l.tables[c]
	return t != nil && !t.Game.Session().Over()
}

// add registers a table, after calling counted. If the channel has another table or the bot is stopping, add does
// nothing and returns false.
func (l *channels) add(t *Table, counted func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.hasTableLocked(t.Row.Channel) {
		return false
	}
	l.tables[t.Row.Channel] = t
	delete(l.stops, t.Row.ID)
	delete(l.sleeping, t.Row.Channel)
	counted() // before Leave and Wait can see the table
	return true
}

// noteStop records when a table stopped. Its clock does not count the time from then until it plays again.
func (l *channels) noteStop(t *Table, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stops[t.Row.ID] = at
}

// stoppedAt returns when a table stopped, or now if that is not known.
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
		l.ending[t.Row.Channel] = t
	}
}

// noteShown records that a table has shown all it had to show.
func (l *channels) noteShown(t *Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(t.shown)
	if l.ending[t.Row.Channel] == t {
		delete(l.ending, t.Row.Channel)
	}
}

// endingIn returns the table of a channel whose game is over but whose end may not be in the channel yet, or nil.
func (l *channels) endingIn(c store.ChannelID) *Table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if t := l.tables[c]; t != nil && t.Game.Session().Over() {
		return t
	}
	return l.ending[c]
}

// AllTables returns the tables that play.
func (l *channels) AllTables() []*Table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.Collect(maps.Values(l.tables))
}

// refuseTables makes add refuse all further tables.
func (l *channels) refuseTables() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// OrderAll gives an order to every table.
func (l *channels) OrderAll(o table.Order) {
	for _, t := range l.AllTables() {
		t.Game.Order(o)
	}
}

// TablesIn returns the tables that play in a place.
func (l *channels) TablesIn(p Place) []*Table {
	if p.Channel == 0 {
		return slices.DeleteFunc(l.AllTables(), func(t *Table) bool { return t.Row.Guild != p.Guild })
	}
	if t := l.TableIn(p.Channel); t != nil {
		return []*Table{t}
	}
	return nil
}

// TableChannels lists the channels of a server in which a table plays or sleeps.
func (l *channels) TableChannels(g store.GuildID) (all []store.ChannelID) {
	for _, t := range l.TablesIn(Place{Guild: g}) {
		all = append(all, t.Row.Channel)
	}
	for c, guild := range l.SleepingChannels() {
		if guild == g {
			all = append(all, c)
		}
	}
	return all
}

// OrderIn gives an order to every table of one server.
func (l *channels) OrderIn(g store.GuildID, o table.Order) {
	for _, t := range l.TablesIn(Place{Guild: g}) {
		t.Game.Order(o)
	}
}
