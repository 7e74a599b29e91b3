package sandbox

import (
	"cmp"
	"slices"
	"strconv"
	"time"
)

// commandHome checks application and guild of the path; no guild means the global commands.
func (c *call) commandHome() (guild string, err error) {
	if c.path("app") != c.world.AppID {
		return "", errUnknownApplication
	}
	if g := c.path("guild"); g != "" {
		return g, c.here()
	}
	return "", nil
}

func (s *Server) commandsOf(guild string) []*Command {
	all := []*Command{}
	for _, cmd := range s.world.Commands {
		if cmd.GuildID == guild {
			all = append(all, cmd)
		}
	}
	return all
}

func (c *call) listCommands() (answer, error) {
	guild, err := c.commandHome()
	if err != nil {
		return answer{}, err
	}
	return okay(c.commandsOf(guild))
}

func (c *call) command() (*Command, error) {
	guild, err := c.commandHome()
	if err != nil {
		return nil, err
	}
	for _, cmd := range c.commandsOf(guild) {
		if cmd.ID == c.path("command") {
			return cmd, nil
		}
	}
	return nil, errUnknownCommand
}

func (c *call) getCommand() (answer, error) {
	cmd, err := c.command()
	if err != nil {
		return answer{}, err
	}
	return okay(cmd)
}

func (c *call) deleteCommand() (answer, error) {
	cmd, err := c.command()
	if err != nil {
		return answer{}, err
	}
	c.world.Commands = slices.DeleteFunc(c.world.Commands, func(at *Command) bool { return at == cmd })
	c.commandsChanged()
	return noContent, nil
}

// postCommand makes a command, or changes the one of that name.
func (c *call) postCommand() (answer, error) {
	guild, err := c.commandHome()
	if err != nil {
		return answer{}, err
	}
	var b commandBody
	if err := c.body.decode(&b); err != nil {
		return answer{}, err
	}
	var f faults
	checkCommand(&f, "", b)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	cmd, fresh := c.register(guild, b)
	if fresh {
		if err := c.countCommands(1); err != nil {
			return answer{}, err
		}
		c.world.Commands = append(c.world.Commands, cmd)
	} else {
		i := slices.IndexFunc(c.world.Commands, func(at *Command) bool { return at.ID == cmd.ID })
		c.world.Commands[i] = cmd
	}
	c.commandsChanged()
	if fresh {
		return answer{201, cmd}, nil
	}
	return okay(cmd)
}

// putCommands replaces the whole list. A command that keeps its name keeps its id.
func (c *call) putCommands() (answer, error) {
	guild, err := c.commandHome()
	if err != nil {
		return answer{}, err
	}
	var list []commandBody
	if err := c.body.decode(&list); err != nil {
		return answer{}, err
	}
	var f faults
	if len(list) > 100 {
		return answer{}, refuse(400, 30032, "Maximum number of application commands reached (100).")
	}
	for i, b := range list {
		checkCommand(&f, strconv.Itoa(i), b)
		if slices.ContainsFunc(list[:i], func(o commandBody) bool { return o.Name == b.Name && kindOf(o) == kindOf(b) }) {
			f.add(strconv.Itoa(i)+".name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if err := f.err(); err != nil {
		return answer{}, err
	}
	made, out := 0, []*Command{}
	for _, b := range list {
		cmd, fresh := c.register(guild, b)
		if fresh {
			made++
		}
		out = append(out, cmd)
	}
	if err := c.countCommands(made); err != nil {
		return answer{}, err
	}
	c.world.Commands = append(slices.DeleteFunc(c.world.Commands, func(at *Command) bool { return at.GuildID == guild }), out...)
	c.commandsChanged()
	return okay(out)
}

// countCommands refuses the 201st new command of a day.
func (c *call) countCommands(n int) error {
	now := c.now()
	recent := slices.DeleteFunc(c.world.CommandsMade, func(t time.Time) bool { return now.Sub(t) > 24*time.Hour })
	if len(recent)+n > 200 {
		return refuse(400, 30034, "Max number of daily application command creates has been reached (200)")
	}
	for range n {
		recent = append(recent, now)
	}
	c.world.CommandsMade = recent
	return nil
}

func kindOf(b commandBody) int {
	if b.Type != nil {
		return *b.Type
	}
	return 1
}

// register builds a command from what the bot sent; fresh tells whether none of that name was there.
func (c *call) register(guild string, b commandBody) (cmd *Command, fresh bool) {
	cmd = &Command{
		ID: c.world.Flake.next(c.now()), ApplicationID: c.world.AppID, GuildID: guild, Version: c.world.Flake.next(c.now()),
		Type: kindOf(b), Name: b.Name, NameLocalizations: b.NameLocalizations, Description: b.Description,
		DescriptionLocalizations: b.DescriptionLocalizations, Options: b.Options, DMPermission: true,
		Contexts: b.Contexts, IntegrationTypes: b.IntegrationTypes,
	}
	if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = []int{0}
	}
	if b.DMPermission != nil {
		cmd.DMPermission = *b.DMPermission
	}
	if b.NSFW != nil {
		cmd.NSFW = *b.NSFW
	}
	if bits := text(b.DefaultMemberPermissions); bits != "" {
		cmd.DefaultMemberPermissions = &bits
	}
	for _, old := range c.commandsOf(guild) {
		if old.Name == cmd.Name && old.Type == cmd.Type {
			cmd.ID = old.ID
			return cmd, false
		}
	}
	return cmd, true
}

func (s *Server) commandsChanged() {
	s.showTo(&post{}, "commands", s.menu())
	s.notify()
}

// menu is the list people choose from: the guild's commands and the global ones, by name.
func (s *Server) menu() []*Command {
	all := slices.Clone(s.world.Commands)
	slices.SortStableFunc(all, func(a, b *Command) int { return cmp.Compare(a.Name, b.Name) })
	if all == nil {
		return []*Command{}
	}
	return all
}

// Commands lists what the bot has registered, by name.
func (s *Server) Commands() []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Command
	for _, c := range s.menu() {
		all = append(all, *c)
	}
	return all
}
