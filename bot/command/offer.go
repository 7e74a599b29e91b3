package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
)

// The game buttons of an offer open a table and give the user who pressed a seat there. With "now", two house players
// also sit down, and the game begins. The button can name a rule set in addition to the game. If it names no game, the
// answer asks which one to play.
var _ = register(Command{Button: message.PlayButton, Run: playOffered})

func playOffered(ctx context.Context, c Invocation) (Answer, error) {
	if set := games.RuleSet(c.Button.Words); slices.Contains(games.RuleSets, set) {
		asked := text(c.Say("command.offer.by_rules", "rules", set.Name()))
		asked.Message.Rows = gameButtons(c, "", set)
		return asked, nil
	}
	game, how, _ := strings.Cut(c.Button.Words, " ")
	if _, known := c.Deps.game(game); !known {
		return c.answerPrivately("lobby.no_game")
	}
	c.Sub = game
	switch how {
	case "":
	case nowOption:
		c.Options = map[string]string{nowOption: "true"}
	default:
		c.Options = map[string]string{rulesOption: how}
	}
	return play(ctx, c)
}

// Offer returns the answer to a request for a game: a button for each game, with the named one first. If the channel
// has a table, the answer describes it and how to join.
func (c Invocation) Offer(ctx context.Context, game string) discord.Message {
	s, err := c.Deps.Lobby.Find(ctx, c.Channel)
	if told, is := errors.AsType[games.Illegal](err); is {
		return discord.Message{Content: c.Language.Plain(told.Phrase)}
	}
	if err == nil {
		seat, sits := s.SeatOf(c.Who.ID)
		v := s.View()
		lines := []string{c.opening(s, v, seat, sits), c.Say("command.offer.one_table")}
		id := message.ID{Table: int64(s.Row.ID), Line: s.Sight}
		var row discord.Row
		if join, may := v.FindOffer("join"); may && !sits {
			id.Kind, id.Words = message.MoveButton, "join"
			label := message.Label(c.Language, s.Manual.Game, join)
			row.Buttons = append(row.Buttons, c.NewButton(label, discord.Green, id))
		}
		id.Kind, id.Words = message.HelpButton, ""
		row.Buttons = append(row.Buttons, c.NewButton(c.Say("message.button.help"), discord.Grey, id))
		return discord.Message{Content: strings.Join(lines, "\n"), Rows: []discord.Row{row}}
	}
	rows := append(gameButtons(c, game, ""), playNow(c, game))
	return discord.Message{Content: c.Say("command.offer.which"), Rows: rows}
}

// playNow returns buttons for users who are alone or new: one that begins the named game (or the first one) with house
// players, one that shows today's daily deals, and one that lists the games with the rule set that isn't the server's
// default.
func playNow(c Invocation, game string) discord.Row {
	kind, known := c.Deps.game(game)
	if !known {
		kind = c.Deps.Games[0]
	}
	row := discord.Row{Buttons: []discord.Button{
		c.NewButton(c.Say("command.offer.now", "game", kind.Manual().Title()), discord.Blue,
			message.ID{Kind: message.PlayButton, Words: kind.Name() + " " + nowOption}),
	}}
	if slices.ContainsFunc(c.Deps.Games, func(k games.Kind) bool { return k.Daily != nil }) {
		row.Buttons = append(row.Buttons,
			c.NewButton(c.Say("command.offer.daily"), discord.Grey, message.ID{Kind: message.DailyButton}))
	}
	other := games.ByBook
	if c.ruleSet() == other {
		other = games.House
	}
	row.Buttons = append(row.Buttons, c.NewButton(c.Language.Plain(other.Name()), discord.Grey,
		message.ID{Kind: message.PlayButton, Words: string(other)}))
	return row
}

// gameButtons returns, for each game, a button that opens a table. The named game comes first. If a rule set is given,
// gameButtons includes only games that have house rules, and their tables use the rule set.
func gameButtons(c Invocation, game string, set games.RuleSet) (rows []discord.Row) {
	kinds := c.Deps.Games
	if set != "" {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k games.Kind) bool { return k.Manual().HouseRules == nil })
	}
	for chunk := range slices.Chunk(kinds, 5) {
		var row discord.Row
		for _, k := range chunk {
			b := c.NewButton(c.Language.Plain(k.Manual().Title()), discord.Grey,
				message.ID{Kind: message.PlayButton, Words: strings.TrimSpace(k.Name() + " " + string(set))})
			if k.Name() == game {
				b.Style = discord.Green
				row.Buttons = slices.Insert(row.Buttons, 0, b)
				continue
			}
			row.Buttons = append(row.Buttons, b)
		}
		rows = append(rows, row)
	}
	return rows
}
