package bot

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"settable/bot/command"
	"settable/bot/message"
	tables "settable/bot/table"
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

// Answer tells the one who spoke how it went, by the door they came.
func (t *table) Answer(now tables.Session, s said, a tables.Answer) {
	switch a.Verdict {
	case tables.NoMove:
		t.refuse(s, "That is no move of "+t.bot.lang().Plain(t.manual.Title())+". "+message.Usage(t.manual))
	case tables.Played:
		t.confirm(now, s, a)
	case tables.Looked:
		t.politely(s, strings.Join(t.sentences(now, a.Events), "\n"), "👀", curiosity)
	case tables.TooLate: // it was no mistake
		t.politely(s, t.sentence(a.Phrase, now.Name), "⏱️", politeness)
	case tables.Refused:
		t.refused(now, s, a)
	}
}

func (t *table) refused(now tables.Session, s said, a tables.Answer) {
	var illegal games.Illegal
	var poor *store.Overdraft
	switch {
	case a.Err == nil:
		t.refuse(s, t.sentence(a.Phrase, now.Name))
	case errors.As(a.Err, &illegal):
		if !illegal.Secret || s.Private() {
			t.refuse(s, t.sentence(illegal.Phrase, now.Name))
		} // else silence: any answer in the channel would tell what lies in a hand
	case errors.As(a.Err, &poor) && s.Door == ours:
		text := fmt.Sprintf("%s can't sit down again: this takes %s.", s.Who.Name, message.Chips(poor.Needs))
		t.post.Show(t.drawn(now), []string{text})
	case errors.As(a.Err, &poor) && poor.Kind == store.PlayerAccount:
		t.refuse(s, command.TooPoor(t.bot.lang(), poor))
	default:
		t.log.Error("a move could not be written", "error", a.Err)
		t.refuse(s, apology)
	}
}

// sorry is what people hear of an error of the operator's.
func sorry(err error) string {
	if errors.Is(err, store.ErrOutcomeUnknown) {
		return unknown
	}
	return apology
}

// refuse answers a move that was not played.
func (t *table) refuse(s said, sentence string) { t.politely(s, sentence, "❓", politeness) }

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
