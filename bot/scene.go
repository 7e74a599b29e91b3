package bot

import (
	"fmt"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
)

// peopleSize is the room for those who sit, beside heading and sentences.
const peopleSize = 600

// scene is what the table's message is to show now.
func (t *table) scene() scene {
	v := t.view()
	t.glance.Store(&glance{standing: t.standing, line: t.line, last: t.last})
	if !t.course.Deadline().Equal(t.due) {
		t.forgetReminder() // somebody else's join leaves it
	}
	return scene{view: v, line: t.line, head: heading(v) + t.wanting(v) + t.nextHand(v) + t.ofNight() + t.house(), people: t.people(v), rows: t.rows(v)}
}

// house says what is unusual at this table, before anybody sits down at it.
func (t *table) house() string {
	if list := t.manual.House(t.row.Options); len(list) > 0 {
		return "\n-# " + strings.Join(list, " · ")
	}
	return ""
}

// nextHand says how a pause between two hands ends.
func (t *table) nextHand(v games.View) string {
	offered := slices.ContainsFunc(v.Offers, func(o games.Offer) bool { return o.Words == "next" })
	if !offered || t.course.Deadline().IsZero() {
		return ""
	}
	return "\n-# The next hand comes by itself in a moment; `next` deals it at once."
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

// wanting says how many must sit down before anybody can press Start: nothing
// when they do.
func (t *table) wanting(v games.View) string {
	if v.Phase != games.Gathering || slices.ContainsFunc(v.Offers, func(o games.Offer) bool { return o.Words == "start" }) {
		return ""
	}
	return fmt.Sprintf(" It takes at least %s.", inWords(t.manual.MinSeats))
}

// people lists who sits by the letter the picture shows, because names are
// never drawn: a name may be in any script.
func (t *table) people(v games.View) string {
	var parts []string
	room := peopleSize
	for i, p := range v.Seats {
		part := "`" + games.SeatLetter(p.Seat) + "` " + t.name(p.Seat)
		if v.Phase != games.Finished || !hasChips(t.manual) { // chips have gone home: the sentences say how many
			part += standingOf(v, p) + t.holding(p) + remark(p)
		}
		if room -= size(part) + 3; room < 0 {
			parts = append(parts, fmt.Sprintf("and %d more", len(v.Seats)-i))
			break
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "Nobody sits here yet."
	}
	return strings.Join(parts, " · ")
}

// holding is how many cards a seat holds, in games in which the fewest win.
func (t *table) holding(p games.Place) string {
	if !t.manual.Hands || hasChips(t.manual) || p.Cards == 0 {
		return ""
	}
	return " (" + many(int64(p.Cards), "card") + ")"
}

// standingOf is what a seat has: points, or chips and what is bet.
func standingOf(v games.View, p games.Place) string {
	switch {
	case v.Phase == games.Gathering:
		return ""
	case !v.ShowPot && !slices.ContainsFunc(v.Seats, func(other games.Place) bool { return other.Chips > 0 }):
		return fmt.Sprintf(" **%d**", p.Score)
	case p.Bet > 0:
		return fmt.Sprintf(" **%d** (bet %d)", p.Chips, p.Bet)
	}
	return fmt.Sprintf(" **%d**", p.Chips)
}

func remark(p games.Place) string {
	switch {
	case p.Left:
		return " (left)"
	case p.Winner:
		return " 🏆"
	case p.Turn:
		return " ◀"
	case p.Dropped:
		return " (dropped)"
	case p.Calling:
		return " (has called)"
	case p.Locked:
		return " (locked out)"
	case p.Said != "" && p.Bet == 0: // a bet is told by its amount
		return " (“" + p.Said + "”)"
	}
	return ""
}

// rows are the buttons: what may be done now first, then what is always there.
func (t *table) rows(v games.View) []discord.Row {
	at := sight{Table: t.row.ID, Line: t.line}
	press := func(kind, words, label string, style discord.Style) discord.Button {
		return discord.Button{Label: label, Style: style, CustomID: t.bot.seal.write(t.row.Guild, customID{kind, at, words})}
	}
	if v.Phase == games.Finished {
		return []discord.Row{{Buttons: []discord.Button{
			press(againButton, "", "Play again", discord.Green),
			press(textButton, "", "As text", discord.Grey),
		}}}
	}
	var moves, always []discord.Button
	seatStyle := discord.Grey
	if v.Phase == games.Gathering {
		seatStyle = discord.Green
	}
	for _, words := range []string{"join", "start"} {
		if i := slices.IndexFunc(v.Offers, func(o games.Offer) bool { return o.Words == words }); i >= 0 {
			always = append(always, press(moveButton, words, offerLabel(v.Offers[i]), seatStyle))
		}
	}
	for _, o := range v.Offers {
		switch {
		case o.Words == "join" || o.Words == "start" || o.Words == "leave": // `/leave` is enough for what is rare
		case len(moves) == 5:
		case o.Takes == games.Three || o.Takes == games.Amount:
			moves = append(moves, press(formButton, o.Words, offerLabel(o), discord.Blue))
		case o.Takes != games.Bare: // a pile is looked at or moved now and then
			moves = append(moves, press(formButton, o.Words, offerLabel(o), discord.Grey))
		default:
			moves = append(moves, press(moveButton, o.Words, offerLabel(o), discord.Grey))
		}
	}
	if t.manual.Hands && v.Phase != games.Gathering { // before, nobody has one
		always = append(always, press(handButton, "", "My hand", discord.Green))
	}
	if len(v.Pots) > 0 {
		always = append(always, press(whyButton, "", "Why?", discord.Grey))
	}
	always = append(always, press(textButton, "", "As text", discord.Grey), press(helpButton, "", "Help", discord.Grey))
	if len(always) > 5 {
		always = append(always[:4:4], always[5:]...) // `/table` shows the text, too
	}
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
	case "next":
		return "Next hand"
	case "turn":
		return "Turn a card"
	}
	label := strings.ToUpper(o.Words[:1]) + o.Words[1:]
	if o.Takes == games.Bare && o.Min > 0 {
		label += fmt.Sprintf(" %d", o.Min)
	}
	if o.Takes != games.Bare {
		label += "…"
	}
	return label
}

// usage says in one sentence what a move looks like.
func usage(m games.Manual) string {
	var examples []string
	for _, v := range m.Verbs {
		if v.Takes != games.Bare && len(examples) < 3 {
			examples = append(examples, "`"+v.Example+"`")
		}
	}
	if examples == nil { // no move takes anything
		for _, v := range m.Verbs[:min(3, len(m.Verbs))] {
			examples = append(examples, "`"+v.Example+"`")
		}
	}
	if len(examples) == 1 {
		return "A move looks like " + examples[0] + "."
	}
	return "Moves look like " + strings.Join(examples, ", ") + "."
}

// verb is the first word of a move.
func verb(m games.Move) string {
	first, _, _ := strings.Cut(m.String(), " ")
	return first
}
