package gateway

import (
	"bytes"
	"encoding/json"
	"net/url"
	"sync"

	"settable/bot/discord"
)

// intake is the gateway's handler: it reads frames into events and queues them.
// It runs on discordgo's reading goroutine, so it does nothing that waits.
type intake struct {
	session   *Session
	busySlots chan struct{}

	mu       sync.Mutex
	reader   reader
	seen     discord.Recent[discord.MessageID] // messages, and interactions for which there was no room
	faults   discord.Seldom
	wasReady bool // there was a READY before
	away     bool // the connection is lost
	stopped  bool // no more events
	ended    bool // no more busy answers either
}

// maxBusy bounds the busy answers under way.
const maxBusy = 16

func newIntake(s *Session) *intake {
	return &intake{session: s, busySlots: make(chan struct{}, maxBusy),
		reader: reader{me: s.me.ID, roles: &sync.Map{}}}
}

func (in *intake) stop() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.stopped = true
}

func (in *intake) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.stopped, in.ended = true, true
}

// reserveBusy takes a place among the busy answers under way, if one is free.
func (in *intake) reserveBusy() bool {
	select {
	case in.busySlots <- struct{}{}:
		return true
	default:
		return false
	}
}

func (in *intake) event(l *link, kind string, raw []byte) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch kind {
	case "READY":
		in.ready(l, raw)
	case "RESUMED":
		if l.expectsResumed() { // else nobody asked for it, and there is no session
			in.away = false
			in.put(discord.Resumed{})
			l.markReady(true)
		}
	case messageCreate:
		in.addMessage(raw)
	case "INTERACTION_CREATE":
		in.interaction(raw)
	default:
		if e := in.reader.change(kind, raw); e != nil {
			in.put(e)
		}
	}
}

// lost notes that the connection broke.
func (in *intake) lost() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.wasReady && !in.away {
		in.away = true
		in.put(discord.Away{})
	}
}

type readyFrame struct {
	Guilds []struct {
		ID discord.GuildID `json:"id"`
	} `json:"guilds"`
	App struct {
		ID string `json:"id"`
	} `json:"application"`
	Resume  string `json:"resume_gateway_url"`
	Session string `json:"session_id"`
}

// ready reads a READY. A second one means that the session before it was lost
// with all it had still to tell.
func (in *intake) ready(l *link, raw []byte) {
	var f readyFrame
	if err := json.Unmarshal(raw, &f); err != nil {
		in.session.config.Log.Warn("READY cannot be read", "err", err)
	}
	e := discord.Ready{User: in.session.me, App: f.App.ID, ContentAllowed: l.content, Again: in.wasReady}
	for _, g := range f.Guilds {
		e.Guilds = append(e.Guilds, g.ID)
	}
	in.put(e)
	in.away = false
	if in.wasReady {
		in.put(discord.Gap{Since: in.session.queue.newest(), Why: "a new session"})
	}
	in.wasReady = true
	if u, err := url.Parse(f.Resume); err == nil && u.Host != "" {
		l.resumeAt(u)
	}
	l.markReady(f.Session != "")
}

// addMessage queues a message that somebody needs, once.
func (in *intake) addMessage(raw []byte) {
	f := parseMessage(raw)
	if n, ok := integer(f.id); !ok || n <= 0 {
		in.faults.Warn(in.session.config.Log, "a message cannot be read", noID, "why", noID)
		return
	}
	if !in.needed(f) {
		in.session.queue.note(discord.At(discord.MessageID(f.id)))
		return
	}
	e := in.reader.now().event(f, "")
	if e == nil {
		return
	}
	if _, id := placeOf(e); !in.seen.Has(id) && in.put(e) {
		in.seen.Add(id)
	}
}

// longestCall is how many bytes of a message may be a call for the bot. It is a question.
const longestCall = 24

// needed says whether anybody needs a message: where no table is open, it must
// name the bot or call for it. Nearly all that people write is dropped here.
func (in *intake) needed(f messageFrame) bool {
	hears, calls := in.session.config.Hears, in.session.config.Calls
	if hears == nil || bytes.IndexByte(f.content, '@') >= 0 {
		return true
	}
	if said := unquote(f.content); calls != nil && len(said) <= longestCall &&
		bytes.HasSuffix(said, []byte("?")) && calls(string(said)) {
		return true
	}
	channel, ok := integer(f.channel)
	return ok && hears(channel)
}

// interaction queues an interaction; there is an answer even when there is no room.
func (in *intake) interaction(raw []byte) {
	e, head, wrong := in.reader.now().interaction(raw)
	if wrong != "" {
		in.faults.Warn(in.session.config.Log, "an interaction cannot be read", wrong, "why", wrong)
		if head.ID != "" && in.seen.Add(discord.MessageID(head.ID)) {
			in.session.answer(head, in.session.config.Unreadable)
		}
		return
	}
	id := discord.MessageID(head.ID) // all of Discord's ids are of one kind
	if in.seen.Has(id) || in.put(e) {
		return
	}
	in.seen.Add(id) // whoever was told that there is no room is not heard after all
	if _, suggest := e.(discord.Complete); !suggest {
		in.session.answer(head, in.session.config.Busy)
	}
}

func (in *intake) put(e discord.Event) bool {
	if in.stopped || !in.session.queue.put(e) {
		return false
	}
	in.session.counts.events.Add(1)
	return true
}
