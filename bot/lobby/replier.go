package lobby

import (
	"settable/bot/delivery"
	"settable/bot/message"
	"settable/bot/settings"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

// A replier answers who spoke, in a language that they read.
type replier struct {
	words    *words.Catalogues
	settings *settings.Cache
	send     *delivery.Sender
}

// Language is the language of a server, in which tables are opened there.
func (v replier) Language(g store.GuildID) *words.Language { return v.words.In(v.settings.Language(g)) }

// Reader is the language of whoever reads the answer to a word: their own where
// nobody else does.
func (v replier) Reader(w table.Word) *words.Language {
	if w.Private() {
		return v.words.In(localeOf(w))
	}
	return v.Language(w.Guild)
}

// Whisper answers whoever pressed something or gave a command, for their eyes alone.
func (v replier) Whisper(w table.Word, p games.Phrase) { v.whisper(w, v.Reader(w).Plain(p)) }

// whisper takes the place of a question that was answered: its button is pressed once.
func (v replier) whisper(w table.Word, text string) {
	say := v.send.Private
	if w.Confirmed {
		say = v.send.Instead
	}
	say(ticketOf(w), message.Cut(text, message.MostText))
}

// reply answers what was typed where everybody reads it.
func (v replier) reply(w table.Word, text string) {
	v.send.Reply(DiscordChannel(w.Channel), messageOf(w), message.Cut(text, message.MostText))
}

// React is the shortest answer to what was typed.
func (v replier) React(w table.Word, emoji string) {
	v.send.React(DiscordChannel(w.Channel), messageOf(w), emoji)
}
