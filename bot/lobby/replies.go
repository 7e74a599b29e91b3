package lobby

import (
	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
)

// Replies answers words in a language that the speaker reads.
type Replies struct {
	languages Languages
	send      *delivery.Sender
	tables    *Tables
}

// Whisper answers a press or a command so that only its author sees the answer.
func (r Replies) Whisper(w table.Word, p games.Phrase) {
	r.whisper(w, r.languages.ForAnswer(w).Plain(p))
}

// whisper works like Whisper, but sends a text. If the press confirmed something, the answer replaces the question, so
// that its button can't be pressed twice.
func (r Replies) whisper(w table.Word, text string) {
	say := r.send.Private
	if w.Confirmed {
		say = r.send.ReplacePressed
	}
	say(ticketOf(w), r.tables.WithTrouble(w.Channel, r.languages.ForAnswer(w), discord.Message{Content: text}).Content)
}

// reply answers a typed word publicly.
func (r Replies) reply(w table.Word, text string) {
	r.send.Reply(w.Channel, messageOf(w), message.Cut(text, message.MostText))
}

// React answers a typed word with an emoji reaction.
func (r Replies) React(w table.Word, emoji string) {
	r.send.React(w.Channel, messageOf(w), emoji)
}
