package gateway

import (
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// A Position is how far a session has come. If it is saved outside the process, another process can resume the session
// there.
type Position struct {
	mu       sync.Mutex
	former   place // the session to resume first; zero: none
	now      place
	settled  place // what now was at the last call of Settled
	servers  map[ids.Guild]server
	version  int // increases with each change of servers
	recorded SavedPosition
}

// place is the text form of where a session has come.
type place struct {
	Session  string `json:"session"`
	URL      string `json:"url"` // where Discord wants the session to be resumed
	App      string `json:"app"` // the application's id, which only READY contains
	Intents  int    `json:"intents"`
	Sequence int64  `json:"sequence"` // the last event that was queued
	Answered int64  `json:"answered"` // interactions up to here have been answered
}

// server is what a session has told the bot about a server. Discord doesn't repeat it when the session is resumed.
type server struct {
	IsHere bool   `json:"here,omitempty"` // false: in an outage, or GUILD_CREATE hasn't come yet
	Locale string `json:"locale,omitempty"`
	Role   string `json:"role,omitempty"` // the bot's own role
}

// A SavedPosition is a Position as text.
type SavedPosition struct {
	Session string // where the session has come; "": there is no session to resume
	Servers string // the session's servers; "": as last saved

	version int
}

// NewPosition returns the position that another process has saved. If a text is empty or unreadable, there is no
// session to resume.
func NewPosition(saved SavedPosition) *Position {
	p := &Position{}
	if json.Unmarshal([]byte(saved.Session), &p.former) != nil || json.Unmarshal([]byte(saved.Servers), &p.servers) != nil {
		p.former, p.servers = place{}, nil
	}
	if p.servers == nil {
		p.servers = map[ids.Guild]server{}
	}
	p.now, p.settled = p.former, p.former
	return p
}

// Settled returns the position at the last call, for saving, and whether it has changed since the last MarkSaved. The
// events up to there have been handled, if more than a moment has passed since that call; Discord sends the later ones
// again to the process that resumes.
func (p *Position) Settled() (saved SavedPosition, changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.settled
	if at.Session == p.now.Session {
		at.Answered = p.now.Answered
	}
	p.settled = p.now
	saved = p.save(at)
	return saved, saved != p.recorded
}

// Final returns the position of a session that was closed after all its events had been handled.
func (p *Position) Final() SavedPosition {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.save(p.now)
}

// MarkSaved records that a position has been saved.
func (p *Position) MarkSaved(saved SavedPosition) {
	p.mu.Lock()
	defer p.mu.Unlock()
	saved.Servers = ""
	p.recorded = saved
}

// save returns the text form of the position at a place.
func (p *Position) save(at place) SavedPosition {
	saved := SavedPosition{version: p.version}
	if at.Session != "" {
		saved.Session = text(at)
	}
	if p.version != p.recorded.version {
		saved.Servers = text(p.servers)
	}
	return saved
}

func text(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the values have only strings, numbers and booleans
	}
	return string(text)
}

// begin records a new session. A place without a session means that there is none to resume.
func (p *Position) begin(at place, here []ids.Guild) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.settled = at, at
	p.servers = make(map[ids.Guild]server, len(here))
	for _, g := range here {
		p.servers[g] = server{}
	}
	p.version++
}

// reach records the sequence number of an event. wasTaken is false if the event is left to the next process.
func (p *Position) reach(sequence int64, wasTaken bool) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now.Answered = max(p.now.Answered, sequence)
	if wasTaken {
		p.now.Sequence = max(p.now.Sequence, sequence)
	}
}

// note records what an event says about a server.
func (p *Position) note(e discord.Event, roles *sync.Map) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := e.(type) {
	case discord.GuildHere:
		role, _ := roles.Load(e.Guild)
		of := server{IsHere: true, Locale: e.Locale}
		of.Role, _ = role.(string)
		p.servers[e.Guild] = of
	case discord.GuildGone:
		if e.Outage {
			p.servers[e.Guild] = server{}
		} else {
			delete(p.servers, e.Guild)
		}
	default:
		return
	}
	p.version++
}

// takeFormer returns the session to resume, once.
func (p *Position) takeFormer() (former place, ok bool) {
	if p == nil {
		return place{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	former, p.former = p.former, place{}
	return former, former.Session != ""
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

// answerWithin is how long Discord waits for the first answer to an interaction.
const answerWithin = 3 * time.Second

// wasAnswered reports whether Discord repeats an interaction that the former process has answered, or whose user has
// been told that it failed.
func (l *link) wasAnswered(sequence int64, at time.Time) bool {
	return l != nil && l.adopted != nil && !l.replayed &&
		(sequence <= l.adopted.Answered || time.Since(at) > answerWithin)
}

// adopt queues what READY and GUILD_CREATE would say if the session of another process were new.
func (in *intake) adopt(l *link) {
	if in.wasReady {
		return
	}
	in.wasReady = true
	p := in.session.config.Position
	p.mu.Lock()
	servers := maps.Clone(p.servers)
	p.mu.Unlock()
	here := slices.Sorted(maps.Keys(servers))
	in.put(discord.Ready{User: in.session.me, App: l.adopted.App, ContentAllowed: l.content, Guilds: here, GuildsKnown: true})
	for _, g := range here {
		of := servers[g]
		if !of.IsHere {
			in.put(discord.GuildGone{Guild: g, Outage: true})
			continue
		}
		if of.Role != "" {
			in.reader.roles.Store(g, of.Role)
		}
		in.put(discord.GuildHere{Guild: g, Locale: of.Locale})
	}
}
