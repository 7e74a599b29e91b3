package discord

import (
	"cmp"
	"fmt"
	"strconv"
)

// Command is a slash command.
type Command struct {
	Name        string
	Named       Translation // the name
	Description string
	Translated  Translation // the description
	Options     []Option
}

// OptionKind is the kind of value that an option accepts.
type OptionKind int

// The option kinds have the values that Discord's API uses for them.
const (
	SubCommand OptionKind = 1
	Text       OptionKind = 3
	Integer    OptionKind = 4
	Boolean    OptionKind = 5
	User       OptionKind = 6
	Number     OptionKind = 10
)

// MaxChoices is the maximum number of choices for an option (Discord: Application Commands, Option Structure).
const MaxChoices = 25

// Option is an option of a Command, or a subcommand.
type Option struct {
	Kind        OptionKind
	Name        string
	Named       Translation // the name
	Description string
	Translated  Translation // the description
	Required    bool
	Complete    bool     // Discord asks for choices with the event Complete while the user types
	Choices     []Choice // fixed choices, at most MaxChoices; not allowed together with Complete
	Min, Max    *float64 // Integer, Number
	MaxLength   int      // Text
	Options     []Option // of a SubCommand
}

// CheckCommands returns an error that wraps ErrInvalid if Discord would refuse this list of commands.
func CheckCommands(list []Command) error {
	for _, c := range list {
		if err := c.Check(); err != nil {
			return fmt.Errorf("/%s: %w", c.Name, err)
		}
	}
	return checkUnique("commands", list, func(c Command) (string, Translation) { return c.Name, c.Named })
}

// Check returns an error that wraps ErrInvalid if Discord would refuse the command. A single invalid command makes
// Discord refuse all commands that are registered with it.
func (c Command) Check() error {
	return cmp.Or(
		commandName(c.Name), c.Named.checkNames(),
		limit("the description", c.Description, 1, maxOption),
		c.Translated.check("the description"),
		checkOptions(c.Options),
	)
}

func checkOptions(list []Option) error {
	err := checkUnique("options", list, func(o Option) (string, Translation) { return o.Name, o.Named })
	if err != nil {
		return err
	}
	optional := false
	for _, o := range list {
		optional = optional || !o.Required
		err := o.check()
		if err == nil && o.Required && optional {
			err = fmt.Errorf("%w: a required option after an optional one", ErrInvalid)
		}
		if err != nil {
			return fmt.Errorf("option %s: %w", o.Name, err)
		}
	}
	return count("options", len(list), 0, maxOptions)
}

func (o Option) check() error {
	err := cmp.Or(commandName(o.Name), o.Named.checkNames(),
		limit("the description", o.Description, 1, maxOption), o.Translated.check("the description"))
	if err != nil {
		return err
	}
	if o.Complete && len(o.Choices) > 0 {
		return fmt.Errorf("%w: choices and autocomplete can't be combined", ErrInvalid)
	}
	return cmp.Or(o.checkChoices(), checkOptions(o.Options))
}

func (o Option) checkChoices() error {
	values := map[string]bool{}
	for _, c := range o.Choices {
		if err := cmp.Or(
			limit("a choice", c.Name, 1, maxOption), c.Translated.check("a choice"),
			limit("a choice's value", c.Value, 1, maxOption),
		); err != nil {
			return err
		}
		if _, err := strconv.ParseFloat(c.Value, 64); err != nil && o.Numeric() {
			return fmt.Errorf("%w: choice %q is not a number", ErrInvalid, c.Value)
		}
		if values[c.Value] {
			return fmt.Errorf("%w: two choices have the value %q", ErrInvalid, c.Value)
		}
		values[c.Value] = true
	}
	return cmp.Or(count("choices", len(o.Choices), 0, MaxChoices),
		checkUnique("choices", o.Choices, func(c Choice) (string, Translation) { return c.Name, c.Translated }))
}

// Numeric reports whether the option's value is a number.
func (o Option) Numeric() bool { return o.Kind == Integer || o.Kind == Number }

// commandName checks an English name: 1 to 32 lower-case letters, digits, - and _.
func commandName(s string) error {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return fmt.Errorf("%w: invalid character %q in a command name", ErrInvalid, r)
		}
	}
	return limit("a command's name", s, 1, 32)
}

// checkUnique returns an error if two items of the list have the same name in any language.
func checkUnique[T any](what string, list []T, named func(T) (string, Translation)) error {
	for _, locale := range Locales {
		seen := map[string]bool{}
		for _, one := range list {
			name, translated := named(one)
			name = cmp.Or(translated[locale], name)
			if seen[name] {
				return fmt.Errorf("%w: two %s have the name %q in %s", ErrInvalid, what, name, locale)
			}
			seen[name] = true
		}
	}
	return nil
}
