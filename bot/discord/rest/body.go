package rest

import (
	"cmp"
	"strconv"

	"settable/bot/discord"
	"settable/store/ids"
)

// The types below are request bodies in Discord's format. New messages omit empty optional keys. Edits include them,
// because an edit replaces the whole message.

const (
	flagEphemeral = 1 << 6
	flagSilent    = 1 << 12
)

type messageBody struct {
	Content     *string        `json:"content,omitempty"`
	Embeds      *[]embedBody   `json:"embeds,omitempty"`
	Mentions    mentionsBody   `json:"allowed_mentions"`
	Components  *[]rowBody     `json:"components,omitempty"`
	Attachments *[]fileBody    `json:"attachments,omitempty"`
	Reference   *referenceBody `json:"message_reference,omitempty"`
	Nonce       string         `json:"nonce,omitempty"`
	Enforce     bool           `json:"enforce_nonce,omitempty"`
	Flags       int            `json:"flags,omitempty"`
}

// mentionsBody lists the users that a message may ping. Requests must always contain it: without it, or with a null
// "parse", Discord pings everyone who is mentioned in the text. Use the function mentions to create a mentionsBody.
type mentionsBody struct {
	Parse   []string   `json:"parse"`
	Users   []ids.User `json:"users"`
	Replied bool       `json:"replied_user"`
}

func mentions(users []ids.User) mentionsBody {
	return mentionsBody{Parse: []string{}, Users: append([]ids.User{}, users...)}
}

type embedBody struct {
	Text string `json:"description"`
}

type fileBody struct {
	ID          string `json:"id"` // the n of the part named files[n]
	Name        string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type referenceBody struct {
	Message ids.Message `json:"message_id"`
	Fail    bool        `json:"fail_if_not_exists"`
}

// Discord's component types.
const (
	kindRow    = 1
	kindButton = 2
	kindSelect = 3
	kindInput  = 4
	kindLabel  = 18

	oneLine = 1 // the style of a text input
)

type rowBody struct {
	Type       int             `json:"type"`
	Components []componentBody `json:"components"`
}

type componentBody struct {
	Type        int          `json:"type"`
	Style       int          `json:"style,omitempty"`
	Label       string       `json:"label,omitempty"`
	CustomID    string       `json:"custom_id"`
	Disabled    bool         `json:"disabled,omitempty"`
	Placeholder string       `json:"placeholder,omitempty"`
	Options     []optionBody `json:"options,omitempty"`
	MinValues   *int         `json:"min_values,omitempty"`
	MaxValues   int          `json:"max_values,omitempty"`
	MinLength   int          `json:"min_length,omitempty"`
	MaxLength   int          `json:"max_length,omitempty"`
	Required    bool         `json:"required,omitempty"`
}

type optionBody struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

type modalBody struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []labelBody `json:"components"`
}

// labelBody is a field of a form with its label. Discord has deprecated rows with text inputs.
// https://discord.com/developers/docs/components/reference#label
type labelBody struct {
	Type      int           `json:"type"`
	Label     string        `json:"label"`
	Component componentBody `json:"component"`
}

// newBody returns the body of a new message, without empty keys.
func newBody(m discord.Message) messageBody {
	b := messageBody{Mentions: mentions(m.Mention)}
	if m.Content != "" {
		b.Content = &m.Content
	}
	if e := embeds(m); len(e) > 0 {
		b.Embeds = &e
	}
	if r := rows(m); len(r) > 0 {
		b.Components = &r
	}
	if f := files(m); len(f) > 0 {
		b.Attachments = &f
	}
	if m.Silent {
		b.Flags |= flagSilent
	}
	return b
}

// editBody returns the body that makes an existing message equal to m.
func editBody(m discord.Message) messageBody {
	e, r := embeds(m), rows(m)
	b := messageBody{Mentions: mentions(m.Mention), Content: &m.Content, Embeds: &e, Components: &r}
	if !m.KeepFiles {
		f := files(m)
		b.Attachments = &f
	}
	return b
}

func embeds(m discord.Message) []embedBody {
	if m.Framed == "" {
		return []embedBody{}
	}
	return []embedBody{{m.Framed}}
}

func files(m discord.Message) []fileBody {
	list := []fileBody{}
	for i, f := range m.Files {
		list = append(list, fileBody{ID: strconv.Itoa(i), Name: f.Name, Description: f.Description})
	}
	return list
}

func rows(m discord.Message) []rowBody {
	list := make([]rowBody, 0, len(m.Rows))
	for _, r := range m.Rows {
		row := rowBody{Type: kindRow, Components: make([]componentBody, 0, len(r.Buttons))}
		for _, b := range r.Buttons {
			row.Components = append(row.Components, button(b))
		}
		list = append(list, row)
	}
	return list
}

func button(b discord.Button) componentBody {
	return componentBody{Type: kindButton, Style: int(cmp.Or(b.Style, discord.Grey)), Label: b.Label,
		CustomID: b.CustomID, Disabled: b.Disabled}
}

func menu(s discord.Select) componentBody {
	c := componentBody{Type: kindSelect, CustomID: s.CustomID, Placeholder: s.Placeholder,
		MinValues: &s.Min, MaxValues: max(s.Max, 1)}
	for _, o := range s.Options {
		c.Options = append(c.Options, optionBody(o))
	}
	return c
}

func modal(m discord.Modal) modalBody {
	b := modalBody{CustomID: m.CustomID, Title: m.Title}
	for _, f := range m.Fields {
		b.Components = append(b.Components, labelBody{Type: kindLabel, Label: f.Label, Component: field(f)})
	}
	return b
}

func field(f discord.Field) componentBody {
	c := componentBody{Type: kindInput, Style: oneLine, CustomID: f.ID, Placeholder: f.Placeholder,
		MinLength: f.Min, MaxLength: f.Max}
	if len(f.Options) > 0 {
		c = menu(f.Select())
	}
	c.Required = true
	return c
}
