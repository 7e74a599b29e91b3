package gateway

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

type interactionFrame struct {
	ID      string         `json:"id"`
	Token   discord.Secret `json:"token"`
	Type    int            `json:"type"`
	Guild   ids.Guild      `json:"guild_id"`
	Channel ids.Channel    `json:"channel_id"`
	Member  *memberFrame   `json:"member"`
	User    *userFrame     `json:"user"`
	Locale  string         `json:"locale"`
	Spoken  string         `json:"guild_locale"`
	May     string         `json:"app_permissions"`
	Message *struct {
		ID    ids.Message `json:"id"`
		Flags int         `json:"flags"`
		Files []struct {
			Description string `json:"description"`
		} `json:"attachments"`
	} `json:"message"`
	Place struct {
		Kind int `json:"type"`
	} `json:"channel"`
	Data json.RawMessage `json:"data"`
}

// Discord's types of interactions.
const (
	interactionCommand  = 2
	interactionPress    = 3
	interactionComplete = 4
	interactionSubmit   = 5
)

// Possible reasons why an interaction can't be parsed. They appear in the host's log.
const (
	noInteraction  = "invalid JSON"
	noID           = "missing ID or token"
	noUser         = "missing user"
	unknownKind    = "unknown type"
	unreadableData = "invalid data"
)

// interaction parses an interaction that arrived at the given time. On failure it returns no event, and wrong gives the
// reason. head is set if a user is waiting for an answer.
func (r reader) interaction(raw []byte, received time.Time) (e discord.Event, head discord.Interaction, wrong string) {
	var f interactionFrame
	if json.Unmarshal(raw, &f) != nil {
		return nil, head, noInteraction
	}
	id, err := ids.Parse[ids.Message](f.ID) // an interaction's id has the format of a message's id
	if err != nil || f.Token == "" {
		return nil, head, noID
	}
	head, ok := f.head(ids.Time(id))
	if !ok {
		return nil, head, noUser
	}
	head.ReceivedAt = received
	switch f.Type {
	case interactionCommand:
		e = f.slash(head)
	case interactionComplete:
		e = f.complete(head)
	case interactionPress:
		e = f.press(head)
	case interactionSubmit:
		e = f.submit(head)
	default:
		return nil, discord.Interaction{}, unknownKind
	}
	switch {
	case e != nil:
		return e, head, ""
	case f.Type == interactionComplete: // suggestions need no answer
		return nil, discord.Interaction{}, unreadableData
	}
	return nil, head, unreadableData
}

// head parses the fields that all interactions share. at is the time that the id contains. head reads the user from
// fields that Discord sets, never from user input.
func (f interactionFrame) head(at time.Time) (discord.Interaction, bool) {
	user := f.User
	if f.Member != nil && f.Member.User != nil {
		user = f.Member.User
	}
	if user == nil || user.ID == 0 {
		return discord.Interaction{}, false
	}
	h := discord.Interaction{Ticket: discord.Ticket{ID: f.ID, Token: f.Token, Channel: f.Channel},
		Guild: f.Guild, User: user.ref(f.Member), Locale: f.Locale, Spoken: f.Spoken,
		At: at}
	h.Thread = discord.IsThread(f.Place.Kind)
	h.May = permissions(f.May)
	if f.Message != nil {
		h.On = f.Message.ID
		if len(f.Message.Files) > 0 {
			h.Shows = f.Message.Files[0].Description
		}
	}
	if f.Member != nil {
		h.UserMay = permissions(f.Member.Permissions)
		h.ManageGuild = h.UserMay.Has(discord.ManageServer)
	}
	return h, true
}

// permissions parses a set of permissions, which Discord writes as a decimal number. It returns 0 if the number is
// invalid.
func permissions(decimal string) discord.Permissions {
	bits, err := strconv.ParseUint(decimal, 10, 64)
	if err != nil {
		return 0
	}
	return discord.Permissions(bits)
}

// isPrivate reports whether only the user sees the message (flag EPHEMERAL).
func (f interactionFrame) isPrivate() bool { return f.Message != nil && f.Message.Flags&(1<<6) != 0 }

