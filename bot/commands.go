package bot

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render"
)

// commands are the slash commands: those of the house, and the verbs of the games.
func commands(rules []games.Kind) []discord.Command {
	list := []discord.Command{
		{Name: "play", Description: "Open a table in this channel", Options: playOptions(rules)},
		{Name: "join", Description: "Sit down at the table in this channel"},
		{Name: "start", Description: "Start the game when everybody is here"},
		{Name: "leave", Description: "Leave the table; what you took stays counted"},
		{Name: "end", Description: "Close the table (who opened it, or a member with Manage Server)"},
		{Name: "table", Description: "Show the table again, and to you as text"},
		{Name: "hand", Description: "Your own cards, for your eyes only"},
		{Name: "rules", Description: "How a game is played", Options: []discord.Option{
			{Kind: discord.Text, Name: "game", Description: "Which game", Choices: gameChoices(rules)},
		}},
		{Name: "help", Description: "What you can do here and now, for your eyes only"},
		{Name: "leaderboard", Description: "Who is ahead on this server", Options: boardOptions(rules)},
		{Name: "chips", Description: "Play money: what you have, where it came from, and that none is lost", Options: chipsOptions()},
		{Name: "settings", Description: "How tables look and judge here (Manage Server), and how they look to you", Options: settingOptions()},
	}
	if game := nightGame(rules); game != nil {
		list = append(list, discord.Command{Name: "night", Description: "A poker night in this channel: the same buy-in for all, one standing at its end", Options: nightOptions(game)})
	}
	return withVerbs(list, rules)
}

func playOptions(rules []games.Kind) []discord.Option {
	var subs []discord.Option
	for _, r := range rules {
		m := r.Manual()
		sub := discord.Option{Kind: discord.SubCommand, Name: r.Name(), Description: message.Clip(m.Title + ": " + m.Summary)}
		for _, o := range m.Options {
			sub.Options = append(sub.Options, gameOption(o))
		}
		subs = append(subs, sub)
	}
	return subs
}

func gameOption(o games.Option) discord.Option {
	if o.Values == nil {
		least, most := float64(o.Min), float64(o.Max)
		return discord.Option{Kind: discord.Integer, Name: o.Name, Description: message.Clip(o.Help), Min: &least, Max: &most}
	}
	out := discord.Option{Kind: discord.Text, Name: o.Name, Description: message.Clip(o.Help)}
	for i, v := range o.Values {
		name := v
		if i < len(o.Labels) {
			name = o.Labels[i]
		}
		if v == o.Default {
			name += " (usual)"
		}
		out.Choices = append(out.Choices, discord.Choice{Name: name, Value: v})
	}
	return out
}

func gameChoices(rules []games.Kind) []discord.Choice {
	var list []discord.Choice
	for _, r := range rules {
		list = append(list, discord.Choice{Name: r.Manual().Title, Value: r.Name()})
	}
	return list
}

func boardOptions(rules []games.Kind) []discord.Option {
	return []discord.Option{
		{Kind: discord.Text, Name: "board", Description: "What counts", Choices: []discord.Choice{{Name: "sets taken", Value: "sets"}, {Name: "games won", Value: "wins"}, {Name: "chips won", Value: "chips"}}},
		{Kind: discord.Text, Name: "game", Description: "In one game only", Choices: gameChoices(rules)},
		{Kind: discord.Text, Name: "period", Description: "Since when", Choices: []discord.Choice{
			{Name: "today", Value: "day"}, {Name: "this week", Value: "week"}, {Name: "this month", Value: "month"}, {Name: "all time", Value: "all"},
		}},
	}
}

func settingOptions() []discord.Option {
	least, most, hour := 0.0, 10.0, 3600.0
	return []discord.Option{
		{Kind: discord.SubCommand, Name: "show", Description: "What is set here, and for you"},
		{Kind: discord.SubCommand, Name: "server", Description: "For this server (Manage Server)", Options: []discord.Option{
			{Kind: discord.Text, Name: "theme", Description: "The ground of the pictures", Choices: named(render.Themes())},
			{Kind: discord.Text, Name: "palette", Description: "The colours of the cards", Choices: named(render.Palettes())},
			{Kind: discord.Number, Name: "grace", Description: "Seconds in which a beaten claim is forgiven (usual: 2)", Min: &least, Max: &most},
			{Kind: discord.Integer, Name: "turn", Description: "Seconds to think in games with turns (usual: 60; 0: as long as one likes)", Min: &least, Max: &hour},
		}},
		{Kind: discord.SubCommand, Name: "mine", Description: "For pictures only you see", Options: []discord.Option{
			{Kind: discord.Text, Name: "palette", Description: "The colours of the cards", Choices: append([]discord.Choice{{Name: "as on the server", Value: "server"}}, named(render.Palettes())...)},
		}},
	}
}

func named(list []string) []discord.Choice {
	var out []discord.Choice
	for _, v := range list {
		out = append(out, discord.Choice{Name: v, Value: v})
	}
	return out
}

// withVerbs adds the moves of all games as commands of their own. Games may
// share a verb: it takes the same in all of them, and where it says different
// things it is described by what it has in common.
func withVerbs(list []discord.Command, rules []games.Kind) []discord.Command {
	house := len(list)
	for _, r := range rules {
		for _, v := range r.Manual().Verbs {
			i := slices.IndexFunc(list, func(c discord.Command) bool { return c.Name == v.Name })
			if i >= 0 && i < house {
				continue
			}
			if i < 0 {
				i = len(list)
				list = append(list, discord.Command{Name: v.Name, Description: message.Clip(v.Help)})
			}
			c := &list[i]
			if words, ok := common[v.Name]; ok && c.Description != message.Clip(v.Help) {
				c.Description = words
			}
			if v.Takes != games.Bare {
				c.Options = withExample(c.Options, v)
			}
		}
	}
	return list
}

// common is what verbs have in common that mean something of their own in each game.
var common = map[string]string{
	"set":  "Take three cards that are a set",
	"none": "Say that you see no set",
	"next": "Deal the next hand",
}

// withExample is the option of a verb, with an example of each game that has it.
func withExample(now []discord.Option, v games.Verb) []discord.Option {
	if now == nil {
		return []discord.Option{{Kind: discord.Text, Name: "words", Description: message.Clip(message.Needs(v.Takes) + ", as in: " + message.Operands(v)), Required: !v.Optional, Complete: true, MaxLength: 60}}
	}
	o := &now[0]
	if !strings.HasSuffix(o.Description, message.Operands(v)) {
		o.Description = message.Clip(o.Description + ", or: " + message.Operands(v))
	}
	o.Required = o.Required && !v.Optional
	return now
}
