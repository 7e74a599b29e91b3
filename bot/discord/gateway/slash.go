package gateway

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"settable/bot/discord"
)

type commandFrame struct {
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	Options  []optionFrame `json:"options"`
	Resolved struct {
		Users   map[discord.UserID]*userFrame   `json:"users"`
		Members map[discord.UserID]*memberFrame `json:"members"`
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
	const typed = 1 // not the menu of a user or a message
	err := json.Unmarshal(f.Data, &c)
	return c, err == nil && c.Name != "" && c.Type <= typed
}

func (f interactionFrame) slash(head discord.Interaction) discord.Event {
	c, ok := f.command()
	if !ok {
		return nil
	}
	s := discord.Slash{Interaction: head, Name: c.Name, Names: map[discord.UserID]string{}}
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

// words finds the subcommand, and its options as text.
func (c commandFrame) words() (sub string, options map[string]string, focused string) {
	var path []string
	list := c.Options
	for len(list) == 1 && (list[0].Type == discord.SubCommand || list[0].Type == discord.SubGroup) &&
		len(path) < 2 {
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

// printed is a JSON string, number or boolean as text.
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
