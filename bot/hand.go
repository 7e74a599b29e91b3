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
	m := discord.Message{Content: cut(strings.Join(append(told, "Your cards, seat "+games.SeatLetter(seat)+". "+v.Headline), "\n"), mostText)}
	png, err := draw(nil, v, t.bot.choices.styleFor(ctx, s.Guild, s.Who.ID))
	if err != nil {
		t.log.Error("drawing a hand", "error", err)
		m.Content = cut(m.Content+"\n"+render.Long(v), mostText)
	} else {
		m.Files = []discord.File{{Name: "hand.png", Description: render.Alt(v), PNG: png}}
	}
	m.Rows = ownRows(v, func(kind, words string) string {
		return t.bot.seal.write(t.row.Guild, customID{kind, sight{Table: t.row.ID, Line: now.line}, words})
	})
	return m
}

// ownRows are the moves one has: cards to choose from, and buttons.
func ownRows(v games.View, seal func(kind, words string) string) (rows []discord.Row) {
	var row discord.Row
	options := choosable(v)
	for _, o := range v.Offers {
		switch {
		case o.Words == "leave" || o.Words == "join":
		case o.Takes == games.Three && len(options) >= 3:
			rows = append(rows, discord.Row{Select: &discord.Select{
				CustomID: seal(ownPick, o.Words), Placeholder: offerLabel(o), Options: options, Min: 3, Max: 3,
			}})
		case len(row.Buttons) == 5:
		case o.Takes == games.Bare:
			row.Buttons = append(row.Buttons, discord.Button{Label: offerLabel(o), CustomID: seal(ownMove, o.Words)})
		default:
			row.Buttons = append(row.Buttons, discord.Button{Label: offerLabel(o), CustomID: seal(ownForm, o.Words)})
		}
	}
	if len(row.Buttons) > 0 {
		rows = append(rows, row)
	}
	return rows
}

// mostOptions is how many Discord lets a select or a suggestion have.
const mostOptions = 25

// choosable are the cards that a viewer can name. They are chosen as cards and
// not by their labels, under which others may lie by then.
func choosable(v games.View) (list []discord.SelectOption) {
	for _, a := range v.Areas {
		whose := "on the table"
		if a.Seat == v.Viewer {
			whose = "yours"
		}
		for _, c := range lying(games.View{Viewer: v.Viewer, Areas: []games.Area{a}}, games.Face) {
			if len(list) < mostOptions {
				list = append(list, discord.SelectOption{Label: c.Label + ": " + c.Card.Words(), Value: c.Card.String(), Description: whose})
			}
		}
	}
	return list
}

// lying are the cells with a label in which such a thing lies, of the viewer and
// of everybody: what the viewer can point at.
func lying(v games.View, kind games.CellKind) (list []games.Cell) {
	for _, a := range v.Areas {
		if a.Seat != games.Watcher && a.Seat != v.Viewer {
			continue
		}
		for _, c := range a.Cells {
			if c.Kind == kind && c.Label != "" {
				list = append(list, c)
			}
		}
	}
	return list
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
