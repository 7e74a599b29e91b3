package lobby

import (
	"maps"
	"slices"
	"sync"
	"time"

	"settable/bot/table"
	"settable/store"
	"settable/store/ids"
)

// Tables holds the table of each channel. It is safe for concurrent use.
type Tables struct {
	mu          sync.RWMutex
	tables      map[ids.Channel]*Table
	ending      map[ids.Channel]*Table      // the last table of a channel, until its end is shown there
	stops       map[store.TableID]time.Time // when tables stopped because of a broken invariant
	sleeping    map[ids.Channel]sleepingTable
	areReopened bool // the tables of the last run were reopened
	closed      bool
}

func newTables() *Tables {
	return &Tables{
		tables: map[ids.Channel]*Table{}, ending: map[ids.Channel]*Table{}, stops: map[store.TableID]time.Time{},
		sleeping: map[ids.Channel]sleepingTable{},
	}
}

// MarkReopened records that the tables that were open in the last run are running again.
func (ts *Tables) MarkReopened() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.areReopened = true
}

// mayHear reports whether a message in a channel could be for a table. Before MarkReopened is called, it returns true
// for every channel.
func (ts *Tables) mayHear(c ids.Channel) bool {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	_, asleep := ts.sleeping[c]
	return !ts.areReopened || asleep || ts.tables[c] != nil
}

// In returns the table that is running in a channel, or nil.
func (ts *Tables) In(c ids.Channel) *Table {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	return ts.tables[c]
}

func (ts *Tables) has(c ids.Channel) bool {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	return ts.hasLocked(c)
}

func (ts *Tables) hasLocked(c ids.Channel) bool {
	t := ts.tables[c]
	return t != nil && !t.Game.Session().Over()
}

// add registers a table, and calls counted before other goroutines can see it. If the channel has another table or the
// bot is stopping, add does nothing and returns false.
func (ts *Tables) add(t *Table, counted func()) bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed || ts.hasLocked(t.Row.Channel) {
		return false
	}
	ts.tables[t.Row.Channel] = t
	delete(ts.stops, t.Row.ID)
	delete(ts.sleeping, t.Row.Channel)
	counted() // before Leave and Wait can see the table
	return true
}

// noteStop records when a table stopped, so that its clock doesn't count the time until it runs again.
func (ts *Tables) noteStop(t *Table, at time.Time) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.stops[t.Row.ID] = at
}

// stoppedAt returns when a table stopped, or now if the time is not known.
func (ts *Tables) stoppedAt(id store.TableID, now time.Time) time.Time {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	if at, ok := ts.stops[id]; ok {
		return at
	}
	return now
}

func (ts *Tables) drop(t *Table) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.tables[t.Row.Channel] == t {
		delete(ts.tables, t.Row.Channel)
		ts.ending[t.Row.Channel] = t
	}
}

// notePosterEnded records that the poster of a table has sent everything and ended.
func (ts *Tables) notePosterEnded(t *Table) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	close(t.posterEnded)
	if ts.ending[t.Row.Channel] == t {
		delete(ts.ending, t.Row.Channel)
	}
}

// endingIn returns the channel's table if its game is over but its end may not have been shown in the channel yet, and
// otherwise nil.
func (ts *Tables) endingIn(c ids.Channel) *Table {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	if t := ts.tables[c]; t != nil && t.Game.Session().Over() {
		return t
	}
	return ts.ending[c]
}

// All returns the running tables.
func (ts *Tables) All() []*Table {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	return slices.Collect(maps.Values(ts.tables))
}

// refuse makes add refuse all new tables from now on.
func (ts *Tables) refuse() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.closed = true
}

// OrderAll sends an order to every running table.
func (ts *Tables) OrderAll(o table.Order) {
	for _, t := range ts.All() {
		t.Game.Order(o)
	}
}

// InPlace returns the tables that are running in a place.
func (ts *Tables) InPlace(p Place) []*Table {
	if p.Channel == 0 {
		return slices.DeleteFunc(ts.All(), func(t *Table) bool { return t.Row.Guild != p.Guild })
	}
	if t := ts.In(p.Channel); t != nil {
		return []*Table{t}
	}
	return nil
}

// Channels lists the channels of a server that have a running or sleeping table.
func (ts *Tables) Channels(g ids.Guild) (all []ids.Channel) {
	for _, t := range ts.InPlace(Place{Guild: g}) {
		all = append(all, t.Row.Channel)
	}
	for c, guild := range ts.SleepingChannels() {
		if guild == g {
			all = append(all, c)
		}
	}
	return all
}

// OrderIn sends an order to every running table of a server.
func (ts *Tables) OrderIn(g ids.Guild, o table.Order) {
	for _, t := range ts.InPlace(Place{Guild: g}) {
		t.Game.Order(o)
	}
}
