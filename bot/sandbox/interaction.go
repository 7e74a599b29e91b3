package sandbox

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// Kinds of interactions.
const (
	kindCommand   = 2
	kindComponent = 3
	kindComplete  = 4
	kindModal     = 5
)

// State is how far an interaction has come.
type State string

// The states of an interaction.
const (
	Waiting  State = "waiting"  // the bot has not answered yet
	Deferred State = "deferred" // the bot asked for more time
	Answered State = "answered"
	Modal    State = "modal"  // a form was opened
	Failed   State = "failed" // three seconds passed: "The application did not respond"
)

// interaction is one press, command, form or completion, and what became of it.
type interaction struct {
	ID, Token string
	Kind      int
	User      string
	Channel   string
	Message   string    `json:",omitempty"` // the one whose component was used
	Command   string    `json:",omitempty"`
	Focus     int       `json:",omitempty"` // the type of the option being completed
	Meta      *Metadata `json:",omitempty"`
	State     State
	Original  string     `json:",omitempty"` // the message that is @original
	Filled    bool       `json:",omitempty"` // @original is no longer a blank "thinking" line
	Form      *modalBody `json:",omitempty"`
	Choices   []Choice   `json:",omitempty"`
	Began     time.Time
	timer     *time.Timer
}

// modalBody is a form as the bot opens it.
type modalBody struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

func (i *interaction) halt() {
	if i.timer != nil {
		i.timer.Stop()
	}
}

// Outcome is what became of an interaction. Message is its answer, if that is a message its user can see.
type Outcome struct {
	State   State
	Message *Message
	Form    *Form
	Choices []Choice
}

// Form is an open modal: Submit fills it in.
type Form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// begin sends an interaction to the bot and starts its clock. The lock is held.
func (s *Server) begin(i *interaction, p *Person, c *channel, data any) string {
	i.ID, i.Token = s.world.Flake.next(s.now()), "aW50ZXJhY3Rpb24"+secret()
	i.User, i.Channel, i.State, i.Began = p.ID, c.ID, Waiting, s.now()
	s.forgetInteractions()
	s.world.Interactions[i.ID] = i
	i.timer = time.AfterFunc(s.opt.AnswerWithin, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.expire(i)
	})
	if i.Kind != kindComplete {
		i.Meta = s.metadata(i, p)
	}
	d := s.interactionEvent(i, p, c, data)
	if !s.world.BotGone {
		s.dispatch("INTERACTION_CREATE", 0, func(*session) any { return d })
	}
	s.notify()
	return i.ID
}

// expire fails an interaction nobody answered in time.
func (s *Server) expire(i *interaction) {
	if i.State != Waiting || s.closed {
		return
	}
	i.State = Failed
	if i.Kind != kindComplete {
		s.tellUser(i.User, "failed", map[string]any{"interaction": i.ID, "why": "The application did not respond"})
	}
	s.notify()
}

// forgetInteractions drops those whose token died a while ago.
func (s *Server) forgetInteractions() {
	for id, i := range s.world.Interactions {
		if s.now().Sub(i.Began) > 2*s.opt.TokenLife {
			delete(s.world.Interactions, id)
		}
	}
}

func (s *Server) metadata(i *interaction, p *Person) *Metadata {
	m := &Metadata{ID: i.ID, Type: i.Kind, User: p.User, Owners: map[string]string{"0": s.world.GuildID}}
	switch i.Kind {
	case kindComponent:
		m.InteractedID = i.Message
	case kindModal:
		m.Triggering = i.Meta
	}
	return m
}

// interactionEvent is INTERACTION_CREATE.
func (s *Server) interactionEvent(i *interaction, p *Person, c *channel, data any) map[string]any {
	d := map[string]any{
		"id": i.ID, "application_id": s.world.AppID, "type": i.Kind, "token": i.Token, "version": 1, "locale": "en-US",
		"channel_id": c.ID, "channel": s.channelObject(c), "data": data, "entitlements": []any{},
		"app_permissions": strconv.FormatInt(permBot&^c.Denied, 10), "attachment_size_limit": maxFile,
		"authorizing_integration_owners": map[string]string{"0": s.world.GuildID}, "context": 0,
	}
	if c.With != "" {
		d["user"], d["context"] = p.User, 1
		d["authorizing_integration_owners"] = map[string]string{"0": "0"}
	} else {
		m := s.world.member(p.User)
		m.Permissions = strconv.FormatInt(s.world.permissions(p), 10)
		d["member"], d["guild_id"], d["guild_locale"] = m, s.world.GuildID, "en-US"
		d["guild"] = map[string]any{"id": s.world.GuildID, "locale": "en-US", "features": []string{}}
	}
	if i.Message != "" {
		if p := c.find(i.Message); p != nil {
			d["message"] = s.forBot(p, true)
		}
	}
	return d
}

// Outcome tells what became of an interaction so far.
func (s *Server) Outcome(interaction string) (Outcome, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := s.world.Interactions[interaction]
	if !ok {
		return Outcome{}, false
	}
	out := Outcome{State: i.State, Choices: i.Choices}
	if i.Form != nil {
		f := Form(*i.Form)
		out.Form = &f
	}
	if c, err := s.world.channel(i.Channel); err == nil && i.Original != "" {
		if p := c.find(i.Original); p != nil && p.sees(i.User) {
			m := s.view(p, i.User)
			out.Message = &m
		}
	}
	return out, true
}

// decodeData reads the data of a callback strictly, with the faults' paths under "data".
func decodeData(raw json.RawMessage, to any, keys ...string) error {
	if len(raw) == 0 || string(raw) == "null" {
		raw = []byte("{}")
	}
	return underData(payload{raw: raw}.decode(to, keys...))
}

// underData moves the faults of a callback's data to where the data is.
func underData(err error) error {
	var no *refusal
	if errors.As(err, &no) && no.Errors != nil {
		return &refusal{status: no.status, Code: no.Code, Message: no.Message, Errors: tree{"data": no.Errors}}
	}
	return err
}
