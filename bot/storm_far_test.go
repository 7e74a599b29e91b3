package bot

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/discord/gateway"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/store/ids"
)

// A fakeDiscord is Discord in a storm. It keeps messages. Sometimes it loses a response, refuses a request or deletes a
// channel. The choice depends only on the seed, the step and the request, so that a run can be repeated.
type fakeDiscord struct {
	seed     uint64
	mu       sync.Mutex
	step     int
	fates    map[string]int // how often each request was made in this step
	weather  faultRates
	ids      uint64
	rooms    map[ids.Channel]*fakeChannel
	removed  map[ids.Guild]bool // servers that have removed the bot
	tickets  map[string]*fakeInteraction
	written  map[ids.Channel][]string // everything that the bot has posted
	faults   int                      // faults so far
	ahead    time.Duration            // how far Discord's clock is ahead of this machine's
	date     string                   // the Date header; "": by that clock
	backward bool                     // messages are listed oldest first
	// editable is how long a message can be edited.
	editable time.Duration
	// faultFor returns the fault of a request if the test decides that; nil: no fault.
	faultFor func(method, path string, b requestBody) *requestFault

	// These are called with everything that the bot writes:
	public  func(channel ids.Channel, post *fakePost)
	private func(who ids.User, channel ids.Channel, text string) // private text
	posted  func(channel ids.Channel, post *fakePost)            // a message of the bot
	replied func(channel ids.Channel, source, text string)       // to a message or a press
}

// requestFault is the fault of a request.
type requestFault struct {
	hangs  bool // it is never answered
	served bool // but carried out
	status int
	out    any // the body of the response; nil: a refusal
}

// faultRates has the probability of each kind of fault.
type faultRates struct {
	lost, unanswered, busy, limited float64

	hanging  float64 // neither answered nor refused
	pictures float64 // refused because of their pictures, and accepted without
}

// A fakeChannel is a channel.
type fakeChannel struct {
	gone   bool
	denied bool // the bot may not write there
	posts  []*fakePost
}

// A fakePost is a message in a channel.
type fakePost struct {
	ID      ids.Message
	Author  discord.UserRef
	Bot     bool
	Gone    bool
	Edited  bool // it was edited after it was posted
	Content string
	Text    string   // everything that can be read: content, alternative texts and the contents of pictures
	Buttons []string // custom ids
	Nonce   string

	Reference ids.Message // the message to which it replies
}

// A fakeInteraction is an interaction.
type fakeInteraction struct {
	id       string
	who      ids.User
	channel  ids.Channel
	at       time.Time
	answered bool
	old      bool          // it is from a table that may have ended
	line     bool          // its answer is a line about picks, which later presses edit
	after    time.Duration // how long the first response took
	deferred bool          // the first response was a deferral
	told     []string      // what its author read, in order
	refused  int           // responses that Discord refused
}

const (
	farBot  ids.User  = 900000000000000001
	farApp            = "900000000000000002"
	farHome ids.Guild = 900000000000000003
)

func newFakeDiscord(seed uint64) *fakeDiscord {
	return &fakeDiscord{seed: seed, editable: time.Hour, fates: map[string]int{},
		rooms: map[ids.Channel]*fakeChannel{}, removed: map[ids.Guild]bool{}, tickets: map[string]*fakeInteraction{},
		written: map[ids.Channel][]string{}}
}

// id returns a new snowflake with the current time.
func (f *fakeDiscord) id() string {
	f.ids++
	n, _ := strconv.ParseUint(ids.MessageAt(time.Now().Add(f.ahead)).String(), 10, 64)
	return strconv.FormatUint(n|f.ids&0x3fffff, 10)
}

func (f *fakeDiscord) room(c ids.Channel) *fakeChannel {
	if f.rooms[c] == nil {
		f.rooms[c] = &fakeChannel{}
	}
	return f.rooms[c]
}

// begin begins an interaction. The caller delivers its event.
func (f *fakeDiscord) begin(guild ids.Guild, c ids.Channel, who discord.UserRef) discord.Interaction {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := f.id()
	in := discord.Interaction{Ticket: discord.Ticket{ID: id, Token: discord.Secret("t" + id), Channel: c},
		Guild: guild, User: who, May: ^discord.Permissions(0), At: ids.Time(discordtest.ID[ids.Message](id))}
	f.await(in)
	return in
}

