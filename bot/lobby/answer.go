package lobby

import (
	"context"
	"errors"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

const (
	// replyEvery is the time in which one player's typed moves get one reply.
	replyEvery = 5 * time.Second
	// lookEvery is the time in which one player's typed looks get one.
	lookEvery = time.Second
)

// Answer tells the one who spoke how it went, by the door they came.
func (t *Table) Answer(now table.Session, w table.Word, a table.Answer) {
	measure(t, now, w, a)
	lang := t.reader(w)
	if a.Verdict != table.Silence {
		t.hurry()
	}
	switch a.Verdict {
	case table.NoMove:
		usage := message.Usage(lang, t.Manual)
		t.refuse(w, lang.Plain(games.Say("lobby.no_move", "game", t.Manual.Title(), "usage", usage)))
	case table.Played:
		t.confirm(now, w, a)
	case table.Looked:
		t.replySparsely(w, paragraph(t.told(lang, now, a.Events)), "👀", lookEvery)
	case table.TooLate: // it was no mistake
		t.replySparsely(w, lang.Say(a.Phrase, now.Name), "⏱️", replyEvery)
	case table.Asked:
		t.ask(now, w, lang.Say(a.Phrase, now.Name))
	case table.Refused:
		t.refused(now, w, a)
	}
}

// ask asks whether somebody means it, for their eyes alone; who has typed is told how.
func (t *Table) ask(now table.Session, w table.Word, what string) {
	lang := t.reader(w)
	if !w.Private() {
		t.replySparsely(w, words.Prose(lang, what, lang.Key("lobby.leave_by_command")), "❓", replyEvery)
		return
	}
	leave := games.Leave{}.String()
	id := message.ID{Kind: message.ConfirmButton, Table: int64(t.Row.ID), Line: now.Sight, Words: leave}
	sure := discord.Button{Label: lang.Key("lobby.button.sure"), Style: discord.Red, CustomID: t.sign()(id)}
	m := discord.Message{Content: what, Rows: []discord.Row{{Buttons: []discord.Button{sure}}}}
	t.lobby.Send.Go("asking", func(ctx context.Context) error {
		return t.lobby.Discord.Answer(ctx, ticketOf(w), m, true)
	})
}

func (t *Table) refused(now table.Session, w table.Word, a table.Answer) {
	lang := t.reader(w)
	var illegal games.Illegal
	var poor *store.Overdraft
	switch {
	case a.Err == nil:
		t.refuse(w, lang.Say(a.Phrase, now.Name))
	case errors.As(a.Err, &illegal):
		if !illegal.Secret || w.Private() {
			t.refuse(w, lang.Say(illegal.Phrase, now.Name))
		} // else silence: any answer in the channel would tell what lies in a hand
	case errors.As(a.Err, &poor) && w.Door == table.House:
		chips := games.Say("games.chips", "N", poor.Needs)
		t.Show(now, table.Notice{Phrase: games.Say("lobby.not_again", "who", w.Who.Name, "chips", chips)})
	case errors.As(a.Err, &poor) && poor.Kind == store.PlayerAccount:
		t.refuse(w, lang.Plain(TooPoor(poor)))
	default:
		t.log.Error("a move could not be written", "error", a.Err)
		t.refuse(w, lang.Key("table.broken"))
	}
}

// TooPoor says that a player can't pay.
func TooPoor(o *store.Overdraft) games.Phrase {
	return games.Say("lobby.too_poor", "has", games.Say("games.chips", "N", o.Has), "needs", o.Needs)
}

// Sorry is what people hear of an error of the operator's.
func Sorry(err error) games.Phrase {
	if errors.Is(err, store.ErrOutcomeUnknown) {
		return games.Say("table.outcome_unknown")
	}
	return games.Say("table.broken")
}

// refuse answers a move that was not played.
func (t *Table) refuse(w table.Word, sentence string) {
	t.replySparsely(w, sentence, "❓", replyEvery)
}

// replySparsely answers in private where that can be. Typed moves get a reply of a kind, which its emoji
// tells, at most every so often per player, else a reaction: a channel is never flooded.
func (t *Table) replySparsely(w table.Word, sentence, emoji string, pause time.Duration) {
	switch {
	case w.Picked:
		Picking{t, w}.tell(t.Session(), sentence)
		return
	case w.Private():
		t.lobby.whisper(w, sentence)
		return
	case w.Door == table.House:
		t.log.Error("the house was refused", "words", w.Words, "why", sentence)
		return
	}
	kind := replyKind{w.Who.ID, emoji}
	if last, ok := t.replied[kind]; ok && w.At.Sub(last) < pause {
		t.lobby.React(w, emoji)
		return
	}
	t.replied[kind] = w.At
	t.lobby.reply(w, sentence)
}
