package api

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"settable/bot/sandbox/world"
)

// checkCommand checks a slash command as Discord does when a bot registers it. at is the command's index in a list. The
// sandbox supports no other kinds of commands.
func checkCommand(p *world.Problems, at string, c world.Command) {
	if c.Type > 1 {
		p.Add(at+".type", "BASE_TYPE_CHOICES", "Value must be 1.")
	}
	checkName(p, at+".name", c.Name)
	p.Length(at+".description", c.Description, 1, 100)
	checkOptions(p, at+".options", c.Options, false)
	if n := commandSize(c); n > 8000 {
		p.Add(at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
}

func checkName(p *world.Problems, at, name string) {
	n := utf8.RuneCountInString(name)
	if n < 1 || n > 32 || strings.ContainsFunc(name, notInAName) || name != strings.ToLower(name) {
		p.Add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// notInAName reports whether r is not allowed in a command's name. Discord accepts
// ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$.
func notInAName(r rune) bool {
	return r != '-' && r != '_' && r != '\'' &&
		!unicode.In(r, unicode.L, unicode.N, unicode.Devanagari, unicode.Thai)
}

var valueTypes = []int{world.OptionString, world.OptionInteger, world.OptionBoolean, world.OptionUser,
	world.OptionNumber}

// checkOptions checks the options of a command or, if inSub is set, of a subcommand.
func checkOptions(p *world.Problems, at string, options []world.CommandOption, inSub bool) {
	p.Many(at, len(options), 0, 25)
	seen := map[string]bool{}
	optional, subs := false, 0
	for i, o := range options {
		here := at + "." + strconv.Itoa(i)
		checkName(p, here+".name", o.Name)
		p.Length(here+".description", o.Description, 1, 100)
		p.Once(here+".name", o.Name, seen, "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE",
			"Option name is not unique.")
		switch {
		case o.Type == world.OptionSub && !inSub:
			subs++
			checkOptions(p, here+".options", o.Options, true)
			continue
		case !slices.Contains(valueTypes, o.Type):
			p.Add(here+".type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Option type %d isn't allowed here.",
				o.Type)
		}
		if o.Required && optional {
			p.Add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		checkValues(p, here, o)
	}
	if subs > 0 && subs < len(options) {
		p.Add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

func checkValues(p *world.Problems, at string, o world.CommandOption) {
	text, numeric := o.Type == world.OptionString, o.Type == world.OptionInteger || o.Type == world.OptionNumber
	for _, check := range []struct {
		wrong              bool
		at, code, sentence string
	}{
		{!text && !numeric && (len(o.Choices) > 0 || o.Autocomplete), "", "AUTOCOMPLETE_INVALID",
			"Only string and number options can have choices or autocomplete."},
		{len(o.Choices) > 0 && o.Autocomplete, ".choices", "AUTOCOMPLETE_INVALID",
			"Choices cannot be set with autocomplete."},
		{len(o.Options) > 0, ".options", "TYPE_INVALID", "Only subcommands can have options."},
		{!numeric && (o.MinValue != nil || o.MaxValue != nil), ".min_value", "MIN_VALUE_INVALID",
			"Only number options can have min_value and max_value."},
		{!text && o.MaxLength != nil, ".max_length", "MAX_LENGTH_INVALID",
			"Only string options can have max_length."},
	} {
		if check.wrong {
			p.Add(at+check.at, "APPLICATION_COMMAND_OPTIONS_"+check.code, "%s", check.sentence)
		}
	}
	checkChoices(p, at+".choices", o.Type, o.Choices)
}

// checkChoices checks the choices of an option: at most 25, whether they are fixed or answers to autocomplete.
func checkChoices(p *world.Problems, at string, kind int, choices []world.Choice) {
	p.Many(at, len(choices), 0, 25)
	seen := map[string]bool{}
	for i, c := range choices {
		here := at + "." + strconv.Itoa(i)
		p.Length(here+".name", c.Name, 1, 100)
		p.Once(here+".name", c.Name, seen, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE",
			"Choice names must be unique")
		switch v := c.Value.(type) {
		case string:
			if kind != world.OptionString {
				p.Add(here+".value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID",
					"The value of a number option must be a number.")
			}
			p.Length(here+".value", v, 0, 100)
		case float64:
			if kind != world.OptionInteger && kind != world.OptionNumber ||
				kind == world.OptionInteger && v != float64(int64(v)) {
				p.Add(here+".value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID",
					"The value must be a string for a string option and a whole number for an integer option.")
			}
		default:
			p.Add(here+".value", "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}

// commandSize counts the characters of all names, descriptions and values. Discord allows 8,000.
func commandSize(c world.Command) int {
	var size func([]world.CommandOption) int
	size = func(options []world.CommandOption) int {
		n := 0
		for _, o := range options {
			n += world.Runes(o.Name) + world.Runes(o.Description) + size(o.Options)
			for _, c := range o.Choices {
				n += world.Runes(c.Name) + world.Runes(world.Text(c.Value))
			}
		}
		return n
	}
	return world.Runes(c.Name) + world.Runes(c.Description) + size(c.Options)
}
