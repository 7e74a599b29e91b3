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
	"net/http/httptest"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/discord/gateway"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/bot/sandbox/api"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
	"settable/store/ids"
)

// A faultyDiscord is the sandbox in virtual time, behind a connection that sometimes loses a response or refuses a
// request. These faults depend only on the seed, the step and the request, so that a run is repeatable.
type faultyDiscord struct {
	seed     uint64
	mu       sync.Mutex
	step     int
	fates    map[string]int // how many times each request was made in this step
	weather  faultRates
	world    *world.Locked
	api      http.Handler
	removed  map[ids.Channel]bool     // deleted channels
	tickets  map[string]*ticket       // all interactions, by their tokens
	written  map[ids.Channel][]string // everything that the bot has posted
	known    map[ids.Message]bool     // the posts in written
	faults   int                      // the number of faults so far
	ahead    time.Duration            // how far Discord's clock is ahead of this machine's
	date     string                   // the Date header; "": the time of Discord's clock
	backward bool                     // messages are listed oldest first
	// faultFor lets a test choose the fault of a request; nil: no fault.
	faultFor func(method, path string, b requestBody) *requestFault

	// These functions are called with everything that the bot sends:
	public  func(channel ids.Channel, post *botPost)
	private func(who ids.User, channel ids.Channel, text string) // private text
	posted  func(channel ids.Channel, post *botPost)             // a message of the bot
	replied func(channel ids.Channel, source, text string)       // a reply to a message or a press
}

// requestFault describes how a request fails.
type requestFault struct {
	hangs  bool // the request is never answered
	served bool // the request is nevertheless carried out
	status int
	out    any // the body of the response; nil: a refusal
}

// faultRates holds the probability of each kind of fault.
type faultRates struct {
	lost, unanswered, busy, limited float64

	hanging  float64 // requests that are neither answered nor refused
	pictures float64 // requests that are refused because of their pictures, and accepted without
}

// A botPost is a message of the bot in a channel.
type botPost struct {
	ID        ids.Message
	Content   string
	Text      string      // all readable text: content, alternative texts and the contents of pictures
	Buttons   []string    // custom ids
	Reference ids.Message // the message to which this one replies
}

// A ticket is an interaction together with its answers so far.
type ticket struct {
	id       string
	who      ids.User
	channel  ids.Channel
	at       time.Time
	answered bool
	old      bool          // the interaction is from a table that may have ended
	line     bool          // the answer is a line about picks, which later presses edit
	after    time.Duration // how long the first response took
	deferred bool          // the first response was a deferral
	told     []string      // what the author read, in order
	refused  int           // responses that Discord refused
}

const (
	farBot   ids.User  = 900000000000000001
	farApp             = "900000000000000002"
	farHome  ids.Guild = 900000000000000003
	farToken           = "storm"
)

func newFaultyDiscord(seed uint64) *faultyDiscord {
	f := &faultyDiscord{seed: seed, fates: map[string]int{}, removed: map[ids.Channel]bool{}}
	f.forget()
	return f
}

// forget replaces the world with a new one with empty channels.
func (f *faultyDiscord) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := func() time.Time { return time.Now().Add(f.ahead) } // the caller holds the lock
	w := world.New(world.Rules{Now: now, Token: farToken, MessageContent: true})
	w.GuildID, w.AppID, w.Bot.ID = farHome.String(), farApp, farBot.String()
	w.Channels, w.People = nil, nil
	if f.world != nil {
		f.world.Do(func(old *world.World) {
			w.Further = old.Further
			for _, c := range old.Channels {
				w.Channels = append(w.Channels, &world.Channel{ID: c.ID, Name: c.Name, Guild: c.Guild})
			}
		})
	}
	f.world = world.NewLocked(w, 3*time.Second)
	f.api = api.New(api.Config{
		World: f.world, Faults: &traffic.Faults{}, Traffic: traffic.NewLog(farToken, now, nil), GatewayURL: "wss://far.end",
		Identified: func() int { return 0 }, Shards: 1, Now: now, NoLimits: true, Failed: func(err error) { panic(err) },
	}).Handler()
	f.tickets, f.written, f.known = map[string]*ticket{}, map[ids.Channel][]string{}, map[ids.Message]bool{}
}

