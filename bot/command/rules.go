package command

import (
	"context"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/render"
)

// /rules explains how to play a game: the named one, or the one at the channel's table.
var _ = register(Command{Name: "rules", Run: rules, Options: func(s Inventory) []discord.Option {
	return []discord.Option{{Kind: discord.Text, Name: "game", Choices: s.games()}}
}})

func rules(ctx context.Context, c Invocation) (Answer, error) {
	kind, named := c.Deps.game(c.Options["game"])
	here := ""
	if s, stands := c.Deps.Lobby.At(c.Channel); stands && (!named || kind.Name() == s.Rules.Name()) {
		kind, named = c.Deps.game(s.Rules.Name())
		if list := s.Manual.AnnouncedOptions(s.Course.Options); len(list) > 0 {
			here = "\n\n" + c.Say("command.rules.here", "options", c.Language.Prose(c.Language.Each(list)...))
		}
	}
	if !named { // the last game played here, or the bot's first game
		kind = c.Deps.Games[0]
		if row, err := c.Deps.Store.LastTable(ctx, c.Channel); err == nil {
			if last, ok := c.Deps.game(row.Game); ok {
				kind = last
			}
		}
	}
	m := kind.Manual()
	title := "**" + c.Language.Plain(m.Title()) + "**\n"
	if c.Language.Me() != "" {
		title += c.Say("command.rules.by_name", "example", c.Language.Typed(m.Game, m.UsualMove())) + "\n"
	}
	answer := text(title + c.Language.Plain(m.Text()) + here)
	example := message.Example(m, c.Language)
	png, err := message.Draw(nil, example, c.Deps.Settings.StyleFor(ctx, c.Guild, c.Who.ID), c.Language)
	answer.Message.Files = picture(c, "rules.png", render.Alt(example, c.Language), png, err)
	return answer, nil
}
