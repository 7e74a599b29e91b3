package bot

import (
	"context"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	tables "settable/bot/table"
	"settable/games"
	"settable/render"
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

// asText shows a table to one person: in words, and as a picture in the
// palette they have chosen.
func (b *Bot) asText(s said, t *table) {
	b.errand("showing a table as text", func(ctx context.Context) error {
		return b.textOf(ctx, s, t, t.Session())
	})
}

func (b *Bot) textOf(ctx context.Context, s said, t *table, now tables.Session) error {
	v := now.View()
	if seat, sits := now.SeatOf(s.Who.ID); sits {
		v.Offers = now.Course.Game.View(seat).Offers
	}
	m := discord.Message{Content: render.Long(v)}
	if known, err := b.called(ctx, t.row.Guild, now.Seats); err == nil {
		m.Content = who(v, known) + m.Content
	}
	if png, err := message.Draw(nil, v, b.choices.styleFor(ctx, s.Guild, s.Who.ID)); err == nil {
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
		t, _, err := b.table(ctx, row, rules)
		if err != nil {
			b.whisper(s, apology)
			return err
		}
		return b.textOf(ctx, s, t, t.Session())
	})
}

// who says which seat is whose, where it fits before a long text.
func who(v games.View, known map[games.Seat]string) string {
	var parts []string
	for _, p := range v.Seats {
		parts = append(parts, games.SeatLetter(p.Seat)+" is "+known[p.Seat])
	}
	text := "Seats: " + strings.Join(parts, ", ") + ".\n"
	if len(parts) == 0 || message.Size(text) > 2000-longText {
		return ""
	}
	return text
}

// longText is the most that render.Long gives.
const longText = 1900
