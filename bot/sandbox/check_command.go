package sandbox

import (
	"regexp"
	"strconv"
	"strings"
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkCommand checks a command as Discord does when it is registered. at is its place in a list, or empty.
func checkCommand(f *faults, at string, b commandBody) {
	under := func(name string) string { return strings.TrimPrefix(at+"."+name, ".") }
	switch kindOf(b) {
	case 1:
		checkName(f, under("name"), b.Name)
		f.length(under("description"), b.Description, 1, 100)
	case 2, 3:
		f.length(under("name"), b.Name, 1, 32)
		if b.Description != "" || len(b.Options) > 0 {
			f.add(under("description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_BE_SET", "Context menu commands cannot have description")
		}
	default:
		f.add(under("type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
	}
	if s, ok := b.DefaultMemberPermissions.(string); ok {
		if _, err := strconv.ParseUint(s, 10, 54); err != nil {
			f.add(under("default_member_permissions"), "BASE_TYPE_INVALID", "Must be a permission set.")
		}
	}
	for i, n := range b.Contexts {
		if n < 0 || n > 2 {
			f.add(under("contexts."+strconv.Itoa(i)), "BASE_TYPE_CHOICES", "Value must be one of (0, 1, 2).")
		}
	}
	checkOptions(f, under("options"), b.Options, 0)
	if n := commandSize(b); n > 8000 {
		f.add(at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
}

func checkName(f *faults, at, name string) {
	if !commandName.MatchString(name) || name != strings.ToLower(name) {
		f.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// checkOptions checks the options of a command (depth 0), a group (1) or a subcommand (2).
func checkOptions(f *faults, at string, options []CommandOption, depth int) {
	if len(options) > 25 {
		f.add(at, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
	}
	seen := map[string]bool{}
	optional, subs := false, 0
	for i, o := range options {
		here := at + "." + strconv.Itoa(i)
		checkName(f, here+".name", o.Name)
		f.length(here+".description", o.Description, 1, 100)
		if seen[o.Name] {
			f.add(here+".name", "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", "Option name is not unique.")
		}
		seen[o.Name] = true
		switch {
		case o.Type == optSub && depth < 2:
			subs++
			checkOptions(f, here+".options", o.Options, 2)
			continue
		case o.Type == optGroup && depth < 1:
			subs++
			checkOptions(f, here+".options", o.Options, 1)
			continue
		case o.Type < optString || o.Type > optNumber+1:
			f.add(here+".type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Option type %d does not fit here.", o.Type)
		}
		if o.Required && optional {
			f.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		checkValues(f, here, o)
	}
	if subs > 0 && subs < len(options) || depth == 1 && subs != len(options) {
		f.add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

// checkValues checks what an option may hold.
func checkValues(f *faults, at string, o CommandOption) {
	typed := o.Type == optString || o.Type == optInteger || o.Type == optNumber
	if !typed && (len(o.Choices) > 0 || o.Autocomplete) {
		f.add(at, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "Only strings and numbers have choices or autocomplete.")
	}
	if len(o.Choices) > 0 && o.Autocomplete {
		f.add(at+".choices", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "Choices cannot be set with autocomplete.")
	}
	if len(o.Options) > 0 {
		f.add(at+".options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only subcommands have options.")
	}
	if (o.MinValue != nil || o.MaxValue != nil) && o.Type != optInteger && o.Type != optNumber {
		f.add(at+".min_value", "APPLICATION_COMMAND_OPTIONS_MIN_VALUE_INVALID", "Only numbers have min_value and max_value.")
	}
	if (o.MinLength != nil || o.MaxLength != nil) && o.Type != optString {
		f.add(at+".min_length", "APPLICATION_COMMAND_OPTIONS_MIN_LENGTH_INVALID", "Only strings have min_length and max_length.")
	}
	checkChoices(f, at+".choices", o.Type, o.Choices)
}

// checkChoices checks up to 25 choices of an option, fixed ones and the answers to autocomplete alike.
func checkChoices(f *faults, at string, kind int, choices []Choice) {
	if len(choices) > 25 {
		f.add(at, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
	}
	seen := map[string]bool{}
	for i, c := range choices {
		here := at + "." + strconv.Itoa(i)
		f.length(here+".name", c.Name, 1, 100)
		if seen[c.Name] {
			f.add(here+".name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", "Choice names must be unique")
		}
		seen[c.Name] = true
		switch v := c.Value.(type) {
		case string:
			if kind != optString {
				f.add(here+".value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID", "The value of a number option is a number.")
			}
			f.length(here+".value", v, 0, 100)
		case float64:
			if kind != optInteger && kind != optNumber || kind == optInteger && v != float64(int64(v)) {
				f.add(here+".value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID", "The value of a string option is a string, of an integer option a whole number.")
			}
		default:
			f.add(here+".value", "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}

// commandSize counts names, descriptions and values, which together may have 8,000 characters.
func commandSize(b commandBody) int {
	var size func([]CommandOption) int
	size = func(options []CommandOption) int {
		n := 0
		for _, o := range options {
			n += runes(o.Name) + runes(o.Description) + size(o.Options)
			for _, c := range o.Choices {
				n += runes(c.Name) + runes(text(c.Value))
			}
		}
		return n
	}
	return runes(b.Name) + runes(b.Description) + size(b.Options)
}
