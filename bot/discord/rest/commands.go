package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"settable/bot/discord"
)

type commandBody struct {
	Name        string              `json:"name"`
	Named       discord.Translation `json:"name_localizations,omitempty"`
	Type        int                 `json:"type,omitempty"`
	Description string              `json:"description"`
	Translated  discord.Translation `json:"description_localizations,omitempty"`
	Options     []commandOption     `json:"options,omitempty"`
	Permissions *string             `json:"default_member_permissions,omitempty"` // nil: everyone
	Contexts    []int               `json:"contexts,omitempty"`                   // 0: only in servers
}

type commandOption struct {
	Type        int                 `json:"type"`
	Name        string              `json:"name"`
	Named       discord.Translation `json:"name_localizations,omitempty"`
	Description string              `json:"description"`
	Translated  discord.Translation `json:"description_localizations,omitempty"`
	Required    bool                `json:"required,omitempty"`
	Choices     []commandChoice     `json:"choices,omitempty"`
	Options     []commandOption     `json:"options,omitempty"`
	Min         *float64            `json:"min_value,omitempty"`
	Max         *float64            `json:"max_value,omitempty"`
	MaxLength   int                 `json:"max_length,omitempty"`
	Complete    bool                `json:"autocomplete,omitempty"`
}

type commandChoice struct {
	Name       string              `json:"name"`
	Translated discord.Translation `json:"name_localizations,omitempty"`
	Value      any                 `json:"value"` // a string, or a number for number options
}

// PutCommands sets the bot's slash commands on every server. It writes the commands only if they differ from those that
// Discord has, because Discord limits how often commands can be written. changed reports whether the commands were
// written.
func (r *Client) PutCommands(ctx context.Context, list []discord.Command) (changed bool, err error) {
	if err := discord.CheckCommands(list); err != nil {
		return false, fmt.Errorf("register the commands: %w", err)
	}
	var want []commandBody
	for _, c := range list {
		want = append(want, encodeCommand(c))
	}
	app, err := r.appID(ctx)
	if err != nil {
		return false, err
	}
	var have []commandBody
	url := endpoint("applications", app, "commands")
	err = r.do(ctx, request{what: "list the commands", method: http.MethodGet,
		url:    url + "?with_localizations=true",
		bucket: "GET commands", out: &have})
	if err != nil {
		return false, err
	}
	same, err := sameCommands(have, want)
	if err != nil || same {
		return false, err
	}
	err = r.do(ctx, request{what: "register the commands", method: http.MethodPut, url: url,
		bucket: "PUT commands", body: want})
	return err == nil, err
}

// sameCommands compares the commands that Discord has with those to be sent. It ignores the order of the commands and
// any fields that Discord adds.
func sameCommands(have, want []commandBody) (bool, error) {
	if len(have) != len(want) { // usually because Discord has none yet
		return false, nil
	}
	a, err := canonicalJSON(have)
	if err != nil {
		return false, err
	}
	b, err := canonicalJSON(want)
	return bytes.Equal(a, b), err
}

func canonicalJSON(list []commandBody) ([]byte, error) {
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

func encodeCommand(c discord.Command) commandBody {
	return commandBody{Name: c.Name, Named: c.Named, Type: 1, Description: c.Description,
		Translated: c.Translated, Contexts: []int{0}, Options: encodeOptions(c.Options)}
}

func encodeOptions(list []discord.Option) (out []commandOption) {
	for _, o := range list {
		b := commandOption{Type: int(o.Kind), Name: o.Name, Named: o.Named,
			Description: o.Description, Translated: o.Translated, Required: o.Required,
			Min: o.Min, Max: o.Max, MaxLength: o.MaxLength, Complete: o.Complete, Options: encodeOptions(o.Options)}
		for _, c := range o.Choices {
			var value any = c.Value
			if n, err := strconv.ParseFloat(c.Value, 64); err == nil && o.Numeric() {
				value = n
			}
			b.Choices = append(b.Choices, commandChoice{c.Name, c.Translated, value})
		}
		out = append(out, b)
	}
	return out
}
