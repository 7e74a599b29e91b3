package bot

import (
	"fmt"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
)

// mostPeople is how many seats are listed beside a picture.
const mostPeople = 16

// scene is what the table's message is to show now.
func (t *table) scene() scene {
	v := t.course.Game.View(games.Watcher)
	t.glance.Store(&glance{view: v, seats: t.seats})
	return scene{view: v, line: t.line, head: heading(v), people: t.people(v), rows: t.rows(v)}
}

func heading(v games.View) string {
	switch v.Phase {
	case games.Gathering:
		return "**" + v.Title + "** is about to begin."
	case games.Finished:
		return "**" + v.Title + "** has ended."
	}
	if v.Left < 0 {
		return "**" + v.Title + "**"
	}
	return fmt.Sprintf("**%s** · %d cards left", v.Title, v.Left)
}

// people lists who sits by the letter the picture shows, because names are
// never drawn: a name may be in any script.
func (t *table) people(v games.View) string {
	var parts []string
	for _, p := range v.Seats {
		if len(parts) == mostPeople {
			parts = append(parts, fmt.Sprintf("and %d more", len(v.Seats)-mostPeople))
			break
		}
		part := "`" + games.SeatLetter(p.Seat) + "` " + t.name(p.Seat)
		if v.Phase != games.Gathering {
			part += fmt.Sprintf(" **%d**", p.Score)
		}
		parts = append(parts, part+remark(p))
	}
	if len(parts) == 0 {
		return "Nobody sits here yet."
	}
	return strings.Join(parts, " · ")
}

func remark(p games.Place) string {
	switch {
	case p.Left:
		return " (left)"
	case p.Winner:
		return " 🏆"
	case p.Calling:
		return " (has called)"
	case p.Locked:
		return " (locked out)"
	case p.Said != "":
		return " (“" + p.Said + "”)"
	}
	return ""
}

// rows are the buttons: what may be done now first, then what is always there.
func (t *table) rows(v games.View) []discord.Row {
	at := sight{t.row.ID, t.line}
	press := func(kind, words, label string, style discord.Style) discord.Button {
		return discord.Button{Label: label, Style: style, CustomID: customID{kind, at, words}.String()}
	}
	if v.Phase == games.Finished {
		return []discord.Row{{Buttons: []discord.Button{
			press(againButton, "", "Play again", discord.Green),
			press(textButton, "", "As text", discord.Grey),
		}}}
	}
	var moves, always []discord.Button
	for _, o := range v.Offers {
		switch {
		case o.Words == "leave": // rare enough for `/leave`
		case o.Words == "join" || o.Words == "start":
			style := discord.Grey
			if v.Phase == games.Gathering {
				style = discord.Green
			}
			always = append(always, press(moveButton, o.Words, offerLabel(o), style))
			slices.SortStableFunc(always, func(a, b discord.Button) int { return strings.Compare(a.Label, b.Label) }) // Join, Start
		case len(moves) == 5:
		case o.Takes != games.Bare:
			moves = append(moves, press(formButton, o.Words, offerLabel(o), discord.Blue))
		default:
			moves = append(moves, press(moveButton, o.Words, offerLabel(o), discord.Grey))
		}
	}
	always = append(always, press(textButton, "", "As text", discord.Grey), press(helpButton, "", "Help", discord.Grey))
	if len(moves) == 0 {
		return []discord.Row{{Buttons: always}}
	}
	return []discord.Row{{Buttons: moves}, {Buttons: always}}
}

// offerLabel is what stands on a move's button.
func offerLabel(o games.Offer) string {
	switch o.Words {
	case "set":
		if o.Takes == games.Three {
			return "Claim a set…"
		}
		return "Call “set”"
	case "none":
		return "I see no set"
	}
	label := strings.ToUpper(o.Words[:1]) + o.Words[1:]
	if o.Takes != games.Bare {
		label += "…"
	}
	return label
}

// usage says in one sentence what can be said in a game.
func usage(m games.Manual) string {
	var examples []string
	for _, v := range m.Verbs {
		examples = append(examples, "`"+v.Example+"`")
	}
	if len(examples) > 4 {
		examples = examples[:4]
	}
	return "Moves look like " + strings.Join(examples, ", ") + "."
}

// verb is the first word of a move.
func verb(m games.Move) string {
	first, _, _ := strings.Cut(m.String(), " ")
	return first
}
