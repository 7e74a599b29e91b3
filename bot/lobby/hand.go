package lobby

import (
	"context"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store/ids"
)

// ViewFor returns what a player sees of the table now. Users without a seat see the public view.
func (t *Table) ViewFor(p ids.User) games.View {
	now := t.Game.Session()
	return now.Course.Game.View(now.Seats[p])
}

// handMessage shows the speaker of a word their own view of the table and their moves, below the told
// sentences.
func (t *Table) handMessage(
	ctx context.Context, now table.Session, w table.Word, told []string) discord.Message {

	stands := ""
	if w.OnOwnHand { // the pressed message is updated
		stands = shownPictureOf(w)
	}
	m, err := message.OwnHand{
		Table: int64(t.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[w.Who.ID]), Told: told,
		Picked: t.lobby.Picks.Picked(t.Row.ID, w.Who.ID, t.claimable(now, w.Who.ID)), Name: now.Name, Stands: stands,
		Style: t.lobby.Settings.StyleFor(ctx, w.Guild, w.Who.ID), Lang: t.languages.reader(w), Sign: t.sign(),
	}.Message()
	if err != nil {
		t.log.Error("drawing a hand failed", "error", err)
	}
	return t.withTrouble(w, m)
}

// confirm tells a player that their move was played. The table's message tells everyone what happened, so only a press
// or command gets an answer: the player's hand if it changed, and anything that went wrong or is private.
func (t *Table) confirm(now table.Session, w table.Word, a table.Answer) {
	if !w.Private() {
		if a.Wrong && w.Door != table.House {
			t.lobby.Replies.React(w, "❌")
		}
		return
	}
	t.confirmPrivately(now, w, a)
}

// confirmPrivately is confirm for a press or a command, which gets a private answer.
func (t *Table) confirmPrivately(now table.Session, w table.Word, a table.Answer) {
	lang, send := t.languages.reader(w), t.lobby.Send
	var own []string // what only the player may read
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
	confirm := func(by func(context.Context) error) { send.Send("confirming", by) }
	switch {
	case w.OnOwnHand, w.WasPicked && t.Manual.Hands && message.IsPressed(t.Manual, w.Verb()):
		if w.WasPicked { // the message becomes the player's hand, which stays
			t.lobby.Picks.privateChoices.replace(playerChannelOf(w), privateChoice{})
		}
		confirm(func(ctx context.Context) error {
			return send.Update(ctx, ticketOf(w), t.handMessage(ctx, now, w, own))
		})
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
	case w.Door == table.Slash && !a.HandChanged:
		told := orHowItStands(t.eventTexts(lang, now, a.Events))
		m := t.withTrouble(w, discord.Message{Content: paragraph(told)})
		send.Note(ticketOf(w), m.Content)
	case a.HandChanged:
		confirm(func(ctx context.Context) error {
			return send.Answer(ctx, ticketOf(w), t.handMessage(ctx, now, w, own), true)
		})
	case t.whyHidden.Load() != nil: // nobody sees what came of the move
		t.lobby.Replies.whisper(w, paragraph(orHowItStands(t.eventTexts(lang, now, a.Events))))
	default:
		late := message.Cut(paragraph(orHowItStands(t.eventTexts(lang, now, a.Events))), message.MostText)
		confirm(func(ctx context.Context) error { return send.Acknowledge(ctx, ticketOf(w), late) })
	}
}
