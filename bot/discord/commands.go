package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

type commandBody struct {
	Name        string          `json:"name"`
	Type        int             `json:"type,omitempty"`
	Description string          `json:"description"`
	Options     []commandOption `json:"options,omitempty"`
	Permissions *string         `json:"default_member_permissions,omitempty"`
	Contexts    []int           `json:"contexts,omitempty"`
}

type commandOption struct {
	Type        int             `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Required    bool            `json:"required,omitempty"`
	Choices     []commandChoice `json:"choices,omitempty"`
	Options     []commandOption `json:"options,omitempty"`
	Min         *float64        `json:"min_value,omitempty"`
	Max         *float64        `json:"max_value,omitempty"`
	MaxLength   int             `json:"max_length,omitempty"`
	Complete    bool            `json:"autocomplete,omitempty"`
}

type commandChoice struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // a string, or a number for number options
}

// PutCommands makes the bot's slash commands these, in every guild. It writes
// only when they differ from what Discord has, and says whether it did: Discord
// limits how often commands may be made.
func (r *REST) PutCommands(ctx context.Context, list []Command) (changed bool, err error) {
	app, err := r.App(ctx)
	if err != nil {
		return false, err
	}
	return r.putCommands(ctx, discordgo.EndpointApplicationGlobalCommands(app.ID), "", list)
}

// PutGuildCommands does the same for one guild alone, where they show at once.
func (r *REST) PutGuildCommands(ctx context.Context, guild GuildID, list []Command) (changed bool, err error) {
	app, err := r.App(ctx)
	if err != nil {
		return false, err
	}
	return r.putCommands(ctx, discordgo.EndpointApplicationGuildCommands(app.ID, string(guild)), string(guild), list)
}

func (r *REST) putCommands(ctx context.Context, url, guild string, list []Command) (bool, error) {
	var want []commandBody
	for _, c := range list {
		b, err := c.body()
		if err != nil {
			return false, fmt.Errorf("register the command /%s: %w", c.Name, err)
		}
		if guild != "" {
			b.Contexts = nil // Discord takes contexts for global commands alone
		}
		want = append(want, b)
	}
	var have []commandBody
	err := r.do(ctx, call{what: "list the commands", method: http.MethodGet, url: url, bucket: "GET commands " + guild, out: &have})
	if err != nil {
		return false, err
	}
	same, err := sameCommands(have, want)
	if err != nil || same {
		return false, err
	}
	err = r.do(ctx, call{what: "register the commands", method: http.MethodPut, url: url, bucket: "PUT commands " + guild, body: want})
	return err == nil, err
}

// sameCommands compares what was sent with what Discord keeps of it: fields it
// adds are not in commandBody, the order of commands does not matter.
func sameCommands(have, want []commandBody) (bool, error) {
	a, err := canonical(have)
	if err != nil {
		return false, err
	}
	b, err := canonical(want)
	return bytes.Equal(a, b), err
}

func canonical(list []commandBody) ([]byte, error) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b commandBody) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	for i := range list {
		list[i].Type = max(list[i].Type, 1)
		slices.Sort(list[i].Contexts)
	}
	b, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("compare the commands: %w", err)
	}
	return b, nil
}

// body is the command in Discord's words.
func (c Command) body() (commandBody, error) {
	b := commandBody{Name: c.Name, Type: 1, Description: c.Description, Contexts: []int{0}}
	if c.Anywhere {
		b.Contexts = []int{0, 1, 2}
	}
	if c.ManageGuild {
		bits := strconv.FormatUint(uint64(ManageServer), 10)
		b.Permissions = &bits
	}
	if err := first(commandName(c.Name), limit("the description", c.Description, 1, maxOption)); err != nil {
		return b, err
	}
	var err error
	b.Options, err = optionBodies(c.Options)
	return b, err
}

func optionBodies(list []Option) ([]commandOption, error) {
	var out []commandOption
	optional := false
	for _, o := range list {
		optional = optional || !o.Required
		b, err := o.body()
		switch {
		case err != nil:
			return nil, fmt.Errorf("option %s: %w", o.Name, err)
		case o.Required && optional:
			return nil, fmt.Errorf("option %s: %w: a required option after an optional one", o.Name, ErrInvalid)
		}
		out = append(out, b)
	}
	return out, count("options", len(list), 0, maxOptions)
}

func (o Option) body() (commandOption, error) {
	b := commandOption{Type: int(o.Kind), Name: o.Name, Description: o.Description, Required: o.Required,
		Min: o.Min, Max: o.Max, MaxLength: o.MaxLength, Complete: o.Complete}
	if err := first(commandName(o.Name), limit("the description", o.Description, 1, maxOption)); err != nil {
		return b, err
	}
	if o.Complete && len(o.Choices) > 0 {
		return b, fmt.Errorf("%w: fixed choices and autocomplete together", ErrInvalid)
	}
	for _, c := range o.Choices {
		v, err := o.Kind.value(c.Value)
		if err != nil {
			return b, err
		}
		b.Choices = append(b.Choices, commandChoice{c.Name, v})
	}
	var err error
	b.Options, err = optionBodies(o.Options)
	return b, first(err, count("choices", len(o.Choices), 0, maxOptions))
}

// value is a choice's value in the option's own type.
func (k OptionKind) value(s string) (any, error) {
	if k != Integer && k != Number {
		return s, nil
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: the choice %q is no number", ErrInvalid, s)
	}
	return n, nil
}

// commandName checks a name: small letters, digits, - and _, at most 32.
func commandName(s string) error {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return fmt.Errorf("%w: %q in a command's name", ErrInvalid, r)
		}
	}
	return limit("a command's name", s, 1, 32)
}
