package bot

import (
	"context"
	"reflect"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/store"
)

// hand is what lies before a seat as only its player sees it.
func hand(g games.Game, seat games.Seat) (own []games.Area) {
	for _, a := range g.View(seat).Areas {
		if a.Seat == seat {
			own = append(own, a)
		}
	}
	return own
}

// seen is the table as a player sees it now; as everybody does, for who has no seat.
func (t *table) seen(p store.PlayerID) games.View {
	now := t.glance.Load()
	return now.course.Game.View(now.seats[p])
}

// showHand answers with a picture that only whoever asked sees, computed from
// View(seat) at that moment. Nothing private is ever sent unasked.
func (b *Bot) showHand(t *table, s said) {
	if !t.manual.Hands {
		b.whisper(s, "All cards lie open here: `/table` shows them, and as text.")
		return
	}
	now := t.glance.Load()
	seat, sits := now.seats[s.Who.ID]
	if !sits {
		b.whisper(s, "You are not at this table, so you hold no cards. Join sits you down.")
		return
	}
	b.errand("showing a hand", func(ctx context.Context) error {
		return b.rest.Answer(ctx, ticketOf(s), t.handMessage(ctx, now, s, seat, nil), true)
	})
}

// handMessage is one's own view of the table with the moves one has, below
// what there is to say.
func (t *table) handMessage(ctx context.Context, now *glance, s said, seat games.Seat, told []string) discord.Message {
	v := now.course.Game.View(seat)
	style := t.bot.choices.styleFor(ctx, s.Guild, s.Who.ID)
	m, err := message.Hand(v, int64(t.row.ID), now.line, told, style, t.bot.seal.For(discordGuild(t.row.Guild)))
	if err != nil {
		t.log.Error("drawing a hand", "error", err)
	}
	return m
}

// confirm tells whoever moved that it was played. What happened is told to
// everybody by the table; whoever pressed sees their own hand when it changed.
func (t *table) confirm(s said, told []string, was games.Game) {
	b, now := t.bot, t.glance.Load()
	seat := now.seats[s.Who.ID]
	fresh := t.manual.Hands && !reflect.DeepEqual(hand(was, seat), hand(now.course.Game, seat))
	var slips []string // the table says what happened; a slip is said to whoever made it as well
	if t.slip {
		slips = told
	}
	switch {
	case s.Door == typed || s.Door == mention:
		if t.slip {
			b.react(s, "❌")
		}
	case !s.Private():
	case t.slip && s.Door != slash && !fresh && !s.Own:
		b.whisper(s, strings.Join(told, "\n"))
	case s.Door == slash && !fresh:
		b.confirmSlash(s, told)
	default:
		b.errand("confirming", func(ctx context.Context) error {
			switch {
			case s.Own:
				return b.rest.Update(ctx, ticketOf(s), t.handMessage(ctx, now, s, seat, slips))
			case fresh:
				return b.rest.Answer(ctx, ticketOf(s), t.handMessage(ctx, now, s, seat, slips), true)
			}
			return b.rest.DeferUpdate(ctx, ticketOf(s))
		})
	}
}
