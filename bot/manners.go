package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"settable/bot/message"
	"settable/games"
	"settable/store"
)

const (
	apology = "Something broke; nothing was changed. Please try again."
	unknown = "The disk failed just as that was written: look again in a moment whether it counts."
	// politeness is the time in which one player's typed moves get one reply.
	politeness = 5 * time.Second
	// curiosity is the time in which one player's typed looks get one.
	curiosity = time.Second
)

// answer tells the one who spoke how it went, by the door they came.
func (t *table) answer(s said, told []string, was games.Game, err error) {
	var illegal games.Illegal
	var poor *store.Overdraft
	switch {
	case err == nil:
		t.confirm(s, told, was)
	case errors.As(err, &illegal):
		if !illegal.Secret || s.Private() {
			t.refuse(s, t.sentence(illegal.Phrase))
		} // else silence: any answer in the channel would tell what lies in a hand
	case errors.As(err, &poor) && s.Door == ours:
		t.show([]string{fmt.Sprintf("%s can't sit down again: this takes %s.", s.Who.Name, message.Chips(poor.Needs))})
	case errors.As(err, &poor) && poor.Kind == store.PlayerAccount:
		t.refuse(s, tooPoor(poor))
	case errors.Is(err, store.ErrPlayed):
		// the same message or press came twice: it was played and answered once
	case errors.Is(err, store.ErrStale), errors.Is(err, store.ErrOver):
		t.doubt(err)
		t.refuse(s, apology)
	default:
		if !errors.Is(err, store.ErrTrouble) { // of which the store tells the log, once
			t.log.Error("a move could not be written", "error", err)
		}
		t.refuse(s, sorry(err))
	}
}

// sorry is what people hear of an error of the operator's.
func sorry(err error) string {
	if errors.Is(err, store.ErrOutcomeUnknown) {
		return unknown
	}
	return apology
}

// welcomed gives a player who lacks chips the starting grant, once for life,
// and says whether that is worth another try.
func (t *table) welcomed(s said, err error) bool {
	var poor *store.Overdraft
	if !errors.As(err, &poor) || poor.Kind != store.PlayerAccount {
		return false
	}
	granted, err := t.bot.store.Welcome(context.Background(), t.row.Guild, s.Who.ID, store.StartGrant, s.At)
	if err != nil {
		t.log.Error("giving the starting grant", "error", err)
	}
	return granted > 0
}

// refuse answers a move that was not played.
func (t *table) refuse(s said, sentence string) { t.politely(s, sentence, "❓", politeness) }

// console answers a move that came too late: it was no mistake.
func (t *table) console(s said, sentence string) { t.politely(s, sentence, "⏱️", politeness) }

// inform answers a look.
func (t *table) inform(s said, sentence string) { t.politely(s, sentence, "👀", curiosity) }

// politely answers in private where that can be. Typed moves get a reply at
// most every so often per player, else a reaction: a channel is never flooded.
func (t *table) politely(s said, sentence, emoji string, pause time.Duration) {
	switch {
	case s.Private():
		t.bot.whisper(s, sentence)
		return
	case s.Door == ours:
		t.log.Error("the house was refused", "words", s.Words, "why", sentence)
		return
	}
	if last, ok := t.polite[s.Who.ID]; ok && s.At.Sub(last) < pause {
		t.bot.react(s, emoji)
		return
	}
	t.polite[s.Who.ID] = s.At
	t.bot.reply(s, sentence)
}

// talk is what is no move. Who spoke to us on purpose is told what would be one.
func (t *table) talk(s said) {
	if s.Door != typed {
		t.refuse(s, "That is no move of "+t.manual.Title+". "+message.Usage(t.manual))
	}
}
