package bot

import (
	"context"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	tables "settable/bot/table"
	"settable/games"
	"settable/store"
)

// seen is the table as a player sees it now; as everybody does, for who has no seat.
func (t *table) seen(p store.PlayerID) games.View {
	now := t.Session()
	return now.Course.Game.View(now.Seats[p])
}

// handMessage is one's own view of the table with the moves one has, below
// what there is to say.
func (t *table) handMessage(ctx context.Context, now tables.Session, s said, seat games.Seat, told []string) discord.Message {
	v := now.Course.Game.View(seat)
	style := t.bot.settings.StyleFor(ctx, s.Guild, s.Who.ID)
	m, err := message.Hand(v, int64(t.row.ID), now.Line, told, style, t.bot.lang(), t.bot.seal.For(discordGuild(t.row.Guild)))
	if err != nil {
		t.log.Error("drawing a hand", "error", err)
	}
	return m
}

// confirm tells whoever moved that it was played. What happened is told to
// everybody by the table; whoever pressed sees their own hand when it changed, and
// a mistake is said to whoever made it as well.
func (t *table) confirm(now tables.Session, s said, a tables.Answer) {
	b, seat := t.bot, now.Seats[s.Who.ID]
	var mistake []string
	if a.Wrong {
		mistake = t.sentences(now, a.Events)
	}
	switch {
	case s.Door == typed || s.Door == mention:
		if a.Wrong {
			b.react(s, "❌")
		}
	case !s.Private():
	case a.Wrong && s.Door != slash && !a.HandChanged && !s.Own:
		b.whisper(s, strings.Join(mistake, "\n"))
	case s.Door == slash && !a.HandChanged:
		b.confirmSlash(s, t.sentences(now, a.Events))
	default:
		b.errand("confirming", func(ctx context.Context) error {
			switch {
			case s.Own:
				return b.rest.Update(ctx, ticketOf(s), t.handMessage(ctx, now, s, seat, mistake))
			case a.HandChanged:
				return b.rest.Answer(ctx, ticketOf(s), t.handMessage(ctx, now, s, seat, mistake), true)
			}
			return b.rest.DeferUpdate(ctx, ticketOf(s))
		})
	}
}
