package daily

import (
	"context"
	"slices"
	"strings"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/games"
	"settable/render"
)

// view is what its player sees, and may do here.
func (d deal) view() games.View {
	seat, _ := d.SeatOf(d.Who.ID)
	v := d.Course.Game.View(seat)
	v.Offers = slices.DeleteFunc(slices.Clone(v.Offers), func(o games.Offer) bool { return !d.own(o) })
	return v
}

// answer shows a deal below what there is to say, with what is chosen already: the verb of a move and what it
// takes. Without a verb that is a claim.
func (d deal) answer(ctx context.Context, how command.Manner, chosen string, told []string) (
	command.Answer, error) {

	if d.Over() {
		return d.result(ctx, how, told)
	}
	v := d.view()
	c := d.choice(d.Manual.Claim)
	if verb, some, _ := message.Chosen(d.Manual, chosen); verb != "" {
		c = d.choice(verb)
		c.Chosen = some
	}
	asked := c.Message()
	lines := append(d.head(), told...)
	lines = append(lines, d.Language.Say(v.Headline, d.Session.Name))
	if c.May() {
		lines = append(lines, asked.Content)
	}
	m := discord.Message{Rows: append(withoutForms(asked.Rows), d.rows(c.Verb)...)}
	m.Content = message.Cut(strings.Join(lines, "\n"), message.MostText)
	return command.Answer{How: how, Message: d.drawn(ctx, m, v)}, nil
}

// head says what it is, and for whose eyes.
func (d deal) head() []string {
	title := games.Say("daily.title." + d.Row.Game)
	head := []string{say(d.Call, "daily.head", "title", title, "day", dated(d.Row.Daily))}
	if d.Row.Guild != d.Guild {
		head = append(head, say(d.Call, "daily.elsewhere"))
	}
	return head
}

// drawn is a message with the picture; where there is none, words say it all.
func (d deal) drawn(ctx context.Context, m discord.Message, v games.View) discord.Message {
	m.InWords = func() string {
		room := message.MostText - message.Size(m.Content) - 1
		return message.Cut(m.Content+"\n"+render.Long(v, d.Language, d.Session.Name, room), message.MostText)
	}
	png, err := message.Draw(nil, v, d.Settings.StyleFor(ctx, d.Guild, d.Who.ID), d.Language)
	if err != nil {
		d.Log.Error("drawing a daily deal", "error", err)
		return m.Plain()
	}
	m.Files = []discord.File{{Name: "daily.png", Description: render.Alt(v, d.Language), Content: png}}
	return m
}

// choice is what a move may take, as buttons.
func (d deal) choice(verb string) message.Choice {
	sign := d.Tables.Seal.For(lobby.DiscordGuild(d.Guild))
	return message.Choice{Table: int64(d.Row.ID), Line: d.Sight, View: d.view(), Verb: verb, Lang: d.Language,
		Sign: func(id message.ID) string {
			if id.Kind != message.ChoiceButton {
				return "" // a form belongs to a table that stands in a channel
			}
			id.Kind = message.DealtButton
			return sign(id)
		}}
}

// withoutForms are rows without the buttons that lead nowhere here.
func withoutForms(rows []discord.Row) (list []discord.Row) {
	for _, row := range rows {
		var kept []discord.Button
		for _, b := range row.Buttons {
			if b.CustomID != "" {
				kept = append(kept, b)
			}
		}
		if len(kept) > 0 {
			list = append(list, discord.Row{Buttons: kept})
		}
	}
	return list
}

// rows are what there is to press beside what a move takes: the other moves, the words and the end.
func (d deal) rows(verb string) (rows []discord.Row) {
	if verb != d.Manual.Claim {
		back := d.button(say(d.Call, "daily.button.back"), discord.Grey, toTable)
		return []discord.Row{{Buttons: []discord.Button{back}}}
	}
	var moves []discord.Button
	for _, o := range d.view().Offers {
		if o.Words != verb {
			moves = append(moves, d.button(message.Label(d.Language, d.Row.Game, o), discord.Blue, o.Words))
		}
	}
	if len(moves) > 0 {
		rows = append(rows, discord.Row{Buttons: moves[:min(5, len(moves))]})
	}
	return append(rows, discord.Row{Buttons: []discord.Button{
		d.button(say(d.Call, "message.button.text"), discord.Grey, toText),
		d.button(say(d.Call, "daily.button.stop"), discord.Grey, toStop),
	}})
}

func (d deal) button(label string, style discord.Style, words string) discord.Button {
	return button(d.Call, label, style,
		message.ID{Kind: message.DealtButton, Table: int64(d.Row.ID), Line: d.Sight, Words: words})
}

// inWords is the deal as text, for who cannot see it.
func (d deal) inWords() command.Answer {
	text := render.Long(d.view(), d.Language, d.Session.Name, message.MostText)
	return command.Answer{How: command.Private, Message: discord.Message{Content: text}}
}

// asks asks whether somebody means to stop.
func (d deal) asks(ctx context.Context) (command.Answer, error) {
	sets, _ := d.Course.Result()
	sure := say(d.Call, "daily.sure", "sets", games.Say("daily.sets", "N", sets))
	m := discord.Message{Content: sure, Rows: []discord.Row{{Buttons: []discord.Button{
		d.button(say(d.Call, "daily.button.sure"), discord.Red, toSure),
		d.button(say(d.Call, "daily.button.back"), discord.Grey, toTable),
	}}}}
	return command.Answer{How: command.Update, Message: d.drawn(ctx, m, d.view())}, nil
}
