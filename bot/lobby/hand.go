package lobby

import (
	"context"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Seen is the table as a player sees it now; as everybody does, for who has no seat.
func (t *Table) Seen(p store.PlayerID) games.View {
	now := t.Session()
	return now.Course.Game.View(now.Seats[p])
}

// handMessage is one's own view of the table with the moves one has, below
// what there is to say.
func (t *Table) handMessage(
	ctx context.Context, now table.Session, w table.Word, told []string) discord.Message {

	m, err := message.Own{
		Table: int64(t.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[w.Who.ID]), Told: told,
		Name:  now.Name,
		Style: t.lobby.Settings.StyleFor(ctx, w.Guild, w.Who.ID), Lang: t.reader(w), Sign: t.sign(),
	}.Message()
	if err != nil {
		t.log.Error("drawing a hand", "error", err)
	}
	return m
}

// confirm tells whoever moved that it was played. What happened is told to
// everybody by the table; whoever pressed sees their own hand when it changed, and
// a mistake, or what nobody else may know, is said to whoever made it as well.
func (t *Table) confirm(now table.Session, w table.Word, a table.Answer) {
	if !w.Private() {
		if a.Wrong && w.Door != table.House {
			t.lobby.React(w, "❌")
		}
		return
	}
	t.confirmPrivately(now, w, a)
}

// confirmPrivately is confirm for whoever pressed or gave a command: nobody else sees it.
func (t *Table) confirmPrivately(now table.Session, w table.Word, a table.Answer) {
	lang := t.reader(w)
	var own []string // what is for whoever moved alone
	if a.Wrong || a.Secret {
		own = t.told(lang, now, a.Events)
	}
	switch {
	case w.Picked && t.Manual.Hands && message.Pointed(t.Manual, w.Verb()):
		t.lobby.Send.Go("confirming", func(ctx context.Context) error {
			return t.lobby.Discord.Update(ctx, ticketOf(w), t.handMessage(ctx, now, w, own))
		})
	case w.Picked:
		if len(own) == 0 && !(Picking{t, w}).choice(now).May() { // how the table stands now
			own = []string{lang.Say(now.View().Headline, now.Name)}
		}
		Picking{t, w}.tell(now, own...)
	case a.Wrong && w.Door != table.Slash && !a.HandChanged && !w.Own:
		t.lobby.whisper(w, paragraph(own))
	case w.Door == table.Slash && !a.HandChanged:
		told := t.told(lang, now, a.Events)
		if len(told) == 0 { // how the table stands now
			told = []string{lang.Say(now.View().Headline, now.Name)}
		}
		t.lobby.Send.Note(ticketOf(w), message.Cut(paragraph(told), message.MostText))
	default:
		t.lobby.Send.Go("confirming", func(ctx context.Context) error {
			switch {
			case w.Own:
				return t.lobby.Discord.Update(ctx, ticketOf(w), t.handMessage(ctx, now, w, own))
			case a.HandChanged:
				return t.lobby.Discord.Answer(ctx, ticketOf(w), t.handMessage(ctx, now, w, own), true)
			}
			return t.lobby.Discord.DeferUpdate(ctx, ticketOf(w))
		})
	}
}
