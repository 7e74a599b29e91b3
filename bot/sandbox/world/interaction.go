package world

import (
	"strconv"
	"time"
)

// Kinds of interactions.
const (
	KindCommand   = 2
	KindComponent = 3
	KindComplete  = 4
	KindModal     = 5
)

// State is the progress of an interaction.
type State string

// States of an interaction.
const (
	Waiting  State = "waiting"  // the bot has not answered yet
	Deferred State = "deferred" // the bot has asked for more time
	Answered State = "answered"
	Modal    State = "modal"  // the bot opened a form
	Failed   State = "failed" // the bot didn't answer in time: "The application did not respond"
)

// tokenLife is how long the token of an interaction is valid.
const tokenLife = 15 * time.Minute

// Interaction is a button press, command, form or autocomplete request, together with its result.
type Interaction struct {
	ID, Token string
	Kind      int
	User      string
	Channel   string
	Message   string    `json:",omitempty"` // the message whose component was used
	Command   string    `json:",omitempty"`
	CustomID  string    `json:",omitempty"` // the custom id of the component
	Focus     int       `json:",omitempty"` // the type of the option being completed
	Meta      *Metadata `json:",omitempty"`
	State     State
	Original  string   `json:",omitempty"` // the id of the @original message
	Filled    bool     `json:",omitempty"` // @original has content and is no longer a "thinking" message
	Form      *Form    `json:",omitempty"`
	Choices   []Choice `json:",omitempty"`
	Began     time.Time
}

// Interactions holds the interactions whose tokens may still be valid, by id.
type Interactions map[string]*Interaction

// Form is a modal that the bot has opened. A person fills it in with Submit.
type Form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Outcome is the result of an interaction. Message is the bot's answer, if it is a message that the user can see.
type Outcome struct {
	State   State
	Message *Message
	Form    *Form
	Choices []Choice
}

func (v Visitor) begin(i *Interaction, data any) string {
	w := v.w
	w.Interactions.forget(w.now().Add(-2 * tokenLife))
	i.ID, i.Token = w.newID(), "aW50ZXJhY3Rpb24"+Secret()
	i.User, i.Channel, i.State, i.Began = v.person.ID, v.c.ID, Waiting, w.now()
	w.Interactions[i.ID] = i
	w.news.Asked = append(w.news.Asked, i.ID)
	if i.Kind != KindComplete {
		i.Meta = v.metadata(i)
	}
	if !w.Of(v.c).BotGone {
		w.news.event("INTERACTION_CREATE", v.c.Guild, 0, v.interactionEvent(i, data))
	}
	w.Touch()
	return i.ID
}

// forget drops the interactions that began before the given time, because their tokens have expired.
func (all Interactions) forget(before time.Time) {
	for id, i := range all {
		if i.Began.Before(before) {
			delete(all, id)
		}
	}
}

func (v Visitor) metadata(i *Interaction) *Metadata {
	m := &Metadata{ID: i.ID, Type: i.Kind, User: v.person.User,
		Owners: map[string]string{"0": v.w.Of(v.c).GuildID}}
	switch i.Kind {
	case KindComponent:
		m.InteractedID = i.Message
	case KindModal:
		m.Triggering = i.Meta
	}
	return m
}

// maxFile is the upload limit of a server without boosts.
const maxFile = 10 << 20

func (v Visitor) interactionEvent(i *Interaction, data any) map[string]any {
	w, c, g := v.w, v.c, v.w.Of(v.c)
	owners := map[string]string{"0": g.GuildID}
	d := map[string]any{
		"id": i.ID, "application_id": w.AppID, "type": i.Kind, "token": i.Token, "version": 1,
		"locale":     v.person.Locale(),
		"channel_id": c.ID, "channel": g.ChannelObject(c), "data": data, "entitlements": []any{},
		"app_permissions":                strconv.FormatInt(PermissionsOfBot&^c.Denied&^g.Denied, 10),
		"attachment_size_limit":          maxFile,
		"authorizing_integration_owners": owners, "context": 0,
	}
	if c.With != "" {
		owners["0"] = "0"
		d["user"], d["context"] = v.person.User, 1
	} else {
		m := g.Member(v.person.User)
		m.Permissions = strconv.FormatInt(g.permissions(v.person), 10)
		d["member"], d["guild_id"], d["guild_locale"] = m, g.GuildID, american
		d["guild"] = map[string]any{"id": g.GuildID, "locale": american, "features": []string{}}
	}
	if p := c.Find(i.Message); p != nil {
		d["message"] = v.view(p)
	}
	return d
}

// Expire marks an interaction as failed if the bot still hasn't answered it.
func (w *World) Expire(interaction string) {
	i := w.Interactions[interaction]
	if i == nil || i.State != Waiting {
		return
	}
	i.State = Failed
	if i.Kind != KindComplete {
		w.news.tell(i.User, "failed", map[string]any{"interaction": i.ID, "why": "The application did not respond"})
	}
	w.Touch()
}

// Outcome returns the current result of an interaction.
func (w *World) Outcome(interaction string) (Outcome, bool) {
	i, ok := w.Interactions[interaction]
	if !ok {
		return Outcome{}, false
	}
	out := Outcome{State: i.State, Choices: i.Choices}
	if i.Form != nil {
		f := *i.Form
		out.Form = &f
	}
	if c, err := w.Channel(i.Channel); err == nil && i.Original != "" {
		if p := c.Find(i.Original); p != nil && p.Sees(i.User) {
			m := c.View(p, i.User)
			out.Message = &m
		}
	}
	return out, true
}