func (f interactionFrame) press(head discord.Interaction) discord.Event {
	var d struct {
		CustomID string `json:"custom_id"`
	}
	if json.Unmarshal(f.Data, &d) != nil || d.CustomID == "" {
		return nil
	}
	return discord.Press{Interaction: head, CustomID: d.CustomID, Private: f.isPrivate()}
}

// inputFrame is a component of a submitted modal: a row, a label around an input, or an input.
type inputFrame struct {
	ID     string            `json:"custom_id"`
	Value  json.RawMessage   `json:"value"`
	Values []string          `json:"values"` // of a select menu
	Rows   []json.RawMessage `json:"components"`
	Inside json.RawMessage   `json:"component"`
}

func (f interactionFrame) submit(head discord.Interaction) discord.Event {
	var d struct {
		CustomID string            `json:"custom_id"`
		Rows     []json.RawMessage `json:"components"`
	}
	if json.Unmarshal(f.Data, &d) != nil || d.CustomID == "" {
		return nil
	}
	s := discord.Submit{Interaction: head, CustomID: d.CustomID, Fields: map[string]string{},
		Private: f.isPrivate()}
	collectFields(s.Fields, d.Rows, 0)
	return s
}

// collectFields collects the inputs of a modal, up to three layers deep.
func collectFields(into map[string]string, list []json.RawMessage, depth int) {
	if depth > 3 {
		return
	}
	for _, raw := range list {
		var in inputFrame
		if json.Unmarshal(raw, &in) != nil {
			continue
		}
		switch v, ok := scalarText(in.Value); {
		case in.ID == "":
		case ok:
			into[in.ID] = v
		case in.Values != nil:
			into[in.ID] = strings.Join(in.Values, " ")
		}
		if len(in.Inside) > 0 {
			in.Rows = append(in.Rows, in.Inside)
		}
		collectFields(into, in.Rows, depth+1)
	}
}

type commandFrame struct {
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	Options  []optionFrame `json:"options"`
	Resolved struct {
		Users   map[ids.User]*userFrame   `json:"users"`
		Members map[ids.User]*memberFrame `json:"members"`
	} `json:"resolved"`
}

type optionFrame struct {
	Name    string             `json:"name"`
	Type    discord.OptionKind `json:"type"`
	Value   json.RawMessage    `json:"value"`
	Options []optionFrame      `json:"options"`
	Focused bool               `json:"focused"`
}

func (f interactionFrame) command() (c commandFrame, ok bool) {
	const typed = 1 // not the context menu of a user or a message
	err := json.Unmarshal(f.Data, &c)
	return c, err == nil && c.Name != "" && c.Type <= typed
}

func (f interactionFrame) slash(head discord.Interaction) discord.Event {
	c, ok := f.command()
	if !ok {
		return nil
	}
	s := discord.Slash{Interaction: head, Name: c.Name, Names: map[ids.User]string{}}
	s.Sub, s.Options, _ = c.words()
	for id, u := range c.Resolved.Users {
		if u != nil {
			s.Names[id] = u.ref(c.Resolved.Members[id]).Name
		}
	}
	return s
}

func (f interactionFrame) complete(head discord.Interaction) discord.Event {
	c, ok := f.command()
	if !ok {
		return nil
	}
	e := discord.Complete{Interaction: head, Name: c.Name}
	_, e.Options, e.Focused = c.words()
	return e
}

// words returns the subcommand and its options as text.
func (c commandFrame) words() (sub string, options map[string]string, focused string) {
	list := c.Options
	if len(list) == 1 && list[0].Type == discord.SubCommand {
		sub, list = list[0].Name, list[0].Options
	}
	options = map[string]string{}
	for _, o := range list {
		if v, ok := scalarText(o.Value); ok {
			options[o.Name] = v
		}
		if o.Focused {
			focused = o.Name
		}
	}
	return sub, options, focused
}

// scalarText returns a JSON string, number or boolean as text.
func scalarText(raw json.RawMessage) (string, bool) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return "", false
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, true
	}
	var b bool
	if json.Unmarshal(raw, &b) == nil {
		return strconv.FormatBool(b), true
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String(), true
	}
	return "", false
}