// await makes an interaction wait for its answer. The lock is held.
func (f *fakeDiscord) await(in discord.Interaction) {
	f.tickets[string(in.Token)] = &fakeInteraction{id: in.ID, who: in.User.ID, channel: in.Channel, at: time.Now()}
}

// write adds a user's message to a channel and returns its event. In a deleted channel it reports false.
func (f *fakeDiscord) write(c ids.Channel, who discord.UserRef, words string) (m discord.TypedMessage, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := discordtest.ID[ids.Message](f.id())
	r := f.room(c)
	r.posts = append(r.posts, &fakePost{ID: id, Author: who, Content: words})
	return discord.TypedMessage{ID: id, Channel: c, Guild: farHome, Author: who, Content: words, At: ids.Time(id)}, !r.gone
}

// posts returns the messages of the bot that are in a channel, oldest first.
func (f *fakeDiscord) posts(c ids.Channel) (all []*fakePost) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.room(c).posts {
		if p.Bot && !p.Gone {
			all = append(all, p)
		}
	}
	return all
}

// edit marks a message as edited by its author.
func (f *fakeDiscord) edit(c ids.Channel, id ids.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.room(c).posts {
		p.Edited = p.Edited || p.ID == id
	}
}

// remove deletes messages.
func (f *fakeDiscord) remove(c ids.Channel, list ...ids.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.room(c).posts {
		p.Gone = p.Gone || slices.Contains(list, p.ID)
	}
}

// deny takes the bot's permissions in a channel away, or gives them back.
func (f *fakeDiscord) deny(c ids.Channel, on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.room(c).denied = on
}

// removeChannel deletes a channel and returns the id of a new one.
func (f *fakeDiscord) removeChannel(c ids.Channel) (fresh ids.Channel) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.room(c).gone = true
	return discordtest.ID[ids.Channel](f.id())
}

// isRemoved reports whether a channel was deleted.
func (f *fakeDiscord) isRemoved(c ids.Channel) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.room(c).gone
}

// setRemoved makes a server remove the bot, or take it back, without an event.
func (f *fakeDiscord) setRemoved(guild ids.Guild, on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.removed[guild] = on
}

// forget forgets all channels.
func (f *fakeDiscord) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.rooms)
	clear(f.written)
}

// A fakeTransport is the HTTP transport of one run of the bot. After that run it reaches no one.
type fakeTransport struct {
	far  *fakeDiscord
	dead chan struct{}
}

var errConnectionReset = errors.New("connection reset")

// chooseFault decides what happens to a request, and how long it takes.
func (f *fakeDiscord) chooseFault(what string) (luck float64, pause time.Duration) {
	n := f.fates[what]
	f.fates[what]++
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %d", f.step, what, n)
	source := rand.New(rand.NewPCG(f.seed, h.Sum64()))
	return source.Float64(), time.Duration(2+source.IntN(60)) * time.Millisecond
}

