package sandbox

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Slash uses a slash command, checked against what the bot registered as Discord's own client does.
func (s *Server) Slash(user, channel, name string, options ...Option) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.slash(user, channel, name, options, false)
}

// Complete asks the bot for the choices of the option marked as focused, and waits for them at most as long as an
// interaction waits.
func (s *Server) Complete(ctx context.Context, user, channel, name string, options ...Option) ([]Choice, error) {
	s.mu.Lock()
	id, err := s.slash(user, channel, name, options, true)
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	out, err := s.WaitOutcome(ctx, id)
	if err == nil && out.State == Failed {
		err = sorry("Loading options failed.")
	}
	return out.Choices, err
}

// WaitOutcome waits until an interaction is no longer waiting for its first answer.
func (s *Server) WaitOutcome(ctx context.Context, interactionID string) (Outcome, error) {
	var out Outcome
	known := true
	err := s.Wait(ctx, func() bool {
		out, known = s.Outcome(interactionID)
		return !known || out.State != Waiting
	})
	if err == nil && !known {
		err = fmt.Errorf("sandbox: there is no interaction %s", interactionID)
	}
	return out, err
}

func (s *Server) slash(user, channel, name string, options []Option, completing bool) (string, error) {
	p, c, err := s.world.both(user, channel)
	if err != nil {
		return "", err
	}
	cmd := s.findCommand(strings.TrimPrefix(name, "/"))
	if cmd == nil {
		return "", sorryf("There is no command /%s.", strings.TrimPrefix(name, "/"))
	}
	if bits := cmd.DefaultMemberPermissions; bits != nil {
		need, _ := strconv.ParseInt(*bits, 10, 64)
		if have := s.world.permissions(p); have&need != need || need == 0 && !p.Manage {
			return "", sorryf("%s may not use /%s.", p.Name(), cmd.Name)
		}
	}
	fill := filling{server: s, completing: completing, users: map[string]User{}}
	given, err := fill.options(cmd.Options, options)
	if err != nil {
		return "", err
	}
	i := &interaction{Kind: kindCommand, Command: cmd.Name}
	if completing {
		if fill.focus == nil {
			return "", sorry("No option is being typed.")
		}
		i.Kind, i.Focus = kindComplete, fill.focus.Type
	} else {
		s.noted(c, p, "/"+cmd.Name+spelled(options))
	}
	data := map[string]any{"id": cmd.ID, "name": cmd.Name, "type": 1}
	if cmd.GuildID != "" {
		data["guild_id"] = cmd.GuildID
	}
	if len(given) > 0 {
		data["options"] = given
	}
	if len(fill.users) > 0 {
		members := map[string]any{}
		for id, u := range fill.users {
			m := s.world.member(u)
			m.User, m.Permissions = nil, strconv.FormatInt(permEveryone, 10)
			members[id] = m
		}
		data["resolved"] = map[string]any{"users": fill.users, "members": members}
	}
	return s.begin(i, p, c, data), nil
}

// findCommand prefers the guild's own command, as Discord's menu does.
func (s *Server) findCommand(name string) *Command {
	for _, guild := range []string{s.world.GuildID, ""} {
		for _, cmd := range s.commandsOf(guild) {
			if cmd.Name == name && cmd.Type == 1 {
				return cmd
			}
		}
	}
	return nil
}

// spelled prints options as people type them: deal:slow.
func spelled(options []Option) string {
	var b strings.Builder
	for _, o := range options {
		if o.Value == nil {
			b.WriteString(" " + o.Name + spelled(o.Options))
		} else {
			b.WriteString(" " + o.Name + ":" + text(o.Value))
		}
	}
	return b.String()
}

// filling fits what a person gave to what a command asks for.
type filling struct {
	server     *Server
	completing bool
	focus      *CommandOption
	users      map[string]User
}

func (f *filling) options(asked []CommandOption, given []Option) ([]Option, error) {
	var out []Option
	for _, g := range given {
		i := slices.IndexFunc(asked, func(a CommandOption) bool { return a.Name == g.Name })
		if i < 0 {
			return nil, sorryf("The command has no option %q.", g.Name)
		}
		a := asked[i]
		g.Type = a.Type
		if a.Type == optSub || a.Type == optGroup {
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

// complete sees to it that nothing required is left out, and that a subcommand was chosen where there are some.
func (f *filling) complete(asked []CommandOption, given []Option) error {
	subs := 0
	for _, a := range asked {
		has := slices.ContainsFunc(given, func(g Option) bool { return g.Name == a.Name })
		if a.Type <= optGroup {
			subs++
			continue
		}
		if a.Required && !has && !f.completing {
			return sorryf("%s is required.", a.Name)
		}
	}
	if subs > 0 && len(given) != 1 {
		return sorry("Choose one of the subcommands.")
	}
	return nil
}

func (f *filling) value(a CommandOption, g Option) (any, error) {
	if g.Focused {
		if !f.completing || !a.Autocomplete {
			return nil, sorryf("%s offers nothing while typing.", a.Name)
		}
		f.focus = &a
		return text(g.Value), nil
	}
	v, err := f.typed(a, g)
	if err != nil {
		return nil, err
	}
	if len(a.Choices) > 0 && !slices.ContainsFunc(a.Choices, func(c Choice) bool { return text(c.Value) == text(v) }) {
		return nil, sorryf("%s cannot be %q.", a.Name, text(v))
	}
	return v, nil
}

func (f *filling) typed(a CommandOption, g Option) (any, error) {
	word := text(g.Value)
	switch a.Type {
	case optString:
		if n := runes(word); a.MinLength != nil && n < *a.MinLength || a.MaxLength != nil && n > *a.MaxLength || n > 6000 {
			return nil, sorryf("%s is too short or too long.", a.Name)
		}
		return word, nil
	case optInteger, optNumber:
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || a.Type == optInteger && n != float64(int64(n)) {
			return nil, sorryf("%s is a number.", a.Name)
		}
		if a.MinValue != nil && n < *a.MinValue || a.MaxValue != nil && n > *a.MaxValue {
			return nil, sorryf("%s is out of range.", a.Name)
		}
		return n, nil
	case optBoolean:
		b, err := strconv.ParseBool(word)
		if err != nil {
			return nil, sorryf("%s is yes or no.", a.Name)
		}
		return b, nil
	case optUser:
		if u, ok := f.server.world.user(word); ok {
			f.users[u.ID] = u
			return u.ID, nil
		}
		p, err := f.server.world.person(word)
		if err != nil {
			return nil, sorryf("%s is a member of the server.", a.Name)
		}
		f.users[p.ID] = p.User
		return p.ID, nil
	}
	return nil, sorryf("The sandbox cannot fill in %s.", a.Name)
}
