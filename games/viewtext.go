package games

import (
	"fmt"
	"strconv"
	"strings"

	"settable/games/cards"
)

// String is the whole view in a compact, exact form: seats by their letters, cards by their codes. It
// is for comparing views in tests and in replay; players never read it.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s\n", v.Game, v.Phase, v.Headline.Facts(SeatLetter))
	for _, a := range v.Areas {
		a.write(&b)
	}
	for _, p := range v.Seats {
		fmt.Fprintf(&b, "%s\n", p)
	}
	if v.ShowPot {
		fmt.Fprintf(&b, "pot %d\n", v.Pot)
	}
	for _, p := range v.Pots {
		fmt.Fprintf(&b, "won %s\n", p.Text(SeatLetter))
	}
	for _, s := range v.Shown {
		fmt.Fprintf(&b, "%s\n", s)
	}
	for _, f := range v.Highlights {
		fmt.Fprintf(&b, "%s\n", f.Facts(SeatLetter))
	}
	if v.Left >= 0 {
		fmt.Fprintf(&b, "left %d\n", v.Left)
	}
	if len(v.Taken) > 0 {
		fmt.Fprintf(&b, "taken by %s: %s\n", SeatLetter(v.TakenBy), codeList(v.Taken))
	}
	if v.Turn != Watcher {
		fmt.Fprintf(&b, "turn %s\n", SeatLetter(v.Turn))
	}
	if !v.Deadline.IsZero() {
		fmt.Fprintf(&b, "clock at %s\n", v.Deadline.UTC().Format("15:04:05.999"))
	}
	if len(v.Offers) > 0 {
		fmt.Fprintf(&b, "offers %s\n", strings.Join(Named(v.Offers, Offer.String), ", "))
	}
	return b.String()
}

func (a Area) write(b *strings.Builder) {
	b.WriteString(a.Name)
	if a.Seat != Watcher {
		b.WriteString(" of " + SeatLetter(a.Seat))
	}
	columns := a.Columns
	if columns < 1 {
		columns = max(1, len(a.Cells))
	}
	for i, c := range a.Cells {
		if i%columns == 0 {
			b.WriteString("\n ")
		}
		b.WriteString(" " + c.String())
	}
	b.WriteString("\n")
}

// String is a cell, as "A=2SRD", with + when it is new and ! when it is marked. The cards seen below
// are in parentheses, and | is an upright set.
func (c Cell) String() string {
	text := c.Label + "="
	switch c.Kind {
	case Face, Back:
		text += c.Card.String()
	default:
		text += "...."
	}
	if c.Depth > 1 {
		text += "x" + strconv.Itoa(c.Depth)
	}
	if len(c.Under) > 0 {
		text += "(" + codeList(c.Under) + ")"
	}
	if c.Upright {
		text += "|"
	}
	if c.New {
		text += "+"
	}
	if c.Marked {
		text += "!"
	}
	return text
}

// String is a hand that was turned up: "shown by P: 2SRD 1TGQ + 3NPV".
func (s Showing) String() string {
	sets := []string{"no set"}
	if len(s.Sets) > 0 {
		sets = Named(s.Sets, func(set ShownSet) string { return codeList(set.Own) + " + " + codeList(set.Common) })
	}
	return "shown by " + SeatLetter(s.Seat) + ": " + strings.Join(sets, ", ")
}

// String is a seat: "P 3 locked".
func (p Place) String() string {
	words := []string{SeatLetter(p.Seat), strconv.Itoa(p.Score)}
	count := func(what string, n int64) {
		if n != 0 {
			words = append(words, what, strconv.FormatInt(n, 10))
		}
	}
	flag := func(what string, is bool) {
		if is {
			words = append(words, what)
		}
	}
	count("chips", int64(p.Chips))
	count("took", int64(p.Took))
	count("bet", int64(p.Bet))
	count("cards", int64(p.Cards))
	flag("turn", p.Turn)
	flag("dealer", p.Dealer)
	flag("dropped", p.Dropped)
	flag("left", p.Left)
	flag("locked", p.Locked)
	flag("calling", p.Calling)
	flag("says "+p.Said.Facts(SeatLetter), !p.Said.Silent())
	flag("winner", p.Winner)
	flag("plays for the house as "+p.House.Name+", "+string(p.House.Level), p.House != HousePlayer{})
	return strings.Join(words, " ")
}

// String is an offer: "set XYZ", "bet 1-3".
func (o Offer) String() string {
	switch o.Takes {
	case Three:
		return o.Words + " ..."
	case Amount:
		return fmt.Sprintf("%s %d-%d", o.Words, o.Min, o.Max)
	case Pile:
		return o.Words + " ."
	case Piles:
		return o.Words + " . ."
	}
	return o.Words
}

func codeList(list []cards.Card) string { return strings.Join(Named(list, cards.Card.String), " ") }