func (l *fakeTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(req.URL.Path, "/api/v9/")
	body, err := readBody(req)
	if err != nil {
		return nil, err
	}
	if trace := httptrace.ContextClientTrace(req.Context()); trace != nil { // as a transport reports a connection
		trace.GotConn(httptrace.GotConnInfo{Reused: true})
		trace.WroteRequest(httptrace.WroteRequestInfo{})
	}
	f := l.far
	f.mu.Lock()
	what := req.Method + " " + strings.SplitN(path, "/", 2)[0]
	luck, pause := f.chooseFault(what)
	w := f.weather
	var wrong *requestFault
	if f.faultFor != nil {
		wrong = f.faultFor(req.Method, path, body)
	}
	f.mu.Unlock()
	if wrong != nil && wrong.hangs {
		if wrong.served {
			f.mu.Lock()
			f.serve(req.Method, path, req.URL.Query().Get("after"), body)
			f.mu.Unlock()
		}
		select {
		case <-l.dead:
			return nil, errConnectionReset
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.dead:
		return nil, errConnectionReset
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	select {
	case <-l.dead:
		return nil, errConnectionReset
	default:
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case wrong != nil && wrong.status == 0:
		return nil, errConnectionReset
	case wrong != nil && wrong.out != nil:
		return f.answer(req, wrong.status, wrong.out), nil
	case wrong != nil:
		return f.answer(req, wrong.status, refusal(0, http.StatusText(wrong.status))), nil
	case luck < w.lost:
		f.faults++
		return nil, errConnectionReset
	case luck < w.lost+w.busy:
		f.faults++
		return f.answer(req, 502, map[string]any{"message": "bad gateway"}), nil
	case luck < w.lost+w.busy+w.hanging:
		f.faults++
		f.mu.Unlock()
		select {
		case <-l.dead:
		case <-req.Context().Done():
		}
		f.mu.Lock()
		return nil, errConnectionReset
	case len(body.pictures) > 0 && luck > 1-w.pictures:
		f.faults++
		return f.answer(req, 413, refusal(40005, "request entity too large")), nil
	case luck < w.lost+w.busy+w.hanging+w.limited:
		f.faults++
		r := l.far.answer(req, 429, map[string]any{"message": "slow down", "retry_after": 0.7, "global": false})
		r.Header.Set("Retry-After", "1")
		return r, nil
	}
	status, out := f.serve(req.Method, path, req.URL.Query().Get("after"), body)
	if luck < w.lost+w.busy+w.hanging+w.limited+w.unanswered {
		f.faults++
		return nil, io.ErrUnexpectedEOF
	}
	return f.answer(req, status, out), nil
}

func (f *fakeDiscord) answer(req *http.Request, status int, out any) *http.Response {
	raw, _ := json.Marshal(out)
	h := http.Header{}
	h.Set("Date", cmp.Or(f.date, time.Now().Add(f.ahead).UTC().Format(http.TimeFormat)))
	h.Set("X-RateLimit-Limit", "1000") // without these, the bot paces itself
	h.Set("X-RateLimit-Remaining", "999")
	h.Set("X-RateLimit-Reset-After", "0.001")
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(bytes.NewReader(raw)), Request: req,
		ProtoMajor: 1, ProtoMinor: 1}
}

// requestBody is the part of a request's body that matters here.
type requestBody struct {
	Type        int
	Data        *requestBody
	Content     string
	Nonce       string
	Flags       int
	Attachments []struct{ Description string }
	Reference   struct {
		ID ids.Message `json:"message_id"`
	} `json:"message_reference"`
	Components []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		}
	}
	pictures []string
}

func readBody(req *http.Request) (b requestBody, err error) {
	if req.Body == nil {
		return b, nil
	}
	raw := make([]byte, req.ContentLength)
	if _, err := io.ReadFull(req.Body, raw); err != nil {
		return b, err
	}
	kind, boundary, form := strings.Cut(req.Header.Get("Content-Type"), "boundary=")
	if !form {
		if kind == "" || raw[0] == '[' {
			return b, nil // nothing, or commands
		}
		return b, json.Unmarshal(raw, &b)
	}
	var pictures []string
	said := false
	for part := range bytes.SplitSeq(raw, []byte("--"+boundary)) {
		head, text, _ := bytes.Cut(part, []byte("\r\n\r\n"))
		text = bytes.TrimSuffix(text, []byte("\r\n"))
		switch {
		case bytes.Contains(head, []byte(`name="payload_json"`)):
			if err := json.Unmarshal(text, &b); err != nil {
				return b, err
			}
			said = true
		case bytes.Contains(head, []byte("filename=")):
			pictures = append(pictures, string(text))
		}
	}
	if !said {
		return b, errors.New("a form without its message")
	}
	b.pictures = pictures
	return b, nil
}

// read copies a body into a post, as people read it.
func (b requestBody) read(p *fakePost) {
	words := []string{b.Content}
	for _, a := range b.Attachments {
		words = append(words, a.Description)
	}
	p.Content, p.Buttons = b.Content, nil
	for _, row := range b.Components {
		for _, c := range row.Components {
			p.Buttons = append(p.Buttons, c.CustomID)
		}
	}
	for _, b := range p.Buttons { // without their signatures, whose letters are random
		if id, ok := message.ParseID(b); ok {
			words = append(words, id.Words)
		}
	}
	p.Text = strings.Join(append(words, b.pictures...), "\n")
}

func refusal(code int, words string) map[string]any {
	return map[string]any{"code": code, "message": words}
}

