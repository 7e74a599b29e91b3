package bot

import (
	"context"
	"reflect"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/store"
)

// hasHands says whether players hold cards at this table.
func hasHands(v games.View) bool {
	for _, a := range v.Areas {
		if a.Seat > games.Watcher {
			return true
		}
	}
	return false
}

// hand is what lies before a seat as only its player sees it.
func hand(g games.Game, seat games.Seat) (own []games.Area) {
	for _, a := range g.View(seat).Areas {
		if a.Seat == seat {
			own = append(own, a)
		}
	}
	return own
}

// offers are what a player may do now; for who has no seat, what anybody may.
func (t *table) offers(p store.PlayerID) []games.Offer {
	now := t.glance.Load()
	return now.course.Game.View(now.seats[p]).Offers
}

// showHand answers with a picture that only whoever asked sees, computed from
// View(seat) at that moment. Nothing private is ever sent unasked.
func (b *Bot) showHand(t *table, s said) {
	now := t.glance.Load()
	seat, sits := now.seats[s.who.id]
	if !sits {
		b.whisper(s, "You are not at this table, so you hold no cards. Join sits you down.")
		return
	}
	b.errand("showing a hand", func(ctx context.Context) error {
		return b.rest.Answer(ctx, s.ticket, t.handMessage(ctx, now, s, seat), true)
	})
}

// handMessage is one's own view of the table with the moves one has.
func (t *table) handMessage(ctx context.Context, now *glance, s said, seat games.Seat) discord.Message {
	v := now.course.Game.View(seat)
	m := discord.Message{Content: "Your cards, seat " + games.SeatLetter(seat) + ". " + v.Headline}
	png, err := draw(v, t.bot.choices.styleFor(ctx, s.guild, s.who.id))
	if err != nil {
		t.log.Error("drawing a hand", "error", err)
		m.Content += "\n" + render.Long(v)
	} else {
		m.Files = []discord.File{{Name: "hand.png", Description: render.Alt(v), PNG: png}}
	}
	var row discord.Row
	for _, o := range v.Offers {
		kind := ownMove
		if o.Takes != games.Bare {
			kind = ownForm
		}
		if o.Words != "leave" && o.Words != "join" && len(row.Buttons) < 5 {
			row.Buttons = append(row.Buttons, discord.Button{Label: offerLabel(o), CustomID: customID{kind, sight{t.row.ID, now.line}, o.Words}.String()})
		}
	}
	if len(row.Buttons) > 0 {
		m.Rows = []discord.Row{row}
	}
	return m
}

// confirm tells whoever moved that it was played. What happened is told to
// everybody by the table; whoever pressed sees their own hand when it changed.
func (t *table) confirm(s said, told []string, was games.Game) {
	b, now := t.bot, t.glance.Load()
	seat := now.seats[s.who.id]
	fresh := hasHands(now.view) && !reflect.DeepEqual(hand(was, seat), hand(now.course.Game, seat))
	switch {
	case s.door == typed || s.door == mention:
		if t.slip {
			b.react(s, "❌")
		}
	case !s.private():
	case t.slip && s.door != slash:
		b.whisper(s, strings.Join(told, "\n"))
	case s.door == slash && !fresh:
		b.confirmSlash(s, told)
	default:
		b.errand("confirming", func(ctx context.Context) error {
			switch {
			case s.own:
				return b.rest.Update(ctx, s.ticket, t.handMessage(ctx, now, s, seat))
			case fresh:
				return b.rest.Answer(ctx, s.ticket, t.handMessage(ctx, now, s, seat), true)
			}
			return b.rest.DeferUpdate(ctx, s.ticket)
		})
	}
}
