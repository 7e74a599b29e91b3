package world

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Command is an application command in Discord's JSON format.
type Command struct {
	ID                       string            `json:"id"`
	ApplicationID            string            `json:"application_id"`
	Version                  string            `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []CommandOption   `json:"options,omitempty"`
	DefaultMemberPermissions *string           `json:"default_member_permissions"` // always null: everyone
	Contexts                 []int             `json:"contexts"`
}

// CommandOption is an option of a command, or a subcommand with its own options.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
}

// Choice is a value that an option offers. Value is a string or a number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

// The option types that the sandbox supports.
const (
	OptionSub     = 1
	OptionString  = 3
	OptionInteger = 4
	OptionBoolean = 5
	OptionUser    = 6
	OptionNumber  = 10
)

// Option is the value that a person has given for an option of a command. It is either a plain value or a subcommand
// with Options. Type may be zero, because the command's definition contains it. Focused marks the option being typed,
// for Complete.
type Option struct {
	Name    string   `json:"name"`
	Type    int      `json:"type"`
	Value   any      `json:"value,omitempty"`
	Focused bool     `json:"focused,omitempty"`
	Options []Option `json:"options,omitempty"`
}

// Opt returns an option with a plain value.
func Opt(name string, value any) Option { return Option{Name: name, Value: value} }

// Sub returns a subcommand with its options.
func Sub(name string, options ...Option) Option {
	return Option{Name: name, Type: OptionSub, Options: options}
}

// Text returns the value of a choice or option as people would type it.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case float64:
		return strings.TrimSuffix(strconv.FormatFloat(v, 'f', -1, 64), ".0")
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	}
	return ""
}