// serve handles a request. The farEnd's lock is held.
func (f *fakeDiscord) serve(method, path, after string, b requestBody) (int, any) {
	at := strings.Split(path, "/")
	switch {
	case path == "users/@me":
		return 200, map[string]any{"id": farBot, "username": "Settable", "bot": true}
	case path == "applications/@me":
		return 200, map[string]any{"id": farApp, "name": "Settable", "flags": 1 << 18}
	case at[0] == "gateway":
		return 200, map[string]any{"url": "wss://far.end"}
	case at[0] == "applications":
		return 200, []any{}
	case at[0] == "interactions" && len(at) == 4:
		return f.respond(at[2], b)
	case at[0] == "webhooks":
		return f.webhook(method, at[2], b)
	case at[0] == "guilds" && len(at) == 2:
		if f.removed[discordtest.ID[ids.Guild](at[1])] {
			return 403, refusal(50001, "missing access")
		}
		return 200, map[string]any{"id": at[1], "name": "Home"}
	case at[0] == "channels" && len(at) == 2:
		if f.room(discordtest.ID[ids.Channel](at[1])).gone {
			return 404, refusal(10003, "unknown channel")
		}
		return 200, map[string]any{"id": at[1], "name": "cards"}
	case at[0] == "channels" && len(at) >= 3:
		return f.channel(method, at, after, b)
	}
	return 404, refusal(0, "no such thing: "+path)
}

func (f *fakeDiscord) respond(token string, b requestBody) (int, any) {
	t := f.tickets[token]
	switch {
	case t == nil || time.Since(t.at) > 3*time.Second:
		if t != nil {
			t.refused++
		}
		return 404, refusal(10062, "unknown interaction")
	case t.answered:
		t.refused++
		return 400, refusal(40060, "already answered")
	}
	t.answered, t.after, t.deferred = true, time.Since(t.at), b.Type == 5 || b.Type == 6
	if b.Data == nil || t.deferred {
		return 204, nil
	}
	t.told = append(t.told, b.Data.Content)
	p := &fakePost{}
	b.Data.pictures = b.pictures
	b.Data.read(p)
	f.replied(t.channel, "i"+t.id, p.Content)
	if b.Type == 4 && b.Data.Flags&64 == 0 {
		f.public(t.channel, p)
	} else {
		if !t.old { // the cards of an ended table are no secret
			f.private(t.who, t.channel, p.Text)
		}
	}
	return 204, nil
}

func (f *fakeDiscord) webhook(method, token string, b requestBody) (int, any) {
	t := f.tickets[token]
	if t == nil || time.Since(t.at) > 15*time.Minute {
		return 404, refusal(10015, "unknown webhook")
	}
	if method == http.MethodDelete {
		return 204, nil
	}
	p := &fakePost{}
	b.read(p)
	again := false
	if method == http.MethodPatch && len(t.told) > 0 {
		last := t.told[len(t.told)-1]
		// An edit whose response was lost is sent twice, and its author sees one message. A hand stays up to date.
		again = last == p.Content || isHand(last) && isHand(p.Content)
	}
	if !again {
		if !t.line || len(t.told) == 0 {
			f.replied(t.channel, "i"+t.id, p.Content)
		}
		t.told = append(t.told, p.Content)
	}
	if !t.old {
		f.private(t.who, t.channel, p.Text)
	}
	return 200, map[string]any{"id": f.id()}
}

// isHand reports whether a private message shows its reader's hand.
func isHand(text string) bool { return strings.Contains(text, "Your cards (you're **") }

func (f *fakeDiscord) channel(method string, at []string, after string, b requestBody) (int, any) {
	id := discordtest.ID[ids.Channel](at[1])
	r := f.room(id)
	if r.gone {
		return 404, refusal(10003, "unknown channel")
	}
	if r.denied {
		return 403, refusal(50013, "missing permissions")
	}
	switch {
	case method == http.MethodGet:
		return 200, f.since(id, r, discordtest.ID[ids.Message](after))
	case method == http.MethodPost:
		return f.post(id, r, b)
	case method == http.MethodPut:
		f.replied(id, "m"+at[3], "")
		return 204, nil
	}
	i := slices.IndexFunc(r.posts, func(p *fakePost) bool { return p.ID.String() == at[3] && !p.Gone })
	switch {
	case i < 0:
		return 404, refusal(10008, "unknown message")
	case method == http.MethodDelete:
		r.posts[i].Gone = true
		return 204, nil
	case time.Since(ids.Time(r.posts[i].ID)) > f.editable:
		return 400, refusal(30046, "too many edits of an old message")
	}
	b.read(r.posts[i])
	f.public(id, r.posts[i])
	return 200, map[string]any{"id": r.posts[i].ID}
}

