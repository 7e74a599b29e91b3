package world

import (
	"cmp"
	"slices"
)

// Register holds the global commands that the bot has registered.
type Register struct {
	Commands []*Command
}

// Menu returns the registered commands, sorted by name.
func (r *Register) Menu() []*Command {
	all := append([]*Command{}, r.Commands...)
	slices.SortStableFunc(all, func(a, b *Command) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Knows reports whether a command is registered.
func (r *Register) Knows(command string) bool {
	return slices.ContainsFunc(r.Commands, func(c *Command) bool { return c.Name == command })
}

// SetCommands replaces all commands. Commands whose names were registered before keep their ids.
func (w *World) SetCommands(list []Command) []*Command {
	out := []*Command{}
	for _, cmd := range list {
		cmd.ID, cmd.Version, cmd.ApplicationID, cmd.Type = w.newID(), w.newID(), w.AppID, 1
		if old := w.find(cmd.Name); old != nil {
			cmd.ID = old.ID
		}
		out = append(out, &cmd)
	}
	w.Commands = out
	w.news.notice(Notice{Kind: "commands", Data: w.Menu()})
	return out
}
