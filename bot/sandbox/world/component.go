package world

import "unicode"

// Component is a row, button, select, text input or label. Type determines which fields are used. The API checks that
// the others are empty.
type Component struct {
	Type        int         `json:"type"`
	ID          int         `json:"id,omitempty"`
	CustomID    string      `json:"custom_id,omitempty"`
	Style       int         `json:"style,omitempty"`
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
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

// Pick is an option of a select.
type Pick struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

// The component types that the sandbox can display.
const (
	TypeRow    = 1
	TypeButton = 2
	TypeSelect = 3
	TypeInput  = 4
	TypeLabel  = 18
)

// Numbered returns a copy of the components with consecutive ids, as Discord assigns them, and with default limits
// for selects.
func Numbered(rows []Component) []Component {
	n := 0
	var walk func([]Component) []Component
	walk = func(in []Component) []Component {
		out := make([]Component, 0, len(in))
		for _, c := range in {
			n++
			c.ID = n
			if c.Type == TypeSelect {
				c.MinValues, c.MaxValues = OrOne(c.MinValues), OrOne(c.MaxValues)
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

// OrOne returns the given number, or 1 if there is none: the default for how many values a select requires or allows.
func OrOne(n *int) *int {
	if n != nil {
		return n
	}
	one := 1
	return &one
}

func inputs(labels []Component) []Component {
	var all []Component
	for _, c := range labels {
		all = append(all, *c.Component)
	}
	return all
}

// IsEmoji reports whether a text looks like an emoji: it has a symbol, and neither letters nor spaces.
func IsEmoji(s string) bool {
	sign := false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsSpace(r):
			return false
		case r >= 0x2000 || r == 0xa9 || r == 0xae:
			sign = true
		}
	}
	return sign && Runes(s) <= 32
}
