package sandbox

import "strings"

// Component is a row, button, select, text input or label, as sent and as shown. Which fields count depends on Type;
// check_component.go holds the rules.
type Component struct {
	Type        int         `json:"type"`
	ID          int         `json:"id,omitempty"`
	CustomID    string      `json:"custom_id,omitempty"`
	Style       int         `json:"style,omitempty"`
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
	Emoji       *ButtonFace `json:"emoji,omitempty"`
	URL         string      `json:"url,omitempty"`
	SKU         string      `json:"sku_id,omitempty"`
	Disabled    bool        `json:"disabled,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	MinValues   *int        `json:"min_values,omitempty"`
	MaxValues   *int        `json:"max_values,omitempty"`
	Options     []Pick      `json:"options,omitempty"`
	Value       string      `json:"value,omitempty"`
	Required    *bool       `json:"required,omitempty"`
	MinLength   *int        `json:"min_length,omitempty"`
	MaxLength   *int        `json:"max_length,omitempty"`
	Components  []Component `json:"components,omitempty"`
	Component   *Component  `json:"component,omitempty"`
}

// ButtonFace is the emoji on a button or beside a choice of a select.
type ButtonFace struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name"`
	Animated bool   `json:"animated,omitempty"`
}

// Pick is one choice of a select.
type Pick struct {
	Label       string      `json:"label"`
	Value       string      `json:"value"`
	Description string      `json:"description,omitempty"`
	Emoji       *ButtonFace `json:"emoji,omitempty"`
	Default     bool        `json:"default,omitempty"`
}

// The component types of messages and modals that the sandbox shows.
const (
	typeRow    = 1
	typeButton = 2
	typeSelect = 3
	typeInput  = 4
	typeLabel  = 18
	styleLink  = 5
)

// numbered gives every component the id Discord gives it, counting through the message, and the defaults of selects.
func numbered(rows []Component) []Component {
	n := 0
	var walk func([]Component) []Component
	walk = func(in []Component) []Component {
		out := make([]Component, 0, len(in))
		for _, c := range in {
			n++
			c.ID = n
			if c.Type == typeSelect {
				c.MinValues, c.MaxValues = orOne(c.MinValues), orOne(c.MaxValues)
			}
			if c.Components != nil {
				c.Components = walk(c.Components)
			}
			if c.Component != nil {
				one := walk([]Component{*c.Component})
				c.Component = &one[0]
			}
			out = append(out, c)
		}
		return out
	}
	return walk(rows)
}

func orOne(n *int) *int {
	if n != nil {
		return n
	}
	one := 1
	return &one
}

// inputs lists the text inputs and selects of a modal, in order.
func inputs(components []Component) []Component {
	var all []Component
	for _, c := range components {
		switch {
		case c.Type == typeLabel && c.Component != nil:
			all = append(all, *c.Component)
		case c.Type == typeRow:
			all = append(all, c.Components...)
		}
	}
	return all
}

// Embed is a rich box in a message, as sent and as shown.
type Embed struct {
	Type        string       `json:"type,omitempty"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *EmbedImage  `json:"image,omitempty"`
	Thumbnail   *EmbedImage  `json:"thumbnail,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedFooter is the small print under an embed.
type EmbedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedImage is a picture in an embed; attachment:// names a file of the same message.
type EmbedImage struct {
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url,omitempty"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Description string `json:"description,omitempty"`
}

// EmbedAuthor is the line above an embed's title.
type EmbedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is one named value of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// attached gives the file name that an attachment:// address names.
func attached(url string) (string, bool) { return strings.CutPrefix(url, "attachment://") }
