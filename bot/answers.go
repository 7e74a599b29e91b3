package bot

import (
	"context"
	"errors"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
)

// whisper answers whoever pressed or typed a command, for their eyes alone.
func (b *Bot) whisper(s said, text string) {
	b.answerWith(s, discord.Message{Content: cut(text, mostText)}, true)
}

func (b *Bot) answerWith(s said, m discord.Message, private bool) {
	if ticketOf(s).ID == "" {
		return // nobody waits for an answer
	}
	b.errand("answering", func(ctx context.Context) error { return b.rest.Answer(ctx, ticketOf(s), m, private) })
}

// noteFor is how long the note stays that a slash command was played.
const noteFor = 8 * time.Second

// confirmSlash answers a slash command that was a move. Discord wants an
// answer; after a moment it goes away, so that such notes do not pile up.
func (b *Bot) confirmSlash(s said, told []string) {
	if len(told) == 0 {
		told = []string{"Done."}
	}
	b.whisper(s, strings.Join(told, "\n"))
	time.AfterFunc(noteFor, func() {
		if b.ending.Load() {
			return
		}
		b.errand("taking a note away", func(ctx context.Context) error {
			err := b.rest.DeleteAnswer(ctx, ticketOf(s))
			if errors.Is(err, discord.ErrUnknownMessage) {
				return nil // dismissed already
			}
			return err
		})
	})
}

// reply answers a typed move where everybody reads it.
func (b *Bot) reply(s said, text string) {
	b.errand("replying", func(ctx context.Context) error {
		_, err := b.rest.Post(ctx, discordChannel(s.Channel), discord.Message{Content: text, ReplyTo: messageOf(s), Silent: true})
		return err
	})
}

// react is the shortest answer there is.
func (b *Bot) react(s said, emoji string) {
	b.errandOf(&b.reacts, "reacting", func(ctx context.Context) error {
		return b.rest.React(ctx, discordChannel(s.Channel), messageOf(s), emoji)
	})
}

// asText shows a table to one person: in words, and as a picture in the
// palette they have chosen.
func (b *Bot) asText(s said, t *table) {
	b.errand("showing a table as text", func(ctx context.Context) error {
		now := t.glance.Load()
		return b.textOf(ctx, s, t, now)
	})
}

func (b *Bot) textOf(ctx context.Context, s said, t *table, now *glance) error {
	v := now.view()
	if seat, sits := now.seatOf(s.Who.ID); sits {
		v.Offers = now.course.Game.View(seat).Offers
	}
	m := discord.Message{Content: render.Long(v)}
	if known, err := b.called(ctx, t.row.Guild, now.seats); err == nil {
		m.Content = who(v, known) + m.Content
	}
	if png, err := draw(nil, v, b.choices.styleFor(ctx, s.Guild, s.Who.ID)); err == nil {
		m.Files = []discord.File{{Name: "table.png", Description: render.Alt(v), PNG: png}}
	} else {
		b.log.Error("drawing a table", "error", err)
	}
	return b.rest.Answer(ctx, ticketOf(s), m, true)
}

// endAsText shows a table that has ended, from its journal.
func (b *Bot) endAsText(s said) {
	b.errand("showing the end of a table as text", func(ctx context.Context) error {
		row, err := b.store.Table(ctx, s.Sight.Table)
		rules := b.ruleOf(row.Game)
		if err != nil || row.Channel != s.Channel || rules == nil {
			b.whisper(s, "That table is closed. "+invitation)
			return nil
		}
		t, err := b.table(ctx, row, rules)
		if err != nil {
			b.whisper(s, apology)
			return err
		}
		return b.textOf(ctx, s, t, t.glance.Load())
	})
}

// who says which seat is whose, where it fits before a long text.
func who(v games.View, known map[games.Seat]string) string {
	var parts []string
	for _, p := range v.Seats {
		parts = append(parts, games.SeatLetter(p.Seat)+" is "+known[p.Seat])
	}
	text := "Seats: " + strings.Join(parts, ", ") + ".\n"
	if len(parts) == 0 || size(text) > 2000-longText {
		return ""
	}
	return text
}

// longText is the most that render.Long gives.
const longText = 1900
