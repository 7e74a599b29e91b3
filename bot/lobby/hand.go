package lobby

import (
	"context"
	"slices"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/render"
	"settable/store/ids"
)

// ViewFor returns what a player sees of the table now. Users without a seat see the public view.
func (t *Table) ViewFor(p ids.User) games.View {
	now := t.Game.Session()
	return now.Course.Game.View(now.Seats[p])
}

// handMessage draws a hand as the answer to an interaction. The message shows the sentences in a.told, followed by the
// viewer's current view of the table and their moves. oldPicture describes the picture that the message already has.
// over reports whether the table has ended.
func (t *Table) handMessage(a handAnswer, style render.Style, oldPicture string) (m discord.Message, over bool) {
	now := t.Game.Session()
	told := slices.Clone(a.told)
	if _, known := now.Seats[a.Who]; !known {
		if len(told) == 0 {
			told = []string{a.Lang.Key("command.hand.not_here")}
		}
		return discord.Message{Content: message.Cut(paragraph(told), message.MostText)}, now.Over()
	}
	picked := t.lobby.Picks.Picked(t.Row.ID, a.Who, t.claimable(now, a.Who))
	if len(picked) > 0 {
		told = append(told, message.PickedText(a.Lang, picked))
	}
	choice := t.choice(now, a.Who, a.choosing, a.Lang)
	choice.Worded, choice.Style = true, style
	chooses := a.choosing != "" && !a.last && choice.May()
	var rows []discord.Row
	if chooses {
		asked, _ := choice.Message() // this message has no picture
		told, rows = append(told, asked.Content), asked.Rows
	}
	m, err := message.OwnHand{
		Table: int64(t.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[a.Who]), Over: now.Over(),
		Last: a.last, Told: told, Picked: picked, Name: now.Name, ShownPicture: oldPicture, Style: style, Lang: a.Lang, Sign: t.sign(),
	}.Message()
	if err != nil {
		t.log.Error("rendering a hand failed", "error", err)
	}
	if chooses {
		m.Rows = rows
	}
	return t.explainHidden(a.Lang, m), now.Over()
}

// joinWord is the move that seats a player.
var joinWord = games.Join{}.String()

// confirm tells a player that their move was played. Everyone sees the result in the table's message. Therefore only
// a press or command gets an answer, which shows the player's hand if it changed, and anything that went wrong or is
// private.
func (t *Table) confirm(now table.Session, w table.Word, a table.Answer) {
	if !w.Private() {
		if a.Wrong && w.Door != table.House {
			t.lobby.Replies.React(w, "❌")
		}
		return
	}
	lang, send := t.languages.reader(w), t.lobby.Send
	var own []string // sentences that only the player may read
	if a.Wrong || a.Secret {
		own = t.eventTexts(lang, now, a.Events)
	}
	orHowItStands := func(told []string) []string {
		if len(told) == 0 {
			return []string{lang.Say(now.View().Headline, now.Name)}
		}
		return told
	}
	if !a.Farewell.Silent() {
		t.lobby.Replies.whisper(w, lang.Plain(a.Farewell))
		return
	}
	switch {
	case w.OnOwnHand, w.WasPicked && t.Manual.Hands && message.HasChoice(t.Manual, w.Verb()):
		t.ShowHand(t.viewerOf(w, true), own...)
	case w.ByCards:
		t.tellClaim(now, w, own...)
	case w.WasPicked:
		if !(Picking{t, w}).choice(now).May() {
			own = orHowItStands(own)
		}
		Picking{t, w}.tell(now, own...)
	case w.Confirmed:
		t.lobby.Replies.whisper(w, paragraph(t.eventTexts(lang, now, a.Events)))
	case a.Wrong && w.Door != table.Slash && !a.HandChanged:
		t.lobby.Replies.whisper(w, paragraph(own))
	case w.Verb() == joinWord && !a.HandChanged:
		seat, _ := now.SeatOf(w.Who.ID)
		told := []string{lang.Text("lobby.seated", "seat", games.SeatLetter(seat))}
		if w.Door == table.Slash {
			told = append(told, t.eventTexts(lang, now, a.Events)...)
		}
		m := t.withTrouble(w, discord.Message{Content: paragraph(told)})
		send.Note(ticketOf(w), m.Content)
	case w.Door == table.Slash && !a.HandChanged:
		told := orHowItStands(t.eventTexts(lang, now, a.Events))
		m := t.withTrouble(w, discord.Message{Content: paragraph(told)})
		send.Note(ticketOf(w), m.Content)
	case a.HandChanged:
		t.ShowHand(t.viewerOf(w, false), own...)
	case t.whyHidden.Load() != nil: // no one can see the result of the move
		t.lobby.Replies.whisper(w, paragraph(orHowItStands(t.eventTexts(lang, now, a.Events))))
	default:
		late := message.Cut(paragraph(orHowItStands(t.eventTexts(lang, now, a.Events))), message.MostText)
		send.Send("confirming", func(ctx context.Context) error { return send.Acknowledge(ctx, ticketOf(w), late) })
	}
}
