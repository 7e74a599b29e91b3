package games

import (
	"fmt"
	"strings"
)

// Text is how a pot was shared, in plain facts.
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

// Facts are what a step brought, one line each: its events, transfers and
// tallies.
func (s Step) Facts(name func(Seat) string) []string {
	facts := make([]string, 0, len(s.Events))
	for _, e := range s.Events {
		if p := e.Say(); !p.Silent() {
			facts = append(facts, p.Facts(name))
		} else {
			facts = append(facts, fmt.Sprint(e)) // it is not told, but it happened
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

func (p Purse) text(name func(Seat) string) string {
	switch p {
	case Pot:
		return "the pot"
	case House:
		return "the house"
	}
	if p.IsBalance() {
		return "the balance of " + name(p.Owner())
	}
	return name(p.Owner())
}

// Facts are what a line brought about, or why it was refused.
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