// do makes a change to the world that users or moderators could make.
func (f *faultyDiscord) do(act func(*world.World)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.world.Do(act)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// channelIn returns a channel of the world, or nil if the channel was deleted. It creates the channel and its server
// on first use.
func (f *faultyDiscord) channelIn(w *world.World, guild ids.Guild, id ids.Channel) *world.Channel {
	if w.In(guild.String()) == nil {
		w.Further = append(w.Further, &world.Server{GuildID: guild.String(), GuildName: "Elsewhere"})
	}
	c, err := w.Channel(id.String())
	if err != nil && !f.removed[id] {
		c = &world.Channel{ID: id.String(), Name: "cards", Guild: guild.String()}
		i, _ := slices.BinarySearchFunc(w.Channels, id, func(c *world.Channel, id ids.Channel) int {
			return cmp.Compare(discordtest.ID[ids.Channel](c.ID), id)
		})
		w.Channels = slices.Insert(w.Channels, i, c)
	}
	return c
}

// addChannel creates a channel, and its server if that doesn't exist.
func (f *faultyDiscord) addChannel(guild ids.Guild, c ids.Channel) {
	f.do(func(w *world.World) { f.channelIn(w, guild, c) })
}

// userIn returns the id of a user of the world. It creates the user on first use.
func userIn(w *world.World, who discord.UserRef) string {
	id := who.ID.String()
	p, err := w.Person(id)
	if err != nil {
		p = &world.Person{User: world.User{ID: id, Username: "user" + id, Discriminator: "0",
			PrimaryGuild: json.RawMessage("null")}}
		w.People = append(w.People, p)
	}
	p.GlobalName = &who.Name
	return id
}

// begin begins an interaction. The caller delivers its event.
func (f *faultyDiscord) begin(guild ids.Guild, c ids.Channel, who discord.UserRef) (in discord.Interaction) {
	f.do(func(w *world.World) {
		f.channelIn(w, guild, c)
		id := w.Flake.Next(w.Now())
		in = discord.Interaction{Ticket: discord.Ticket{ID: id, Token: discord.Secret("t" + id), Channel: c},
			Guild: guild, User: who, May: ^discord.Permissions(0), At: ids.Time(discordtest.ID[ids.Message](id))}
		f.await(w, in)
	})
	return in
}

// await registers an interaction that the bot has to answer.
func (f *faultyDiscord) await(w *world.World, in discord.Interaction) {
	w.Interactions[in.ID] = &world.Interaction{ID: in.ID, Token: string(in.Token), Kind: world.KindCommand,
		User: userIn(w, in.User), Channel: in.Channel.String(), State: world.Waiting, Began: w.Now()}
	f.tickets[string(in.Token)] = &ticket{id: in.ID, who: in.User.ID, channel: in.Channel, at: time.Now()}
	locked := f.world
	time.AfterFunc(3*time.Second, func() { locked.Do(func(w *world.World) { w.Expire(in.ID) }) })
}

// deliver completes an interaction with data from its event: the kind, and the message whose button was pressed.
func (f *faultyDiscord) deliver(e discord.Event) {
	button, kind := "", 0
	switch e := e.(type) {
	case discord.Press:
		button, kind = e.CustomID, world.KindComponent
	case discord.Submit:
		kind = world.KindModal
	default:
		return
	}
	f.do(func(w *world.World) {
		i := w.Interactions[discord.InteractionOf(e).ID]
		if i == nil {
			return
		}
		i.Kind = kind
		c, err := w.Channel(i.Channel)
		if err != nil {
			return
		}
		for _, p := range slices.Backward(c.Posts) { // the newest message with this button, or else the newest of all
			if p.Message.Author.ID != w.Bot.ID || !p.Sees(i.User) {
				continue
			}
			i.Message = cmp.Or(i.Message, p.Message.ID)
			if slices.ContainsFunc(p.Message.Buttons(), func(b world.Component) bool { return b.CustomID == button }) {
				i.Message = p.Message.ID
				return
			}
		}
	})
}

// write adds a user's message to a channel and returns its event. If the channel was deleted, write returns false.
func (f *faultyDiscord) write(at ids.Channel, who discord.UserRef, words string) (m discord.TypedMessage, ok bool) {
	f.do(func(w *world.World) {
		user, id := userIn(w, who), ""
		if ok = f.channelIn(w, farHome, at) != nil; ok {
			id = must(must(w.Visit(user, at.String())).Reply("", words))
		} else {
			id = w.Flake.Next(w.Now())
		}
		sent := discordtest.ID[ids.Message](id)
		m = discord.TypedMessage{ID: sent, Channel: at, Guild: farHome, Author: who, Content: words, At: ids.Time(sent)}
	})
	return m, ok
}

// posts returns the bot's messages in a channel, oldest first, without its answers to interactions.
func (f *faultyDiscord) posts(at ids.Channel) (all []*botPost) {
	f.do(func(w *world.World) {
		c, err := w.Channel(at.String())
		if err != nil {
			return
		}
		for _, p := range c.Posts {
			if p.Message.Author.ID != w.Bot.ID || p.Via != "" {
				continue
			}
			out := &botPost{ID: discordtest.ID[ids.Message](p.Message.ID), Content: p.Message.Content}
			for _, b := range p.Message.Buttons() {
				out.Buttons = append(out.Buttons, b.CustomID)
			}
			if to := p.Message.MessageReference; to != nil {
				out.Reference = discordtest.ID[ids.Message](to.MessageID)
			}
			all = append(all, out)
		}
	})
	return all
}

// remove deletes messages.
func (f *faultyDiscord) remove(c ids.Channel, list ...ids.Message) {
	f.do(func(w *world.World) {
		for _, id := range list {
			w.Sweep(c.String(), id.String())
		}
	})
}

// removeChannel deletes a channel and returns the id of a new one.
func (f *faultyDiscord) removeChannel(c ids.Channel) (fresh ids.Channel) {
	f.do(func(w *world.World) {
		f.channelIn(w, farHome, c)
		f.removed[c] = true
		_ = w.RemoveChannel(c.String()) // the channel may already be deleted
		fresh = discordtest.ID[ids.Channel](w.Flake.Next(w.Now()))
	})
	return fresh
}

// A faultyTransport is the HTTP transport for one run of the bot. After that run, no request gets through.
type faultyTransport struct {
	far  *faultyDiscord
	dead chan struct{}
}

var errConnectionReset = errors.New("connection reset")

// chooseFault decides whether a request fails, and how long it takes.
func (f *faultyDiscord) chooseFault(what string) (luck float64, pause time.Duration) {
	n := f.fates[what]
	f.fates[what]++
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %d", f.step, what, n)
	source := rand.New(rand.NewPCG(f.seed, h.Sum64()))
	return source.Float64(), time.Duration(2+source.IntN(60)) * time.Millisecond
}

func (l *faultyTransport) RoundTrip(req *http.Request) (out *http.Response, err error) {
	path := strings.TrimPrefix(req.URL.Path, "/api/v9/")
	body, err := readBody(req)
	if err != nil {
		return nil, err
	}
	if trace := httptrace.ContextClientTrace(req.Context()); trace != nil { // real transports also report their connection
		trace.GotConn(httptrace.GotConnInfo{Reused: true})
		trace.WroteRequest(httptrace.WroteRequestInfo{})
	}
	f := l.far
	defer func() {
		if out != nil {
			f.mu.Lock()
			defer f.mu.Unlock()
			out.Header.Set("Date", cmp.Or(f.date, time.Now().Add(f.ahead).UTC().Format(http.TimeFormat)))
		}
	}()
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
			f.serve(req, path, body)
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
		return response(req, wrong.status, wrong.out), nil
	case wrong != nil:
		return response(req, wrong.status, refusal(0, http.StatusText(wrong.status))), nil
	case luck < w.lost:
		f.faults++
		return nil, errConnectionReset
	case luck < w.lost+w.busy:
		f.faults++
		return response(req, 502, map[string]any{"message": "bad gateway"}), nil
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
		return response(req, 413, refusal(40005, "request entity too large")), nil
	case luck < w.lost+w.busy+w.hanging+w.limited:
		f.faults++
		r := response(req, 429, map[string]any{"message": "slow down", "retry_after": 0.7, "global": false})
		r.Header.Set("Retry-After", "1")
		return r, nil
	}
	served := f.serve(req, path, body)
	if luck < w.lost+w.busy+w.hanging+w.limited+w.unanswered {
		f.faults++
		return nil, io.ErrUnexpectedEOF
	}
	return served, nil
}

