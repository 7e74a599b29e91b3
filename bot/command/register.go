// Package command is the slash commands: a register of values, one file each. What
// a command says stands in words/en.yaml beside it.
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

// A Command is a slash command, or a subcommand of one, and the buttons that ask
// for the same. Its description is the phrase command.about.NAME, that of an option
// command.about.NAME.OPTION, and of a choice command.about.NAME.OPTION.CHOICE.
type Command struct {
	Name    string // empty: buttons alone ask for it
	Args    games.Args
	Options func(Inventory) []discord.Option
	Subs    []Command

	// Run answers. Nil: the command is a move, which the table of the channel
	// judges and answers.
	Run func(context.Context, Call) (Answer, error)

	// Needs says whether the games that there are have what it takes. Nil: any do.
	Needs func([]games.Kind) bool

	// Words are the catalogues of a command that does not stand in that of the house.
	Words fs.FS

	Button string                                      // the kind of the button that asks for the same
	Press  func(context.Context, Call) (Answer, error) // nil: Run
}

// An Inventory is what shapes of commands depend on: the games there are, and the
// language that describes them.
type Inventory struct {
	Games    []games.Kind
	Language *words.Language
	// All are the languages that a server may choose from.
	All []*words.Language
}

// registered are the commands of the house: each file adds its own.
var registered []Command

func register(c Command) bool {
	registered = append(registered, c)
	return true
}

// A Register is commands, by their names and buttons.
type Register []Command

// All is the register of the house and further commands.
func All(more ...Command) Register { return append(slices.Clone(registered), more...) }

// Words are the catalogues of all commands.
func (r Register) Words() []fs.FS {
	all := []fs.FS{words.Place{FS: Words, Dir: "bot/command"}}
	for _, c := range r {
		if c.Words != nil {
			all = append(all, words.Place{FS: c.Words, Dir: "bot/" + c.Name})
		}
	}
	return all
}

// Find is the command of that name, or its subcommand.
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

// Button is the command that a kind of button asks for.
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

// Shapes are the commands as Discord is to show them, and after them the moves of
// the games that are no commands of the house.
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

// describe gives options and choices that have no words yet those of the catalogue.
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

// choices are choices that the catalogue names.
func choices(values ...string) (list []discord.Choice) {
	for _, v := range values {
		list = append(list, discord.Choice{Value: v})
	}
	return list
}

// static are options that depend on nothing.
func static(list ...discord.Option) func(Inventory) []discord.Option {
	return func(Inventory) []discord.Option {
		own := slices.Clone(list)
		for i := range own {
			own[i].Choices = slices.Clone(own[i].Choices)
		}
		return own
	}
}

// Words are the catalogues of what commands say and how they are described.
//
//go:embed words/*.yaml
var Words embed.FS
