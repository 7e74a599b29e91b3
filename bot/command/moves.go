package command

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
)

// The moves that all games share. The channel's table handles and answers them.
var (
	_ = register(Command{Name: "join"})
	_ = register(Command{Name: "start"})
	_ = register(Command{Name: "leave"})
	_ = register(Command{Name: "end"})
	_ = register(Command{Name: "kick", Options: static(whom)})
	_ = register(Command{Name: "cover", Options: static(whom)})
	_ = register(Command{Name: "void"})
	_ = register(Command{Name: "hurry"})
)

var whom = discord.Option{Kind: discord.User, Name: "who", Required: true}

// withVerbs adds the verbs of all games as commands. If games share a verb, it must take the same arguments in all of
// them. If their descriptions differ, the command gets the shared description.
func withVerbs(list []discord.Command, s Inventory) []discord.Command {
	house := len(list)
	for _, k := range s.Games {
		m := k.Manual()
		for _, v := range m.Verbs {
			help := message.Clip(s.Language.Plain(m.Help(v)))
			i := slices.IndexFunc(list, func(c discord.Command) bool { return c.Name == v.Name })
			if i >= 0 && i < house {
				continue
			}
			if i < 0 {
				i = len(list)
				list = append(list, discord.Command{Name: v.Name, Description: help})
			}
			c := &list[i]
			if key := "command.verb." + v.Name; c.Description != help && s.Language.Has(key) {
				c.Description = s.about(key, nil)
			}
			if v.Takes != games.Bare {
				c.Options = s.withExample(c.Options, v)
			}
		}
	}
	return list
}

// withExample returns the option for the rest of a move with the verb v. Its description contains an example from
// each game that has the verb.
func (s Inventory) withExample(now []discord.Option, v games.Verb) []discord.Option {
	example := message.Operands(v)
	if now == nil {
		needs := message.Needs(s.Language, v.Takes)
		about := s.about("command.example", games.Args{"needs": needs, "example": example})
		return []discord.Option{{
			Kind: discord.Text, Name: "words", Description: message.Clip(about),
			Required: !v.Optional, Complete: true, MaxLength: 60,
		}}
	}
	o := &now[0]
	if !strings.HasSuffix(o.Description, example) {
		about := s.about("command.another", games.Args{"about": o.Description, "example": example})
		o.Description = message.Clip(about)
	}
	o.Required = o.Required && !v.Optional
	return now
}
