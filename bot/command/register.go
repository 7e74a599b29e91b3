// Package command contains the slash commands, one per file, and a register of them. Their texts are in the
// catalogues in the folder "words".
package command

import (
	"context"
	"embed"
	"io/fs"
	"slices"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// A Command is a slash command or a subcommand, a button, or both if they do the same. The text command.about.NAME
// describes the command, command.about.NAME.OPTION an option, and command.about.NAME.OPTION.CHOICE a choice.
type Command struct {
	Name    string // "": only a button calls the command
	Args    games.Args
	Options func(Inventory) []discord.Option
	Subs    []Command

	// Run runs the command and returns its answer. If nil, the command is a move, which the channel's table handles
	// and answers.
	Run func(context.Context, Invocation) (Answer, error)

	// Needs reports whether the command is useful with these games. If Needs is nil, the command is useful with any
	// game.
	Needs func([]games.Kind) bool

	// Words holds the catalogues of a command from another package. If nil, the command uses this package's catalogues.
	Words fs.FS

	Button string                                            // the kind of the button that calls the command
	Press  func(context.Context, Invocation) (Answer, error) // nil: Run
}

// An Inventory holds what the commands' descriptions depend on: the bot's games and the language.
type Inventory struct {
	Games    []games.Kind
	Language *words.Language
	// All holds the languages that a server can choose.
	All []*words.Language
}

// registered contains this package's commands, which each file adds with register.
var registered []Command

func register(c Command) bool {
	registered = append(registered, c)
	return true
}

// A Register is a list of commands with methods to find them by name or button.
type Register []Command

// All returns the commands of this package, followed by the given ones.
func All(more ...Command) Register { return append(slices.Clone(registered), more...) }

// Words returns the catalogues of all commands.
func (r Register) Words() []fs.FS {
	all := []fs.FS{words.Source{FS: Words, Dir: "bot/command"}}
	for _, c := range r {
		if c.Words != nil {
			all = append(all, words.Source{FS: c.Words, Dir: "bot/" + c.Name})
		}
	}
	return all
}

// Find finds a command, or a subcommand if the command has any.
func (r Register) Find(name, sub string) (Command, bool) {
	i := slices.IndexFunc(r, func(c Command) bool { return c.Name == name && name != "" })
	if i < 0 {
		return Command{}, false
	}
	if r[i].Subs == nil {
		return r[i], true
	}
	return Register(r[i].Subs).Find(sub, "")
}

// Button finds the command that buttons of this kind run.
func (r Register) Button(kind string) (Command, bool) {
	i := slices.IndexFunc(r, func(c Command) bool { return c.Button == kind && kind != "" })
	if i < 0 {
		return Command{}, false
	}
	c := r[i]
	if c.Press != nil {
		c.Run = c.Press
	}
	return c, true
}

// Shapes returns the commands as they are registered with Discord, followed by a command for each move of the games
// that isn't already in the register.
func (r Register) Shapes(s Inventory) []discord.Command {
	var list []discord.Command
	for _, c := range r {
		if c.Name == "" || c.Needs != nil && !c.Needs(s.Games) {
			continue
		}
		key := "command.about." + c.Name
		list = append(list, discord.Command{
			Name: c.Name, Description: s.about(key, c.Args), Options: c.options(s, key)})
	}
	return withVerbs(list, s)
}

func (c Command) options(s Inventory, key string) []discord.Option {
	var list []discord.Option
	for _, sub := range c.Subs {
		path := key + "." + sub.Name
		list = append(list, discord.Option{Kind: discord.SubCommand, Name: sub.Name,
			Description: s.about(path, sub.Args), Options: sub.options(s, path)})
	}
	if c.Options != nil {
		list = append(list, c.Options(s)...)
	}
	s.describe(list, key)
	return list
}

// describe sets missing descriptions of options and missing names of choices from the catalogue.
func (s Inventory) describe(list []discord.Option, key string) {
	for i := range list {
		o := &list[i]
		if o.Description == "" {
			o.Description = s.about(key+"."+o.Name, nil)
		}
		for j := range o.Choices {
			if choice := &o.Choices[j]; choice.Name == "" {
				choice.Name = s.about(key+"."+o.Name+"."+choice.Value, nil)
			}
		}
	}
}

func (s Inventory) about(key string, args games.Args) string {
	return s.Language.Plain(games.Phrase{Key: key, Args: args})
}

// choices returns choices with these values. describe later sets their names.
func choices(values ...string) (list []discord.Choice) {
	for _, v := range values {
		list = append(list, discord.Choice{Value: v})
	}
	return list
}

// static returns a function that returns the given options, whatever the inventory is.
func static(list ...discord.Option) func(Inventory) []discord.Option {
	return func(Inventory) []discord.Option {
		own := slices.Clone(list)
		for i := range own {
			own[i].Choices = slices.Clone(own[i].Choices)
		}
		return own
	}
}

// Words holds the catalogues of this package's texts and descriptions.
//
//go:embed words/*.yaml
var Words embed.FS
