package games

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// Text returns a compact description of how a pot was shared, for scripts and logs.
func (p PotShare) Text(name func(Seat) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", p.Amount)
	for i, s := range p.Eligible {
		fmt.Fprintf(&b, " %s", name(s))
		if i < len(p.Sets) {
			fmt.Fprintf(&b, "=%d", p.Sets[i])
		}
	}
	fmt.Fprintf(&b, ", %s:", p.Won)
	for _, s := range p.Winners {
		fmt.Fprintf(&b, " %s", name(s))
	}
	if p.Odd > 0 {
		fmt.Fprintf(&b, ", %d each, %d odd to", p.Share, p.Odd)
		for _, s := range p.OddTo {
			fmt.Fprintf(&b, " %s", name(s))
		}
		fmt.Fprintf(&b, " (%s)", p.OddBy)
	}
	return b.String()
}

// Facts lists the events, transfers and tallies of a step, one per line.
func (s Step) Facts(name func(Seat) string) []string {
	facts := make([]string, 0, len(s.Events))
	for _, e := range s.Events {
		if p := e.Say(); !p.Silent() {
			facts = append(facts, p.Facts(name))
		} else {
			facts = append(facts, fmt.Sprint(e)) // the table isn't told about this event, but facts include it
		}
	}
	for _, t := range s.Transfers {
		facts = append(facts, fmt.Sprintf("%d chips from %s to %s", t.Amount, t.From.text(name), t.To.text(name)))
	}
	for _, t := range s.Tallies {
		facts = append(facts, fmt.Sprintf("count %s %s %+d", name(t.Seat), t.Count, t.N))
	}
	return facts
}

func (p Account) text(name func(Seat) string) string {
	switch p {
	case Pot:
		return "the pot"
	case Bank:
		return "the house"
	}
	if p.IsBalance() {
		return "the balance of " + name(p.Owner())
	}
	return name(p.Owner())
}

// Facts lists the effects of a line, or the reason why it was refused.
func (o Outcome) Facts(name func(Seat) string) []string {
	if !o.Refused.Silent() {
		return []string{"refused: " + o.Refused.Facts(name)}
	}
	var facts []string
	for _, s := range o.Steps {
		facts = append(facts, s.Facts(name)...)
	}
	return facts
}

// String returns the whole view in a compact, exact form, with seats as letters and cards as codes. Tests and replays
// compare views in this form; players never read it.
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
		fmt.Fprintf(&b, "%s\n", f.facts())
	}
	if v.MostStars > 0 {
		fmt.Fprintf(&b, "stars %d of %d\n", v.Stars, v.MostStars)
	}
	if v.Best > 0 {
		fmt.Fprintf(&b, "best %d\n", v.Best)
	}
	if v.CardsLeft >= 0 {
		fmt.Fprintf(&b, "left %d\n", v.CardsLeft)
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
		fmt.Fprintf(&b, "offers %s\n", strings.Join(NamesOf(v.Offers, Offer.String), ", "))
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

// String returns a cell such as "A=2SRD", with + for a new cell and ! for a marked one. The visible cards below it are
// in parentheses, and | means an upright set.
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

// String returns an exposed hand such as "shown by P: 2SRD 1TGQ + 3NPV".
func (s Showing) String() string {
	sets := []string{"no set"}
	if len(s.Sets) > 0 {
		sets = NamesOf(s.Sets, ShownSet.String)
	}
	return "shown by " + SeatLetter(s.Seat) + ": " + strings.Join(sets, ", ")
}

// String returns a set: "2SRD 1TGQ + 3NPV", or "2SRD 1TGQ 3NPV" if all cards are from the hand or all are common.
func (s ShownSet) String() string {
	if len(s.Own) == 0 || len(s.Common) == 0 {
		return codeList(slices.Concat(s.Own, s.Common))
	}
	return codeList(s.Own) + " + " + codeList(s.Common)
}

// String returns a seat such as "P 3 locked".
func (p SeatView) String() string {
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
	count("took", int64(p.CashedOut))
	count("bet", int64(p.Bet))
	count("cards", int64(p.Cards))
	flag("turn", p.Turn)
	flag("dealer", p.Dealer)
	flag("dropped", p.Dropped)
	flag("left", p.HasLeft)
	flag("locked", p.Locked)
	flag("calling", p.Calling)
	flag("says "+p.Remark.Facts(SeatLetter), !p.Remark.Silent())
	flag("winner", p.Winner)
	flag("plays for the house as "+p.House.Name+", "+string(p.House.Level), p.House != HousePlayer{})
	return strings.Join(words, " ")
}

// String returns an offer such as "set XYZ" or "bet 1-3".
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

func codeList(list []cards.Card) string { return strings.Join(NamesOf(list, cards.Card.String), " ") }

// Facts returns the phrase for scripts, replays and logs: its key, followed by its args in the order of their names.
// Facts stay the same when a sentence is reworded.
func (p Phrase) Facts(name func(Seat) string) string {
	var b strings.Builder
	b.WriteString(p.Key)
	for _, arg := range slices.Sorted(maps.Keys(p.Args)) {
		fmt.Fprintf(&b, " %s=%s", arg, fact(p.Args[arg], name))
	}
	return b.String()
}

func fact(arg any, name func(Seat) string) string {
	switch arg := arg.(type) {
	case Seat:
		return name(arg)
	case []Seat:
		return facts(arg, name)
	case []cards.Card:
		return facts(arg, name)
	case Labels:
		return strings.Join(arg, ",")
	case []string:
		return strings.Join(arg, ",")
	case Phrase:
		return "(" + arg.Facts(name) + ")"
	case []Phrase:
		return facts(arg, name)
	case Sentences:
		return facts(arg, name)
	case Margin:
		return time.Duration(arg).String()
	case string:
		return fmt.Sprintf("%q", arg)
	case Typed:
		return fmt.Sprintf("%q", arg.Words)
	}
	return fmt.Sprint(arg)
}

func facts[T any](list []T, name func(Seat) string) string {
	return strings.Join(NamesOf(list, func(x T) string { return fact(x, name) }), ",")
}
