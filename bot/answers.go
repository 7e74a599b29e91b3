package bot

import (
	"context"
	"strings"

	"settable/bot/message"
)

// whisper answers whoever pressed or typed a command, for their eyes alone.
func (b *Bot) whisper(s said, text string) {
	b.delivery.Private(ticketOf(s), message.Cut(text, message.MostText))
}

// errand does something that leads to an answer, beside the flow of events.
func (b *Bot) errand(what string, f func(context.Context) error) bool { return b.delivery.Go(what, f) }

// confirmSlash answers a slash command that was a move.
func (b *Bot) confirmSlash(s said, told []string) {
	if len(told) == 0 {
		told = []string{"Done."}
	}
	b.delivery.Note(ticketOf(s), message.Cut(strings.Join(told, "\n"), message.MostText))
}

// reply answers a typed move where everybody reads it.
func (b *Bot) reply(s said, text string) {
	b.delivery.Reply(discordChannel(s.Channel), messageOf(s), text)
}

// react is the shortest answer there is.
func (b *Bot) react(s said, emoji string) {
	b.delivery.React(discordChannel(s.Channel), messageOf(s), emoji)
}
