package lobby

import (
	"context"
	"errors"
	"slices"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

const (
	// replyEvery is the minimum pause between two replies of the same kind to one player's typed moves.
	replyEvery = 5 * time.Second
	// lookEvery is the minimum pause between two replies to a player who asks to see the table by typing.
	lookEvery = time.Second
)

// Answer tells the author of a Word the result. How the answer is sent depends on how the Word arrived, for example
// typed or by a button.
func (t *Table) Answer(now table.Session, w table.Word, a table.Answer) {
	t.measure(now, w, a)
	t.noteNewsReader(now, w)
	lang := t.languages.reader(w)
	if a.Verdict != table.Silence {
		t.moveUp()
		if w.Door != table.House {
			t.Post.PlayerSpoke()
		}
	}
	if w.OnOwnHand && a.Verdict != table.Pending {
		t.lobby.Picks.Judged(t.Row.ID, w.Who.ID, t.claimable(now, w.Who.ID))
	}
	switch a.Verdict {
	case table.NoMove:
		usage := message.Usage(lang, t.Manual)
		t.refuse(w, lang.Plain(games.Say("lobby.no_move", "game", t.Manual.Title(), "usage", usage)))
	case table.Played:
		t.confirm(now, w, a)
	case table.OnlyLooked:
		t.replySparsely(w, paragraph(t.eventTexts(lang, now, a.Events)), "👀", lookEvery)
	case table.TooLate: // not a mistake, so its emoji differs
		t.replySparsely(w, lang.Say(a.Phrase, now.Name), "⏱️", replyEvery)
	case table.NeedsConfirmation:
		t.ask(now, w, lang.Say(a.Phrase, now.Name))
	case table.Refused:
		t.replyRefused(now, w, a)
	case table.Pending:
		t.replyPending(w, lang.Say(a.Phrase, now.Name))
	}
}

// replyPending tells a player that the commit outcome of their move is unknown and that the answer will follow.
func (t *Table) replyPending(w table.Word, sentence string) {
	if w.Private() {
		t.lobby.Send.StillWriting(ticketOf(w), message.Cut(sentence, message.MostText))
		return
	}
	t.replySparsely(w, sentence, "⏳", replyEvery)
}

// ask asks a player in private to confirm a move. Discord allows no private answers to typed messages, so in that
// case the reply says which command to use instead.
func (t *Table) ask(now table.Session, w table.Word, what string) {
	lang := t.languages.reader(w)
	if !w.Private() {
		t.replySparsely(w, lang.Prose(what, lang.Key("lobby.leave_by_command")), "❓", replyEvery)
		return
	}
	seat, _ := now.SeatOf(w.Who.ID)
	leave := message.Confirmation{Words: games.Leave{}.String(), Cost: now.View().Seat(seat).Staked}
	id := message.ID{Kind: message.ConfirmButton, Table: int64(t.Row.ID), Line: now.Sight, Words: leave.String()}
	sure := discord.Button{Label: lang.Key("lobby.button.sure"), Style: discord.Red, CustomID: t.sign()(id)}
	m := discord.Message{Content: what, Rows: []discord.Row{{Buttons: []discord.Button{sure}}}}
	t.lobby.Send.Send("asking", func(ctx context.Context) error {
		return t.lobby.Send.Answer(ctx, ticketOf(w), t.withTrouble(w, m), true)
	})
}

func (t *Table) replyRefused(now table.Session, w table.Word, a table.Answer) {
	lang := t.languages.reader(w)
	var illegal games.Illegal
	var poor *store.Overdraft
	switch {
	case a.Discreet && !w.Private():
		t.lobby.Replies.React(w, "❓")
	case a.Err == nil:
		t.refuse(w, lang.Say(t.whyNoSeat(w, a.Phrase), now.Name))
	case errors.As(a.Err, &illegal):
		if !illegal.Secret || w.Private() {
			t.refuse(w, lang.Say(illegal.Phrase, now.Name))
		} // otherwise silence, because an answer in the channel would reveal what the hand holds
	case errors.As(a.Err, &poor) && w.Door == table.House:
		chips := games.Say("games.chips", "N", poor.Needs)
		t.Show(now, table.Notice{Phrase: games.Say("lobby.not_again", "who", w.Who.Name, "chips", chips)})
	case errors.As(a.Err, &poor) && poor.Kind == store.PlayerAccount:
		t.refuse(w, lang.Plain(TooPoor(poor)))
	case table.IsInterruption(a.Err):
		if w.Door != table.House {
			t.refuse(w, lang.Plain(ErrLeaving.Phrase))
		}
	default:
		t.log.Error("saving a move failed", "error", a.Err)
		t.refuse(w, lang.Key("table.broken"))
	}
}

// whyNoSeat replaces a refusal that asks a user without a seat to sit down, if that user is being forgotten. Such a
// user can't sit down, and may still have chips at the table under another name.
func (t *Table) whyNoSeat(w table.Word, said games.Phrase) games.Phrase {
	switch said.Key {
	case "table.sit_first", "table.next_game", "table.may_not_end":
	default:
		return said
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	leaving, err := t.lobby.Store.PendingForgets(ctx)
	if err != nil || !slices.ContainsFunc(leaving, func(l store.ForgottenPlayer) bool { return l.Player == w.Who.ID }) {
		return said
	}
	why, _ := table.ForgettingRefusal(store.ErrForgetting)
	return why
}

// TooPoor returns the phrase for a player who has too few chips.
func TooPoor(o *store.Overdraft) games.Phrase {
	return games.Say("lobby.too_poor", "has", games.Say("games.chips", "N", o.Has), "needs", o.Needs)
}

// Sorry returns the phrase that players see for an error that only the operator can fix.
func Sorry(err error) games.Phrase {
	switch {
	case table.IsInterruption(err):
		return ErrLeaving.Phrase
	case errors.Is(err, store.ErrOutcomeUnknown):
		return games.Say("table.outcome_unknown")
	case errors.Is(err, store.ErrTrouble):
		return games.Say("table.disk_fails")
	case errors.Is(err, store.ErrUnreadable):
		return games.Say("table.unreadable")
	}
	return games.Say("table.broken")
}

func (t *Table) refuse(w table.Word, sentence string) {
	t.replySparsely(w, sentence, "❓", replyEvery)
}

// replySparsely answers in private if possible. Replies to typed moves are public, so each player gets at most one
// reply of the same kind (see replyKind) per pause. During the pause, the bot reacts with the emoji instead.
func (t *Table) replySparsely(w table.Word, sentence, emoji string, pause time.Duration) {
	switch {
	case w.ByCards:
		t.tellClaim(t.Game.Session(), w, sentence)
		return
	case w.OnOwnHand:
		t.ShowHand(t.viewerOf(w, true), sentence)
		return
	case w.WasPicked:
		Picking{t, w}.tell(t.Game.Session(), sentence)
		return
	case w.Private():
		t.lobby.Replies.whisper(w, sentence)
		return
	case w.Door == table.House:
		t.log.Error("house player made an illegal move", "words", w.Words, "why", sentence)
		return
	}
	if !t.recentReplies.May(replyKind{w.Who.ID, emoji}, w.At, pause) {
		t.lobby.Replies.React(w, emoji)
		return
	}
	t.lobby.Replies.reply(w, sentence)
}
