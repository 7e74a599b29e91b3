package daily

import (
	"context"
	"slices"
	"strings"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render"
)

// view returns the player's view, with only the moves that they may make at a deal.
func (d deal) view() games.View {
	seat, _ := d.session.SeatOf(d.c.Who.ID)
	v := d.session.Course.Game.View(seat)
	v.Offers = slices.DeleteFunc(slices.Clone(v.Offers), func(o games.Offer) bool { return !d.isAllowed(o) })
	return v
}

// answer shows a deal below the given sentences. chosen is the verb of a move and everything chosen for it so far;
// without a verb the move is a claim.
func (d deal) answer(ctx context.Context, how command.Manner, chosen string, told []string) (
	command.Answer, error) {

	if d.session.Over() {
		return d.result(ctx, how, told)
	}
	v := d.view()
	c := d.choice(d.session.Manual.Claim)
	if verb, some, _ := message.Chosen(d.session.Manual, chosen); verb != "" {
		c = d.choice(verb)
		c.Chosen = some
	}
	if how != command.Update {
		c.Stands = "" // a new message has no picture yet
	}
	c.Style, c.More = d.c.Deps.Settings.StyleFor(ctx, d.c.Guild, d.c.Who.ID), d.backOrStop(c.Verb)
	m, err := c.Message()
	if err != nil {
		d.c.Deps.Log.Error("drawing the card picker failed", "error", err)
	}
	lines := append(d.head(), told...)
	lines = append(lines, d.c.Language.Say(v.Headline, d.session.Name))
	if c.May() {
		lines, m.Rows = append(lines, m.Content), withoutForms(m.Rows)
	} else {
		m.Rows = []discord.Row{{Buttons: append([]discord.Button{d.wordsSwitch(c.Verb)}, c.More...)}}
	}
	if moves := d.moves(c.Verb); moves != nil { // above the row with the other buttons
		m.Rows = slices.Insert(m.Rows, len(m.Rows)-1, discord.Row{Buttons: moves})
	}
	m.Content = message.Cut(strings.Join(lines, "\n"), message.MostText)
	m.InWords = d.inWords(m.Content, v)
	switch {
	case err != nil:
		m = m.Plain()
	case d.inWordsOnly || !c.May():
		m = d.withPicture(ctx, m, v)
	}
	return command.Answer{How: how, Message: m}, nil
}

// inWords returns a function that describes the whole deal, below the content.
func (d deal) inWords(content string, v games.View) func() string {
	return func() string {
		room := message.MostText - message.Size(content) - 1
		return message.Cut(content+"\n"+render.Long(v, d.c.Language, d.session.Name, room), message.MostText)
	}
}

// head describes the message and who sees it.
func (d deal) head() []string {
	title := games.DailyTitle(d.session.Row.Game)
	head := []string{d.c.Say("daily.head", "title", title, "day", dateOf(d.session.Row.Daily))}
	if d.session.Row.Guild != d.c.Guild {
		head = append(head, d.c.Say("daily.elsewhere"))
	}
	return head
}

// withPicture adds the picture of a view to a message. If pictures are off or drawing fails, it adds words instead.
func (d deal) withPicture(ctx context.Context, m discord.Message, v games.View) discord.Message {
	if m.InWords = d.inWords(m.Content, v); d.inWordsOnly {
		return m.Plain()
	}
	png, err := message.Draw(nil, v, d.c.Deps.Settings.StyleFor(ctx, d.c.Guild, d.c.Who.ID), d.c.Language)
	if err != nil {
		d.c.Deps.Log.Error("drawing a daily deal failed", "error", err)
		return m.Plain()
	}
	m.Files = []discord.File{{Name: "daily.png", Description: render.Alt(v, d.c.Language), Content: png}}
	return m
}

// choice returns what a move may take.
func (d deal) choice(verb string) message.Choice {
	sign := d.c.Deps.Lobby.Seal.For(d.c.Guild)
	return message.Choice{Table: int64(d.session.Row.ID), Line: d.session.Sight, View: d.view(), Verb: verb,
		Lang:   d.c.Language,
		Worded: d.inWordsOnly, Stands: d.c.ShownPicture,
		Sign: func(id message.ID) string {
			switch id.Kind {
			case message.ChoiceButton:
			case message.WordedButton:
				id.Words = toText + " " + id.Words
			default:
				return "" // forms are only for tables in a channel
			}
			id.Kind = message.DealtButton
			return sign(id)
		}}
}

// withoutForms returns the rows without the buttons of forms, which have no custom id here.
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

// moves returns the buttons of the other moves besides a claim.
func (d deal) moves(verb string) (list []discord.Button) {
	if verb != d.session.Manual.Claim {
		return nil
	}
	for _, o := range d.view().Offers {
		if o.Words != verb && len(list) < 5 {
			list = append(list, d.button(message.Label(d.c.Language, d.session.Row.Game, o), discord.Blue, o.Words))
		}
	}
	return list
}

// backOrStop returns the button that leads back from another move to the claim, or, at the claim, ends the deal.
func (d deal) backOrStop(verb string) []discord.Button {
	if verb != d.session.Manual.Claim {
		return []discord.Button{d.button(d.c.Say("daily.button.back"), discord.Grey, toTable)}
	}
	return []discord.Button{d.button(d.c.Say("daily.button.stop"), discord.Grey, toStop)}
}

// wordsSwitch returns the button that switches between words and picture when there is nothing to choose.
func (d deal) wordsSwitch(verb string) discord.Button {
	label, words := "message.button.letters", verb+" "+message.NoChoice
	if !d.inWordsOnly {
		label, words = "message.button.text", toText+" "+words
	}
	return d.button(d.c.Say(label), discord.Grey, words)
}

func (d deal) button(label string, style discord.Style, words string) discord.Button {
	return d.c.NewButton(label, style,
		message.ID{Kind: message.DealtButton, Table: int64(d.session.Row.ID), Line: d.session.Sight, Words: words})
}

// confirmStop asks the player to confirm that they want to stop.
func (d deal) confirmStop(ctx context.Context) (command.Answer, error) {
	sets, _ := d.session.Course.Result()
	sure := d.c.Say("daily.sure", "sets", games.Say("daily.sets", "N", sets))
	m := discord.Message{Content: sure, Rows: []discord.Row{{Buttons: []discord.Button{
		d.button(d.c.Say("daily.button.sure"), discord.Red, toConfirm),
		d.button(d.c.Say("daily.button.back"), discord.Grey, toTable),
	}}}}
	return command.Answer{How: command.Update, Message: d.withPicture(ctx, m, d.view())}, nil
}
