package bot

import (
	"sync"
	"time"

	tables "settable/bot/table"
	"settable/store"
)

// lobby knows which table stands in which channel.
type lobby struct {
	mu     sync.RWMutex
	tables map[store.ChannelID]*table
	stops  map[store.TableID]time.Time // when a table stopped whose invariants were broken
	begun  bool                        // the tables of before are back
	closed bool
}

func newLobby() *lobby {
	return &lobby{tables: map[store.ChannelID]*table{}, stops: map[store.TableID]time.Time{}}
}

// begin says that the tables that were open before are back.
func (l *lobby) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = true
}

// hears says whether what is said in a channel may be for a table.
func (l *lobby) hears(channel int64) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return !l.begun || l.tables[store.ChannelID(channel)] != nil
}

func (l *lobby) at(c store.ChannelID) *table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.tables[c]
}

// add says whether the table may play: not where one stands, and not when the
// bot is leaving.
func (l *lobby) add(t *table, counted func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.tables[t.row.Channel] != nil {
		return false
	}
	l.tables[t.row.Channel] = t
	delete(l.stops, t.row.ID)
	counted() // before anybody can wait for it
	return true
}

// stopped notes when a table stopped: from then on its clock stands still.
func (l *lobby) stopped(t *table, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stops[t.row.ID] = at
}

// stoppedAt is when a table stopped, or else now.
func (l *lobby) stoppedAt(id store.TableID, now time.Time) time.Time {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if at, ok := l.stops[id]; ok {
		return at
	}
	return now
}

func (l *lobby) drop(t *table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tables[t.row.Channel] == t {
		delete(l.tables, t.row.Channel)
	}
}

func (l *lobby) all() []*table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	list := make([]*table, 0, len(l.tables))
	for _, t := range l.tables {
		list = append(list, t)
	}
	return list
}

// close lets no more tables in, and gives those that play.
func (l *lobby) close() []*table {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	return l.all()
}

// tell orders something of every table, tellIn of those of one server.
func (l *lobby) tell(o tables.Order) {
	for _, t := range l.all() {
		t.Order(o)
	}
}

func (l *lobby) tellIn(g store.GuildID, o tables.Order) {
	for _, t := range l.all() {
		if t.row.Guild == g {
			t.Order(o)
		}
	}
}
