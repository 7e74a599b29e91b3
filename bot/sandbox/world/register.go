package world

import (
	"cmp"
	"slices"
	"time"
)

// Register is what commands a bot has registered, for the guild and globally.
type Register struct {
	Commands     []*Command
	CommandsMade []time.Time
}

// CommandsOf lists the commands of a guild; of none, the global ones.
func (r *Register) CommandsOf(guild string) []*Command {
	all := []*Command{}
	for _, c := range r.Commands {
		if c.GuildID == guild {
			all = append(all, c)
		}
	}
	return all
}

// Menu returns the list people choose from: the guild's commands and the global ones, by name.
func (r *Register) Menu() []*Command {
	all := append([]*Command{}, r.Commands...)
	slices.SortStableFunc(all, func(a, b *Command) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Knows reports whether a command is registered.
func (r *Register) Knows(command string) bool {
	return slices.ContainsFunc(r.Commands, func(c *Command) bool { return c.Name == command })
}

// countNew refuses the 201st new command of a day.
func (r *Register) countNew(n int, now time.Time) error {
	old := func(t time.Time) bool { return now.Sub(t) > 24*time.Hour }
	recent := slices.DeleteFunc(r.CommandsMade, old)
	if len(recent)+n > 200 {
		return Refuse(400, 30034, "Max number of daily application command creates has been reached (200)")
	}
	for range n {
		recent = append(recent, now)
	}
	r.CommandsMade = recent
	return nil
}

// Commands are those of a guild, or the global ones, in the bot's hands.
type Commands struct {
	w     *World
	guild string // "" for the global ones
}

// CommandsIn gives the commands of a guild; of none, the global ones.
func (w *World) CommandsIn(guild string) Commands { return Commands{w, guild} }

func (c Commands) List() []*Command { return c.w.CommandsOf(c.guild) }

// enter gives a command that the bot sent its id: the one of that name keeps its own. fresh tells that
// there was none.
func (c Commands) enter(sent Command) (cmd *Command, fresh bool) {
	sent.ID, sent.Version = c.w.newID(), c.w.newID()
	sent.ApplicationID, sent.GuildID = c.w.AppID, c.guild
	for _, old := range c.List() {
		if old.Name == sent.Name && old.Type == sent.Type {
			sent.ID = old.ID
			return &sent, false
		}
	}
	return &sent, true
}

// Add makes a command, or changes the one of that name. fresh tells that it was not there.
func (c Commands) Add(sent Command) (cmd *Command, fresh bool, err error) {
	cmd, fresh = c.enter(sent)
	if fresh {
		if err := c.w.countNew(1, c.w.now()); err != nil {
			return nil, false, err
		}
		c.w.Commands = append(c.w.Commands, cmd)
	} else {
		i := slices.IndexFunc(c.w.Commands, func(at *Command) bool { return at.ID == cmd.ID })
		c.w.Commands[i] = cmd
	}
	c.changed()
	return cmd, fresh, nil
}

// Set replaces the whole list. A command that keeps its name keeps its id.
func (c Commands) Set(list []Command) ([]*Command, error) {
	made, out := 0, []*Command{}
	for _, sent := range list {
		cmd, fresh := c.enter(sent)
		if fresh {
			made++
		}
		out = append(out, cmd)
	}
	if err := c.w.countNew(made, c.w.now()); err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(c.w.Commands, func(at *Command) bool { return at.GuildID == c.guild })
	c.w.Commands = append(others, out...)
	c.changed()
	return out, nil
}

func (c Commands) Get(id string) (*Command, error) {
	for _, cmd := range c.List() {
		if cmd.ID == id {
			return cmd, nil
		}
	}
	return nil, errUnknownCommand
}

func (c Commands) Remove(cmd *Command) {
	c.w.Commands = slices.DeleteFunc(c.w.Commands, func(at *Command) bool { return at == cmd })
	c.changed()
}

func (c Commands) changed() { c.w.news.notice(Notice{Kind: "commands", Data: c.w.Menu()}) }
