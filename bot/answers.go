package bot

import (
	"context"
	"errors"
	"strings"

	"settable/bot/discord"
	"settable/render"
	"settable/store"
)

// whisper answers whoever pressed or typed a command, for their eyes alone.
func (b *Bot) whisper(s said, text string) {
	b.answerWith(s, discord.Message{Content: text}, true)
}

func (b *Bot) answerWith(s said, m discord.Message, private bool) {
	if s.ticket.ID == "" {
		return // nobody waits for an answer
	}
	b.errand("answering", func(ctx context.Context) error {
		err := b.rest.Answer(ctx, s.ticket, m, private)
		if errors.Is(err, discord.ErrAnswered) {
			return nil // the same press came twice
		}
		return err
	})
}

// confirm tells whoever moved that it was played. What happened is told to
// everybody by the table; a press needs no words beside that.
func (b *Bot) confirm(s said, told []string) {
	switch s.door {
	case button, modal:
		b.errand("confirming", func(ctx context.Context) error {
			err := b.rest.DeferUpdate(ctx, s.ticket)
			if errors.Is(err, discord.ErrAnswered) {
				return nil
			}
			return err
		})
	case slash:
		if len(told) == 0 {
			told = []string{"Done."}
		}
		b.whisper(s, strings.Join(told, "\n"))
	}
}

// reply answers a typed move where everybody reads it.
func (b *Bot) reply(s said, text string) {
	b.errand("replying", func(ctx context.Context) error {
		_, err := b.rest.Post(ctx, discordChannel(s.channel), discord.Message{Content: text, ReplyTo: s.message, Silent: true})
		return err
	})
}

// react is the shortest answer there is.
func (b *Bot) react(s said, emoji string) {
	b.errand("reacting", func(ctx context.Context) error {
		return b.rest.React(ctx, discordChannel(s.channel), s.message, emoji)
	})
}

// asText shows a table to one person: in words, and as a picture in the
// palette they have chosen.
func (b *Bot) asText(t *table, s said) {
	v := t.glance.Load().view
	b.errand("showing a table as text", func(ctx context.Context) error {
		m := discord.Message{Content: render.Long(v)}
		style := b.choices.styleFor(ctx, s.guild, s.who.id)
		if png, err := render.Draw(v, style); err == nil {
			m.Files = []discord.File{{Name: "table.png", Description: render.Alt(v), PNG: png}}
		} else {
			b.log.Error("drawing a table", "error", err)
		}
		return b.rest.Answer(ctx, s.ticket, m, true)
	})
}

// openFailed tells why a table could not be opened; the error is the operator's.
func (b *Bot) openFailed(s said, err error) error {
	if errors.Is(err, store.ErrPlayed) {
		return nil // the same press came twice
	}
	sentence, ours := openError(err)
	b.whisper(s, sentence)
	if ours {
		return err
	}
	return nil
}
