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

// Menu is the list people choose from: the guild's commands and the global ones, by name.
func (r *Register) Menu() []*Command {
	all := append([]*Command{}, r.Commands...)
	slices.SortStableFunc(all, func(a, b *Command) int { return cmp.Compare(a.Name, b.Name) })
	return all
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

// enter gives a command that a bot sent its id: the one of that name keeps its own. fresh tells that there was none.
func (w *World) enter(guild string, c Command) (cmd *Command, fresh bool) {
	c.ID, c.Version = w.newID(), w.newID()
	c.ApplicationID, c.GuildID = w.AppID, guild
	for _, old := range w.CommandsOf(guild) {
		if old.Name == c.Name && old.Type == c.Type {
			c.ID = old.ID
			return &c, false
		}
	}
	return &c, true
}

// AddCommand makes a command, or changes the one of that name. fresh tells that it was not there.
func (w *World) AddCommand(guild string, c Command) (cmd *Command, fresh bool, err error) {
	cmd, fresh = w.enter(guild, c)
	if fresh {
		if err := w.countNew(1, w.now()); err != nil {
			return nil, false, err
		}
		w.Commands = append(w.Commands, cmd)
	} else {
		i := slices.IndexFunc(w.Commands, func(at *Command) bool { return at.ID == cmd.ID })
		w.Commands[i] = cmd
	}
	w.menuChanged()
	return cmd, fresh, nil
}

// SetCommands replaces the whole list. A command that keeps its name keeps its id.
func (w *World) SetCommands(guild string, list []Command) ([]*Command, error) {
	made, out := 0, []*Command{}
	for _, c := range list {
		cmd, fresh := w.enter(guild, c)
		if fresh {
			made++
		}
		out = append(out, cmd)
	}
	if err := w.countNew(made, w.now()); err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(w.Commands, func(at *Command) bool { return at.GuildID == guild })
	w.Commands = append(others, out...)
	w.menuChanged()
	return out, nil
}

// Command finds a command of a guild by its id.
func (w *World) Command(guild, id string) (*Command, error) {
	for _, cmd := range w.CommandsOf(guild) {
		if cmd.ID == id {
			return cmd, nil
		}
	}
	return nil, errUnknownCommand
}

// RemoveCommand takes a command away.
func (w *World) RemoveCommand(cmd *Command) {
	w.Commands = slices.DeleteFunc(w.Commands, func(at *Command) bool { return at == cmd })
	w.menuChanged()
}

func (w *World) menuChanged() { w.notice(Notice{Kind: "commands", Data: w.Menu()}) }