func (f *fakeDiscord) post(id ids.Channel, r *fakeChannel, b requestBody) (int, any) {
	for _, p := range r.posts {
		if b.Nonce == "" || p.Nonce != b.Nonce || time.Since(ids.Time(p.ID)) >= 5*time.Minute {
			continue
		}
		if p.Gone {
			return 404, refusal(10008, "Unknown Message")
		}
		return 200, map[string]any{"id": p.ID}
	}
	p := &fakePost{ID: discordtest.ID[ids.Message](f.id()),
		Author: discord.UserRef{ID: farBot, Name: "Settable"}, Bot: true, Nonce: b.Nonce}
	b.read(p)
	p.Reference = b.Reference.ID
	r.posts = append(r.posts, p)
	if b.Reference.ID != 0 {
		f.replied(id, "m"+b.Reference.ID.String(), p.Content)
	}
	f.written[id] = append(f.written[id], p.Content)
	f.public(id, p)
	f.posted(id, p)
	return 200, map[string]any{"id": p.ID}
}

// since lists messages as Discord does: the next ones after an id, newest first.
func (f *fakeDiscord) since(id ids.Channel, r *fakeChannel, after ids.Message) []any {
	list := []any{}
	for _, p := range r.posts {
		if p.Gone || p.ID <= after || len(list) == 100 {
			continue
		}
		var edited any
		if p.Edited {
			edited = "2026-11-20T20:00:00.000000+00:00"
		}
		var buttons []any
		for _, b := range p.Buttons {
			buttons = append(buttons, map[string]any{"type": 2, "custom_id": b})
		}
		list = append(list, map[string]any{
			"components":       []any{map[string]any{"type": 1, "components": buttons}},
			"edited_timestamp": edited, "id": p.ID, "channel_id": id, "content": p.Content, "type": 0,
			"author": map[string]any{"id": p.Author.ID, "username": p.Author.Name, "bot": p.Bot},
		})
	}
	if !f.backward {
		slices.Reverse(list)
	}
	return list
}

// A fakeSession is the bot's session on a fakeDiscord, for one run of the bot.
type fakeSession struct {
	line   *fakeTransport
	rest   *rest.Client
	events chan discord.Event
	seen   map[ids.Message]bool
	mu     sync.Mutex
	once   sync.Once
}

func (f *fakeDiscord) newSession() *fakeSession {
	line := &fakeTransport{far: f, dead: make(chan struct{})}
	w := &fakeSession{line: line, events: make(chan discord.Event, 64), seen: map[ids.Message]bool{}}
	w.rest = rest.New(rest.Config{Token: "storm", HTTP: &http.Client{Transport: line}})
	return w
}

func (w *fakeSession) Events() <-chan discord.Event { return w.events }
func (w *fakeSession) REST() *rest.Client           { return w.rest }
func (w *fakeSession) Me() discord.UserRef {
	return discord.UserRef{ID: farBot, Name: "Settable"}
}
func (w *fakeSession) Err() error             { return nil }
func (w *fakeSession) Counts() gateway.Counts { return gateway.Counts{} }
func (w *fakeSession) StopIntake()            {}

func (w *fakeSession) Close(context.Context) error {
	w.cut()
	return nil
}

// cut disconnects the wire: nothing reaches Discord any more.
func (w *fakeSession) cut() { w.once.Do(func() { close(w.line.dead) }) }

// send sends an event to the bot, unless Missed has already listed it.
func (w *fakeSession) send(e discord.Event) {
	if m, ok := e.(discord.TypedMessage); ok {
		w.mu.Lock()
		listed := w.seen[m.ID]
		w.seen[m.ID] = true
		w.mu.Unlock()
		if listed {
			return
		}
	}
	w.again(e)
}

// again sends an event once more.
func (w *fakeSession) again(e discord.Event) {
	select {
	case w.events <- e:
	case <-w.line.dead:
	}
}

// Missed lists messages since a time, except those delivered as events.
func (w *fakeSession) Missed(ctx context.Context, guild ids.Guild, channel ids.Channel,
	since time.Time) (list []discord.TypedMessage, err error) {
	page, err := w.rest.MessagesAfter(ctx, channel, ids.MessageAt(since.Add(-2*time.Second)), 100)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, raw := range page {
		if m, ok := gateway.ReadMessage(raw, farBot, guild).(discord.TypedMessage); ok && !w.seen[m.ID] {
			w.seen[m.ID] = true
			list = append(list, m)
		}
	}
	return list, err
}
