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
	lang, rest := t.reader(w), t.lobby.Discord
	var own []string // what is for whoever moved alone
	if a.Wrong || a.Secret {
		own = t.told(lang, now, a.Events)
	}
	orHowItStands := func(told []string) []string {
		if len(told) == 0 {
			return []string{lang.Say(now.View().Headline, now.Name)}
		}
		return told
	}
	confirm := func(by func(context.Context) error) { t.lobby.Send.Go("confirming", by) }
	switch {
	case w.Own, w.Picked && t.Manual.Hands && message.Pointed(t.Manual, w.Verb()):
		if w.Picked { // from now on that message is one's hand, which stays
			t.lobby.Picks.fronts.replace(spotOf(w), front{})
		}
		confirm(func(ctx context.Context) error {
			return rest.Update(ctx, ticketOf(w), t.handMessage(ctx, now, w, own))
		})
	case w.Picked:
		if !(Picking{t, w}).choice(now).May() {
			own = orHowItStands(own)
		}
		Picking{t, w}.tell(now, own...)
	case w.Confirmed:
		t.lobby.whisper(w, paragraph(t.told(lang, now, a.Events)))
	case a.Wrong && w.Door != table.Slash && !a.HandChanged:
		t.lobby.whisper(w, paragraph(own))
	case w.Door == table.Slash && !a.HandChanged:
		told := orHowItStands(t.told(lang, now, a.Events))
		t.lobby.Send.Note(ticketOf(w), message.Cut(paragraph(told), message.MostText))
	case a.HandChanged:
		confirm(func(ctx context.Context) error {
			return rest.Answer(ctx, ticketOf(w), t.handMessage(ctx, now, w, own), true)
		})
	default:
		confirm(func(ctx context.Context) error { return rest.DeferUpdate(ctx, ticketOf(w)) })
	}
}
