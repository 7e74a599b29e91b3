package world

import (
	"slices"
	"strconv"
	"strings"
)

// Slash uses a slash command. Like Discord's client, it checks the options against the registered command. If
// completing is set, it asks for the choices of the focused option instead.
func (v Visitor) Slash(name string, options []Option, completing bool) (string, error) {
	w := v.w
	cmd := w.find(strings.TrimPrefix(name, "/"))
	if cmd == nil {
		return "", UserErrorf("There is no command /%s.", strings.TrimPrefix(name, "/"))
	}
	fill := optionFiller{guild: &w.Guild, completing: completing, users: map[string]User{}}
	given, err := fill.options(cmd.Options, options)
	if err != nil {
		return "", err
	}
	i := &Interaction{Kind: KindCommand, Command: cmd.Name}
	if completing {
		if fill.focus == nil {
			return "", UserError("No option is being typed.")
		}
		i.Kind, i.Focus = KindComplete, fill.focus.Type
	}
	return v.begin(i, w.commandData(cmd, given, fill.users)), nil
}

func (g *Guild) commandData(cmd *Command, given []Option, users map[string]User) map[string]any {
	data := map[string]any{"id": cmd.ID, "name": cmd.Name, "type": 1}
	if len(given) > 0 {
		data["options"] = given
	}
	if len(users) > 0 {
		members := map[string]any{}
		for id := range users {
			m := g.memberWithoutUser()
			m.Permissions = strconv.FormatInt(permissionsOfAll, 10)
			members[id] = m
		}
		data["resolved"] = map[string]any{"users": users, "members": members}
	}
	return data
}

func (r *Register) find(name string) *Command {
	for _, cmd := range r.Commands {
		if cmd.Name == name {
			return cmd
		}
	}
	return nil
}

type optionFiller struct {
	guild      *Guild
	completing bool
	focus      *CommandOption
	users      map[string]User
}

func (f *optionFiller) options(asked []CommandOption, given []Option) ([]Option, error) {
	var out []Option
	for _, g := range given {
		i := slices.IndexFunc(asked, func(a CommandOption) bool { return a.Name == g.Name })
		if i < 0 {
			return nil, UserErrorf("The command has no option %q.", g.Name)
		}
		a := asked[i]
		g.Type = a.Type
		if a.Type == OptionSub {
			inner, err := f.options(a.Options, g.Options)
			if err != nil {
				return nil, err
			}
			g.Options, g.Value = inner, nil
			out = append(out, g)
			continue
		}
		v, err := f.value(a, g)
		if err != nil {
			return nil, err
		}
		g.Value = v
		out = append(out, g)
	}
	return out, f.complete(asked, given)
}

// complete checks that every required option is given and, if there are subcommands, that one was chosen.
func (f *optionFiller) complete(asked []CommandOption, given []Option) error {
	subs := 0
	for _, a := range asked {
		has := slices.ContainsFunc(given, func(g Option) bool { return g.Name == a.Name })
		if a.Type == OptionSub {
			subs++
			continue
		}
		if a.Required && !has && !f.completing {
			return UserErrorf("%s is required.", a.Name)
		}
	}
	if subs > 0 && len(given) != 1 {
		return UserError("Choose one of the subcommands.")
	}
	return nil
}

func (f *optionFiller) value(a CommandOption, g Option) (any, error) {
	if g.Focused {
		if !f.completing || !a.Autocomplete {
			return nil, UserErrorf("%s has no suggestions.", a.Name)
		}
		f.focus = &a
		return Text(g.Value), nil
	}
	v, err := f.typed(a, g)
	if err != nil {
		return nil, err
	}
	if len(a.Choices) > 0 && !slices.ContainsFunc(a.Choices,
		func(c Choice) bool { return Text(c.Value) == Text(v) }) {
		return nil, UserErrorf("%s can't be %q.", a.Name, Text(v))
	}
	return v, nil
}

func (f *optionFiller) typed(a CommandOption, g Option) (any, error) {
	word := Text(g.Value)
	switch a.Type {
	case OptionString:
		if n := Runes(word); a.MaxLength != nil && n > *a.MaxLength || n > 6000 {
			return nil, UserErrorf("%s is too long.", a.Name)
		}
		return word, nil
	case OptionInteger, OptionNumber:
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || a.Type == OptionInteger && n != float64(int64(n)) {
			return nil, UserErrorf("%s must be a number.", a.Name)
		}
		if a.MinValue != nil && n < *a.MinValue || a.MaxValue != nil && n > *a.MaxValue {
			return nil, UserErrorf("%s is out of range.", a.Name)
		}
		return n, nil
	case OptionBoolean:
		b, err := strconv.ParseBool(word)
		if err != nil {
			return nil, UserErrorf("%s must be yes or no.", a.Name)
		}
		return b, nil
	case OptionUser:
		if u, ok := f.guild.User(word); ok && f.guild.IsMember(u.ID) {
			f.users[u.ID] = u
			return u.ID, nil
		}
		p, err := f.guild.Person(word)
		if err != nil || p.Left {
			return nil, UserErrorf("%s must be a member of the server.", a.Name)
		}
		f.users[p.ID] = p.User
		return p.ID, nil
	}
	return nil, UserErrorf("The sandbox can't fill in %s.", a.Name)
}
