package discord

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

type interactionFrame struct {
	ID      string       `json:"id"`
	Token   Secret       `json:"token"`
	Type    int          `json:"type"`
	Guild   GuildID      `json:"guild_id"`
	Channel ChannelID    `json:"channel_id"`
	Member  *memberFrame `json:"member"`
	User    *userFrame   `json:"user"`
	Locale  string       `json:"locale"`
	May     string       `json:"app_permissions"`
	Message *posted      `json:"message"`
	Place   struct {
		Type int `json:"type"`
	} `json:"channel"`
	Data json.RawMessage `json:"data"`
}

// Discord's numbers for interactions.
const (
	askCommand  = 2
	askPress    = 3
	askComplete = 4
	askSubmit   = 5
)

// interaction reads an interaction; kinds it does not know give no event.
func (r reader) interaction(raw []byte) Event {
	var f interactionFrame
	if json.Unmarshal(raw, &f) != nil || f.ID == "" || f.Token == "" {
		return nil
	}
	head, ok := f.head()
	if !ok {
		return nil
	}
	switch f.Type {
	case askCommand:
		return f.slash(head)
	case askComplete:
		return f.complete(head)
	case askPress:
		return f.press(head)
	case askSubmit:
		return f.submit(head)
	}
	return nil
}

// head takes the user from the interaction alone, never from what they sent.
func (f interactionFrame) head() (Interaction, bool) {
	user := f.User
	if f.Member != nil && f.Member.User != nil {
		user = f.Member.User
	}
	if user == nil || user.ID == "" {
		return Interaction{}, false
	}
	h := Interaction{Ticket: Ticket{f.ID, f.Token}, Channel: f.Channel, Guild: f.Guild,
		User: user.called(f.Member), Locale: f.Locale, At: At(f.ID)}
	h.Thread = channelFrame{Type: f.Place.Type}.thread()
	h.May, _ = parsePermissions(f.May) // unreadable: none
	if f.Member != nil {
		bits, _ := parsePermissions(f.Member.Permissions)
		h.ManageGuild = bits.Has(ManageServer)
	}
	return h, true
}

func (f interactionFrame) message() MessageID {
	if f.Message == nil {
		return ""
	}
	return f.Message.ID
}

func (f interactionFrame) press(head Interaction) Event {
	var d struct {
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
	}
	if json.Unmarshal(f.Data, &d) != nil || d.CustomID == "" {
		return nil
	}
	return Press{Interaction: head, CustomID: d.CustomID, MessageID: f.message(), Values: d.Values}
}

// inputFrame is a component of a submitted modal: a row, a label around an input, or an input.
type inputFrame struct {
	ID     string            `json:"custom_id"`
	Value  json.RawMessage   `json:"value"`
	Rows   []json.RawMessage `json:"components"`
	Inside json.RawMessage   `json:"component"`
}

func (f interactionFrame) submit(head Interaction) Event {
	var d struct {
		CustomID string            `json:"custom_id"`
		Rows     []json.RawMessage `json:"components"`
	}
	if json.Unmarshal(f.Data, &d) != nil || d.CustomID == "" {
		return nil
	}
	s := Submit{Interaction: head, CustomID: d.CustomID, Fields: map[string]string{}, MessageID: f.message()}
	fields(s.Fields, d.Rows, 0)
	return s
}

// fields collects the inputs of a modal, at most three layers deep.
func fields(into map[string]string, list []json.RawMessage, depth int) {
	if depth > 3 {
		return
	}
	for _, raw := range list {
		var in inputFrame
		if json.Unmarshal(raw, &in) != nil {
			continue
		}
		if v, ok := printed(in.Value); ok && in.ID != "" {
			into[in.ID] = v
		}
		if len(in.Inside) > 0 {
			in.Rows = append(in.Rows, in.Inside)
		}
		fields(into, in.Rows, depth+1)
	}
}

type commandFrame struct {
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	Options  []optionFrame `json:"options"`
	Resolved struct {
		Users   map[UserID]*userFrame   `json:"users"`
		Members map[UserID]*memberFrame `json:"members"`
	} `json:"resolved"`
}

type optionFrame struct {
	Name    string          `json:"name"`
	Type    OptionKind      `json:"type"`
	Value   json.RawMessage `json:"value"`
	Options []optionFrame   `json:"options"`
	Focused bool            `json:"focused"`
}

func (f interactionFrame) command() (c commandFrame, ok bool) {
	const typed = 1 // not the menu of a user or a message
	err := json.Unmarshal(f.Data, &c)
	return c, err == nil && c.Name != "" && c.Type <= typed
}

func (f interactionFrame) slash(head Interaction) Event {
	c, ok := f.command()
	if !ok {
		return nil
	}
	s := Slash{Interaction: head, Name: c.Name, Names: map[UserID]string{}}
	s.Sub, s.Options, _ = c.words()
	for id, u := range c.Resolved.Users {
		if u != nil {
			s.Names[id] = u.called(c.Resolved.Members[id]).Name
		}
	}
	return s
}

func (f interactionFrame) complete(head Interaction) Event {
	c, ok := f.command()
	if !ok {
		return nil
	}
	e := Complete{Interaction: head, Name: c.Name}
	e.Sub, e.Options, e.Focused = c.words()
	return e
}

// words walks down to the subcommand and prints its options.
func (c commandFrame) words() (sub string, options map[string]string, focused string) {
	var path []string
	list := c.Options
	for len(list) == 1 && (list[0].Type == SubCommand || list[0].Type == SubGroup) && len(path) < 2 {
		path = append(path, list[0].Name)
		list = list[0].Options
	}
	options = map[string]string{}
	for _, o := range list {
		if v, ok := printed(o.Value); ok {
			options[o.Name] = v
		}
		if o.Focused {
			focused = o.Name
		}
	}
	return strings.Join(path, " "), options, focused
}

// printed is a JSON value in words: a string, a number or a boolean.
func printed(raw json.RawMessage) (string, bool) {
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
