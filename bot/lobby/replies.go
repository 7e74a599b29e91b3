package lobby

import (
	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
)

// Replies sends short answers to Words. Private answers use the language of the author, and public ones the server's
// language.
type Replies struct {
	languages Languages
	send      *delivery.Sender
	tables    *Tables
}

// Whisper answers a press or a command with a message that only its author sees.
func (r Replies) Whisper(w table.Word, p games.Phrase) {
	r.whisper(w, r.languages.ForAnswer(w).Plain(p))
}

// whisper works like Whisper, but takes a text. If the press confirmed something, the answer replaces the message
// with the question, so that its button can't be pressed again.
func (r Replies) whisper(w table.Word, text string) {
	say := r.send.Private
	if w.Confirmed {
		say = r.send.ReplacePressed
	}
	say(ticketOf(w), r.tables.WithTrouble(w.Channel, r.languages.ForAnswer(w), discord.Message{Content: text}).Content)
}

// reply answers a typed message publicly.
func (r Replies) reply(w table.Word, text string) {
	r.send.Reply(w.Channel, messageOf(w), message.Cut(text, message.MostText))
}

// React answers a typed message with an emoji reaction.
func (r Replies) React(w table.Word, emoji string) {
	r.send.React(w.Channel, messageOf(w), emoji)
}
