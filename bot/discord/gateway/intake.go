package gateway

import (
	"encoding/json"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// intake converts the gateway's events and queues them. It runs on discordgo's reading goroutine, so it must never
// block.
type intake struct {
	session   *Session
	busySlots chan struct{}

	mu               sync.Mutex
	reader           reader
	seenMessages     discord.Recent[ids.Message]
	seenInteractions discord.Recent[string] // by id
	faults           discord.FaultLog
	wasReady         bool // READY has already come once
	away             bool // the connection is lost
	stopped          bool // no more events are queued
	ended            bool // interactions are no longer answered either
}

// maxBusy is how many Busy answers can be sent concurrently.
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

// reserveBusy reserves one of the maxBusy slots, if one is free.
func (in *intake) reserveBusy() bool {
	select {
	case in.busySlots <- struct{}{}:
		return true
	default:
		return false
	}
}

func (in *intake) event(l *link, kind string, sequence int64, raw []byte) {
	in.session.logEvent(kind, raw)
	in.mu.Lock()
	defer in.mu.Unlock()
	position := in.session.config.Position
	defer func() { position.reach(sequence, !in.stopped) }()
	if l != nil && l.adopted != nil {
		in.adopt(l)
	}
	switch kind {
	case "READY":
		in.ready(l, raw)
	case "RESUMED":
		in.away = false
		in.put(discord.Resumed{})
		l.replayed = true
		l.markReady(true)
	case "MESSAGE_CREATE":
		in.addMessage(raw)
	case "INTERACTION_CREATE":
		in.interaction(l, sequence, raw)
	default:
		if e := in.reader.change(kind, raw); e != nil {
			position.note(e, in.reader.roles)
			in.put(e)
		}
	}
}

// logEvent logs the kind and the ids of an event. It omits the rest of the event, which may contain secrets, and the
// event's length, which depends on the rest.
func (s *Session) logEvent(kind string, raw []byte) {
	if !s.config.Log.Enabled(s.ctx, slog.LevelDebug) {
		return
	}
	var about struct {
		ID      string `json:"id"`
		Channel string `json:"channel_id"`
		Guild   string `json:"guild_id"`
	}
	_ = json.Unmarshal(raw, &about) // an event without these fields is logged without them
	s.config.Log.Debug("event", "type", kind, "id", about.ID, "channel", about.Channel, "server", about.Guild)
}

// connectionLost queues a Disconnected event, once for each loss of a working connection.
func (in *intake) connectionLost() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.wasReady && !in.away {
		in.away = true
		in.put(discord.Disconnected{})
	}
}

type readyFrame struct {
	Guilds json.RawMessage `json:"guilds"`
	App    struct {
		ID string `json:"id"`
	} `json:"application"`
	Resume  string `json:"resume_gateway_url"`
	Session string `json:"session_id"`
}

// ready handles a READY. A second one means that the previous session was lost together with the events that it hadn't
// sent yet, so a Gap follows.
func (in *intake) ready(l *link, raw []byte) {
	var f readyFrame
	if err := json.Unmarshal(raw, &f); err != nil {
		in.session.config.Log.Warn("reading the gateway's READY event failed", "err", err)
	}
	e := discord.Ready{User: in.session.me, App: f.App.ID, ContentAllowed: l.content, Again: in.wasReady}
	if e.Guilds, e.GuildsKnown = listedGuilds(f.Guilds); !e.GuildsKnown {
		in.session.config.Log.Warn("the gateway's READY event lists no servers")
	}
	in.put(e)
	in.away = false
	if in.wasReady {
		in.put(discord.Gap{Since: in.session.queue.newest(), Why: "a new session"})
	}
	in.wasReady = true
	at := place{Session: f.Session, URL: f.Resume, App: f.App.ID, Intents: int(l.dg.Identify.Intents)}
	if !e.GuildsKnown {
		at.Session = "" // the next process must ask for the servers
	}
	in.session.config.Position.begin(at, e.Guilds)
	if u, err := url.Parse(f.Resume); err == nil && u.Host != "" {
		l.resumeAt(u)
	}
	l.markReady(f.Session != "")
}

// listedGuilds reads READY's list of servers, which may be empty. It returns false if the list is missing or an entry
// can't be read. In that case, a missing server doesn't mean that it has removed the bot.
func listedGuilds(raw json.RawMessage) (ids []ids.Guild, known bool) {
	var list []guildFrame
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, false
	}
	for _, g := range list {
		if g.ID == 0 {
			return nil, false
		}
		ids = append(ids, g.ID)
	}
	return ids, true
}

// addMessage queues a message unless it was queued before or is of no interest to a table or the bot.
func (in *intake) addMessage(raw []byte) {
	var f messageFrame
	if err := json.Unmarshal(raw, &f); err != nil || f.ID == 0 {
		in.faults.Warn(in.session.config.Log, "reading a message event failed", "", "err", err)
		return
	}
	if !in.needs(&f) {
		in.session.queue.note(ids.Time(f.ID))
		return
	}
	if e := in.reader.message(&f, time.Now()); e != nil && !in.seenMessages.Has(f.ID) && in.put(e) {
		in.seenMessages.Add(f.ID)
	}
}

// longestCall is the maximum length in bytes of a question that is addressed to the bot.
const longestCall = 48

// mayCall reports whether a message is a short question. It recognises the wide Japanese question mark.
func mayCall(content string) bool {
	return len(content) <= longestCall && (strings.HasSuffix(content, "?") || strings.HasSuffix(content, "？"))
}

// needs reports whether a message has to become an event. In a channel without a table, the message must mention the
// bot or be a question to it, so nearly all messages there are dropped.
func (in *intake) needs(f *messageFrame) bool {
	hears, calls := in.session.config.WantsAll, in.session.config.Calls
	if f.Guild == 0 { // a direct message
		return true
	}
	if hears == nil || strings.Contains(f.Content, "@") || len(f.Roles) > 0 {
		return true
	}
	if calls != nil && mayCall(f.Content) && calls(f.Content) {
		return true
	}
	return hears(f.Channel)
}

// interaction queues an interaction. If there is no room, or the interaction can't be read, the session answers it
// here.
func (in *intake) interaction(l *link, sequence int64, raw []byte) {
	e, head, wrong := in.reader.interaction(raw, time.Now())
	if l.wasAnswered(sequence, head.At) {
		return
	}
	if wrong != "" {
		in.faults.Warn(in.session.config.Log, "reading an interaction event failed", wrong, "why", wrong)
		if head.ID != "" && in.seenInteractions.Add(head.ID) {
			in.session.answer(head, in.session.config.Unreadable)
		}
		return
	}
	if !in.seenInteractions.Add(head.ID) { // a repeated delivery, perhaps of a refused interaction
		return
	}
	forget := in.session.config.OnInteraction(e)
	if in.put(e) {
		return
	}
	forget()
	if _, suggest := e.(discord.Complete); !suggest {
		stopping := in.stopped
		in.session.answer(head, func(locale string) string { return in.session.config.Busy(locale, stopping) })
	}
}

func (in *intake) put(e discord.Event) bool {
	if in.stopped || !in.session.queue.put(e) {
		return false
	}
	in.session.counts.events.Add(1)
	return true
}