// response returns the response for a fault, whether the test has chosen the fault or it is random.
func response(req *http.Request, status int, out any) *http.Response {
	raw, _ := json.Marshal(out)
	h := http.Header{}
	h.Set("X-RateLimit-Limit", "1000") // without these headers, the bot paces itself
	h.Set("X-RateLimit-Remaining", "999")
	h.Set("X-RateLimit-Reset-After", "0.001")
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(bytes.NewReader(raw)), Request: req,
		ProtoMajor: 1, ProtoMinor: 1}
}

// requestBody contains the fields of a request's body that matter in these tests.
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
	raw      []byte
}

func readBody(req *http.Request) (b requestBody, err error) {
	if req.Body == nil {
		return b, nil
	}
	raw := make([]byte, req.ContentLength)
	if _, err := io.ReadFull(req.Body, raw); err != nil {
		return b, err
	}
	b.raw = raw
	kind, boundary, form := strings.Cut(req.Header.Get("Content-Type"), "boundary=")
	if !form {
		if kind == "" || raw[0] == '[' {
			return b, nil // no body, or commands
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

// post converts a request body to the post that users see.
func (b requestBody) post() *botPost {
	p := &botPost{Content: b.Content, Reference: b.Reference.ID}
	words := []string{b.Content}
	for _, a := range b.Attachments {
		words = append(words, a.Description)
	}
	for _, row := range b.Components {
		for _, c := range row.Components {
			p.Buttons = append(p.Buttons, c.CustomID)
		}
	}
	for _, b := range p.Buttons { // without their signatures, which consist of random letters
		if id, ok := message.ParseID(b); ok {
			words = append(words, id.Words)
		}
	}
	p.Text = strings.Join(append(words, b.pictures...), "\n")
	return p
}

func refusal(code int, words string) map[string]any {
	return map[string]any{"code": code, "message": words}
}

// serve passes a request to the sandbox, and records what the bot has written. The caller holds the lock.
func (f *faultyDiscord) serve(req *http.Request, path string, b requestBody) *http.Response {
	in := req.Clone(req.Context())
	in.Body = io.NopCloser(bytes.NewReader(b.raw))
	rec := httptest.NewRecorder()
	f.api.ServeHTTP(rec, in)
	at := strings.Split(path, "/")
	switch {
	case at[0] == "interactions" && len(at) == 4:
		f.recordResponse(f.tickets[at[2]], rec.Code < 300, b)
	case rec.Code >= 300:
	case at[0] == "webhooks" && req.Method != http.MethodDelete:
		f.recordAnswer(f.tickets[at[2]], req.Method, b)
	case at[0] == "channels" && len(at) >= 3:
		f.recordPost(req.Method, at, b, rec.Body.Bytes())
	}
	out := rec.Result()
	out.Request = req
	if f.backward && req.Method == http.MethodGet && len(at) == 3 {
		var list []json.RawMessage
		if err := json.Unmarshal(rec.Body.Bytes(), &list); err == nil {
			slices.Reverse(list)
			return response(req, rec.Code, list)
		}
	}
	return out
}

// recordResponse records the first response to an interaction.
func (f *faultyDiscord) recordResponse(t *ticket, taken bool, b requestBody) {
	if t == nil {
		return
	}
	if !taken {
		t.refused++
		return
	}
	t.answered, t.after, t.deferred = true, time.Since(t.at), b.Type == world.ReplyDefer || b.Type == world.ReplyDeferEdit
	if b.Data == nil || t.deferred {
		return
	}
	t.told = append(t.told, b.Data.Content)
	b.Data.pictures = b.pictures
	p := b.Data.post()
	f.replied(t.channel, "i"+t.id, p.Content)
	switch {
	case b.Type == world.ReplyMessage && b.Data.Flags&world.FlagEphemeral == 0:
		f.public(t.channel, p)
	case !t.old: // the cards of an ended table aren't secret
		f.private(t.who, t.channel, p.Text)
	}
}

// recordAnswer records a follow-up message or an edit of an answer.
func (f *faultyDiscord) recordAnswer(t *ticket, method string, b requestBody) {
	if t == nil {
		return
	}
	p, again := b.post(), false
	if method == http.MethodPatch && len(t.told) > 0 {
		last := t.told[len(t.told)-1]
		// An edit whose response was lost is sent twice, but the user sees one message. Edits of a message that shows
		// a hand are expected.
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
}

// isHand reports whether a private message shows a hand.
func isHand(text string) bool { return strings.Contains(text, "Your cards (you're **") }

// recordPost records a post, an edit or a reaction.
func (f *faultyDiscord) recordPost(method string, at []string, b requestBody, out []byte) {
	channel, p := discordtest.ID[ids.Channel](at[1]), b.post()
	switch method {
	case http.MethodPut:
		f.replied(channel, "m"+at[3], "")
	case http.MethodPatch:
		p.ID = discordtest.ID[ids.Message](at[3])
		f.public(channel, p)
	case http.MethodPost:
		var sent struct{ ID ids.Message }
		if err := json.Unmarshal(out, &sent); err != nil {
			panic(err)
		}
		if f.known[sent.ID] {
			return // the second post with the same nonce
		}
		f.known[sent.ID], p.ID = true, sent.ID
		if p.Reference != 0 {
			f.replied(channel, "m"+p.Reference.String(), p.Content)
		}
		f.written[channel] = append(f.written[channel], p.Content)
		f.public(channel, p)
		f.posted(channel, p)
	}
}

// A faultySession is the bot's session with a faultyDiscord, for one run of the bot.
type faultySession struct {
	line   *faultyTransport
	rest   *rest.Client
	events chan discord.Event
	seen   map[ids.Message]bool
	mu     sync.Mutex
	once   sync.Once
}

func (f *faultyDiscord) newSession() *faultySession {
	line := &faultyTransport{far: f, dead: make(chan struct{})}
	w := &faultySession{line: line, events: make(chan discord.Event, 64), seen: map[ids.Message]bool{}}
	w.rest = rest.New(rest.Config{Token: farToken, HTTP: &http.Client{Transport: line}})
	return w
}

func (w *faultySession) Events() <-chan discord.Event { return w.events }
func (w *faultySession) REST() *rest.Client           { return w.rest }
func (w *faultySession) Me() discord.UserRef {
	return discord.UserRef{ID: farBot, Name: "Settable"}
}
func (w *faultySession) Err() error             { return nil }
func (w *faultySession) Counts() gateway.Counts { return gateway.Counts{} }
func (w *faultySession) StopIntake()            {}

func (w *faultySession) Close(context.Context) error {
	w.cut()
	return nil
}

// cut disconnects the session, so that nothing reaches Discord any more.
func (w *faultySession) cut() { w.once.Do(func() { close(w.line.dead) }) }

// send sends an event to the bot, unless Missed has already listed it.
func (w *faultySession) send(e discord.Event) {
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

// again sends an event to the bot a second time.
func (w *faultySession) again(e discord.Event) {
	w.line.far.deliver(e)
	select {
	case w.events <- e:
	case <-w.line.dead:
	}
}

// Missed lists the messages since the given time, except those that were delivered as events.
func (w *faultySession) Missed(ctx context.Context, guild ids.Guild, channel ids.Channel,
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
