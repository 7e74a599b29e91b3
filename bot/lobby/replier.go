package lobby

import (
	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/settings"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

// A replier answers words in a language that their speaker reads.
type replier struct {
	words    *words.Catalogues
	settings *settings.Cache
	send     *delivery.Sender
	tables   *channels
}

// Language returns the language of a server and of its new tables.
func (v replier) Language(g store.GuildID) *words.Language { return v.words.In(v.settings.Language(g)) }

// Reader returns the language in which a word is answered: the player's own for private answers, the server's for
// public ones.
func (v replier) Reader(w table.Word) *words.Language {
	if w.Private() {
		return v.words.In(localeOf(w))
	}
	return v.Language(w.Guild)
}

// Whisper answers a press or a command so that only its author sees the answer.
func (v replier) Whisper(w table.Word, p games.Phrase) { v.whisper(w, v.Reader(w).Plain(p)) }

// whisper is Whisper for a text. If the press confirmed something, the answer replaces the question, so that its button
// can't be pressed twice.
func (v replier) whisper(w table.Word, text string) {
	say := v.send.Private
	if w.Confirmed {
		say = v.send.ReplacePressed
	}
	say(ticketOf(w), v.tables.addTrouble(w.Channel, v.Reader(w), discord.Message{Content: text}).Content)
}

// reply answers a typed word publicly.
func (v replier) reply(w table.Word, text string) {
	v.send.Reply(w.Channel, messageOf(w), message.Cut(text, message.MostText))
}

// React answers a typed word with an emoji reaction.
func (v replier) React(w table.Word, emoji string) {
	v.send.React(w.Channel, messageOf(w), emoji)
}
