package gateway

import (
	"encoding/json"
	"net/url"
	"reflect"
	"sync"

	"github.com/bwmarrin/discordgo"
)

// A Position is how far a session has come. If it is saved outside the process, another process can resume the session
// there.
type Position struct {
	mu      sync.Mutex
	former  place // the session to resume first; zero: none
	now     place
	settled place // what now was at the last call of Settled
}

// place is the text form of a Position.
type place struct {
	Session  string `json:"session"`
	URL      string `json:"url"` // where Discord wants the session to be resumed
	App      string `json:"app"` // the application's id, which only READY contains
	Intents  int    `json:"intents"`
	Sequence int64  `json:"sequence"`
}

// NewPosition returns the position that another process has saved. An empty or unreadable text means that there is none,
// so the session will identify.
func NewPosition(saved string) *Position {
	p := &Position{}
	if json.Unmarshal([]byte(saved), &p.former) != nil {
		p.former = place{}
	}
	p.now, p.settled = p.former, p.former
	return p
}

// Settled returns the position at the last call, for saving. The events up to there have been handled, if more than a
// moment has passed since that call; Discord sends the later ones again to the process that resumes.
func (p *Position) Settled() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.settled.text()
	p.settled = p.now
	return text
}

// Final returns the position of a session that was closed after all its events had been handled.
func (p *Position) Final() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now.text()
}

func (p place) text() string {
	if p.Session == "" {
		return ""
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // it has only strings and numbers
	}
	return string(text)
}

// begin records a new session, or that there is none to resume.
func (p *Position) begin(at place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.settled = at, at
}

// reach records the sequence number of an event that has been queued.
func (p *Position) reach(sequence int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now.Sequence = max(p.now.Sequence, sequence)
}

// takeFormer returns the session to resume, once. It returns false if there is none with the given intents.
func (p *Position) takeFormer(intents discordgo.Intent) (place, bool) {
	if p == nil {
		return place{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.former.Session == "" || p.former.Intents != int(intents) {
		return place{}, false
	}
	from := p.former
	p.former = place{}
	return from, true
}

// adopt makes the link resume another process's session. discordgo has no function for that, so adopt sets its fields.
func (l *link) adopt(from place) {
	dg := reflect.ValueOf(l.dg).Elem()
	id := dg.FieldByName("sessionID")
	*(*string)(id.Addr().UnsafePointer()) = from.Session
	sequence := dg.FieldByName("sequence")
	**(**int64)(sequence.Addr().UnsafePointer()) = from.Sequence
	l.adopted, l.hasSession = &from, true
	if u, err := url.Parse(from.URL); err == nil && u.Host != "" {
		l.resumeAt(u)
	}
}
