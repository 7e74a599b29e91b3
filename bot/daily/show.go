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

// view returns the player's view of the deal, which offers only moves that are allowed in a deal.
func (d deal) view() games.View {
	seat, _ := d.session.SeatOf(d.c.Who.ID)
	v := d.session.Course.Game.View(seat)
	v.Offers = slices.DeleteFunc(slices.Clone(v.Offers), func(o games.Offer) bool { return !d.isAllowed(o) })
	return v
}

// answer shows the given sentences and the deal below them. chosen is the verb of a move and the piles chosen for it so
// far. If it is empty, the buttons are the cards.
func (d deal) answer(ctx context.Context, how command.Manner, chosen string, told []string) (
	command.Answer, error) {

	if how != command.Update {
		d.c.ShownPicture = "" // a new message has no picture yet
	}
	if d.session.Over() {
		d.c.Deps.Lobby.Picks.EndTable(d.session.Row.ID)
		return d.result(ctx, how, told)
	}
	v := d.view()
	lines := append(append(d.head(), told...), d.c.Language.Say(v.Headline, d.session.Name))
	verb, some, _ := message.SplitChoice(d.session.Manual, chosen)
	c := d.choice(verb)
	if c.Chosen = some; c.May() {
		return command.Answer{How: how, Message: d.choiceMessage(ctx, c, lines)}, nil
	}
	m := discord.Message{Content: message.Cut(strings.Join(lines, "\n"), message.MostText), Rows: d.rows(v)}
	return command.Answer{How: how, Message: d.withPicture(ctx, m, v)}, nil
}

func (d deal) choiceMessage(ctx context.Context, c message.Choice, lines []string) discord.Message {
	c.Style = d.c.Deps.Settings.StyleFor(ctx, d.c.Guild, d.c.Who.ID)
	c.More = []discord.Button{d.button(d.c.Say("daily.button.back"), discord.Grey, toTable)}
	m, err := c.Message()
	if err != nil {
		d.c.Deps.Log.Error("drawing the piles failed", "error", err)
	}
	m.Rows = withoutForms(m.Rows)
	m.Content = message.Cut(strings.Join(append(lines, m.Content), "\n"), message.MostText)
	m.InWords = d.inWords(m.Content, c.View)
	switch {
	case err != nil:
		return m.Plain()
	case d.inWordsOnly:
		return d.withPicture(ctx, m, c.View)
	}
	return m
}

// rows returns buttons for the cards and the other moves. It also returns a button that switches between picture and
// text, and one that ends the deal.
func (d deal) rows(v games.View) []discord.Row {
	further := append(d.moves(v), d.wordsSwitch(), d.button(d.c.Say("daily.button.stop"), discord.Grey, toStop))
	picked := d.c.Deps.Lobby.Picks.Picked(d.session.Row.ID, d.c.Who.ID, message.Cards(v))
	cards, may := message.NewCardButtons(v, picked)
	if !may {
		return message.InRows(further, 5)
	}
	sign := d.c.Deps.Lobby.Seal.For(d.c.Guild)
	return cards.Rows(func(card string) string {
		return sign(message.ID{Kind: message.DealtButton, Table: int64(d.session.Row.ID), Line: d.session.Sight,
			Words: toPick + " " + card})
	}, further)
}

// inWords returns a function that appends a description of the whole deal to the content.
func (d deal) inWords(content string, v games.View) func() string {
	return func() string {
		room := message.MostText - message.Size(content) - 1
		return message.Cut(content+"\n"+render.Long(v, d.c.Language, d.session.Name, room), message.MostText)
	}
}

// head returns the first lines of the message: the deal and its day and, if the result counts on another server, a
// note about that.
func (d deal) head() []string {
	title := games.DailyTitle(d.session.Row.Game)
	head := []string{d.c.Say("daily.head", "title", title, "day", dateOf(d.session.Row.Daily))}
	if d.session.Row.Guild != d.c.Guild {
		head = append(head, d.c.Say("daily.elsewhere"))
	}
	return head
}

// withPicture adds the picture of a view to a message. If pictures are off or drawing fails, it adds a text instead.
func (d deal) withPicture(ctx context.Context, m discord.Message, v games.View) discord.Message {
	if m.InWords = d.inWords(m.Content, v); d.inWordsOnly {
		return m.Plain()
	}
	alt := render.Alt(v, d.c.Language)
	if m.KeepFiles = alt == d.c.ShownPicture; m.KeepFiles {
		return m
	}
	png, err := message.Draw(nil, v, d.c.Deps.Settings.StyleFor(ctx, d.c.Guild, d.c.Who.ID), d.c.Language)
	if err != nil {
		d.c.Deps.Log.Error("drawing a daily deal failed", "error", err)
		return m.Plain()
	}
	m.Files = []discord.File{{Name: "daily.png", Description: alt, Content: png}}
	return m
}

// choice returns the piles that a move with this verb can take.
func (d deal) choice(verb string) message.Choice {
	sign := d.c.Deps.Lobby.Seal.For(d.c.Guild)
	return message.Choice{Table: int64(d.session.Row.ID), Line: d.session.Sight, View: d.view(), Verb: verb,
		Lang:   d.c.Language,
		Worded: d.inWordsOnly, ShownPicture: d.c.ShownPicture,
		Sign: func(id message.ID) string {
			switch id.Kind {
			case message.ChoiceButton:
			case message.WordedButton:
				id.Words = toText + " " + id.Words
			default:
				return "" // forms work only at tables in a channel
			}
			id.Kind = message.DealtButton
			return sign(id)
		}}
}

// withoutForms removes buttons that would open a form. Forms don't work in a deal, so these buttons have no custom
// id.
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

// moves returns the buttons of all moves except a claim.
func (d deal) moves(v games.View) (list []discord.Button) {
	for _, o := range v.Offers {
		if o.Words != d.session.Manual.Claim && len(list) < 5 {
			list = append(list, d.button(message.Label(d.c.Language, d.session.Row.Game, o), discord.Blue, o.Words))
		}
	}
	return list
}

func (d deal) wordsSwitch() discord.Button {
	label, words := "message.button.letters", toTable+" "+message.NoChoice
	if !d.inWordsOnly {
		label, words = "message.button.text", toText+" "+words
	}
	return d.button(d.c.Say(label), discord.Grey, words)
}

func (d deal) button(label string, style discord.Style, words string) discord.Button {
	return d.c.NewButton(label, style,
		message.ID{Kind: message.DealtButton, Table: int64(d.session.Row.ID), Line: d.session.Sight, Words: words})
}

func (d deal) confirmStop(ctx context.Context) (command.Answer, error) {
	sets, _ := d.session.Course.Result()
	sure := d.c.Say("daily.sure", "sets", games.Say("daily.sets", "N", sets))
	m := discord.Message{Content: sure, Rows: []discord.Row{{Buttons: []discord.Button{
		d.button(d.c.Say("daily.button.sure"), discord.Red, toConfirm),
		d.button(d.c.Say("daily.button.back"), discord.Grey, toTable),
	}}}}
	return command.Answer{How: command.Update, Message: d.withPicture(ctx, m, d.view())}, nil
}

// replaceMessage deletes the message that showed the deal to the player before, because a new one shows it now.
func (d deal) replaceMessage() {
	old, ok := d.c.Deps.Lobby.Picks.NoteDealMessage(d.session.Row.ID, d.c.Who.ID, d.c.Ticket, d.c.At)
	if ok {
		d.c.Deps.Send.DeleteAnswer(old)
	}
}
