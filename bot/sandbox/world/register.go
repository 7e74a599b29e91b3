package world

import (
	"cmp"
	"slices"
	"time"
)

// Register holds the global commands that the bot has registered.
type Register struct {
	Commands     []*Command
	CommandsMade []time.Time
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

// countNew returns an error if a bot creates more than 200 commands in a day.
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

// assignID assigns an id to a command that the bot has sent: the id of the registered command with the same name and
// type or, if there is none, a new one. In the second case, fresh is true.
func (w *World) assignID(sent Command) (cmd *Command, fresh bool) {
	sent.ID, sent.Version, sent.ApplicationID = w.newID(), w.newID(), w.AppID
	for _, old := range w.Commands {
		if old.Name == sent.Name && old.Type == sent.Type {
			sent.ID = old.ID
			return &sent, false
		}
	}
	return &sent, true
}

// SetCommands replaces all commands. Commands whose names were registered before keep their ids.
func (w *World) SetCommands(list []Command) ([]*Command, error) {
	made, out := 0, []*Command{}
	for _, sent := range list {
		cmd, fresh := w.assignID(sent)
		if fresh {
			made++
		}
		out = append(out, cmd)
	}
	if err := w.countNew(made, w.now()); err != nil {
		return nil, err
	}
	w.Commands = out
	w.news.notice(Notice{Kind: "commands", Data: w.Menu()})
	return out, nil
}
