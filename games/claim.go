package games

import (
	"slices"
	"strings"

	"settable/games/cards"
)

// A Pick is a card as a player names it: by its label on the table or by its code.
type Pick struct {
	Label string     // in capitals; empty if the player typed a code
	Card  cards.Card // Hidden if the player typed a label
}

func (p Pick) String() string {
	if p.Label != "" {
		return strings.ToLower(p.Label)
	}
	return p.Card.String()
}

// Words returns the pick in capitals, for use in a sentence.
func (p Pick) Words() string { return strings.ToUpper(p.String()) }

// NotThere returns the refusal for a pick that is not on the table. The refusal quotes labels as they were typed but
// spells out cards in words, because players who press buttons never see codes. A player who picked a card of the set
// that was taken last learns that another player was faster.
func (p Pick) NotThere(taken []cards.Card, by Seat) error {
	if p.Label != "" {
		return Refuse("games.no_card", "card", p.Words())
	}
	if by > Watcher && slices.Contains(taken, p.Card) {
		return Refuse("games.card_taken", "who", by, "card", p.Card)
	}
	return Refuse("games.card_gone", "card", p.Card)
}

// A Claim says that three cards are a set: "set a b c" or "set 2SRD 1TGQ 3NPV".
type Claim struct{ Picks [3]Pick }

func (c Claim) String() string {
	return "set " + c.Picks[0].String() + " " + c.Picks[1].String() + " " + c.Picks[2].String()
}

// ParsePick parses one label or code. It calls isLabel with the word in capitals.
func ParsePick(word string, isLabel func(string) bool) (Pick, bool) {
	label := strings.ToUpper(word)
	if isLabel(label) {
		return Pick{Label: label}, true
	}
	card, ok := cards.Parse(word)
	return Pick{Card: card}, ok
}

// ParseClaim parses "set" and three cards from the Fields of a message. Players may also run three different one-letter
// labels together ("set abc") or join them like a list ("set a, b and c" or "set a-b-c").
func ParseClaim(fields []string, isLabel func(string) bool) (Claim, bool) {
	if len(fields) < 2 || fields[0] != "set" {
		return Claim{}, false
	}
	named := withoutJoints(fields[1:])
	if len(named) == 1 && len(named[0]) == 3 {
		w := named[0]
		if w[0] == w[1] || w[1] == w[2] || w[0] == w[2] {
			return Claim{}, false
		}
		named = []string{w[:1], w[1:2], w[2:]}
	}
	var claim Claim
	if len(named) != len(claim.Picks) {
		return Claim{}, false
	}
	for i, word := range named {
		pick, ok := ParsePick(word, isLabel)
		if !ok {
			return Claim{}, false
		}
		claim.Picks[i] = pick
	}
	return claim, true
}

const joints = "-+/&"

// withoutJoints returns the words of a list such as "a, b and c" or "a-b-c" without separators and without the word
// "and".
func withoutJoints(fields []string) (words []string) {
	joins := func(r rune) bool { return strings.ContainsRune(joints, r) }
	for _, f := range fields {
		switch {
		case f == "and" || len(f) == 1 && strings.Contains(joints, f):
		case strings.Trim(f, joints) == f:
			words = append(words, strings.FieldsFunc(f, joins)...)
		default: // "-1" isn't a label
			words = append(words, f)
		}
	}
	return words
}

var (
	numerals = [...]string{"games.numeral.1", "games.numeral.2", "games.numeral.3"}
	shadings = [...]string{"games.shading.solid", "games.shading.striped", "games.shading.open"}
	colours  = [...]string{"games.colour.red", "games.colour.green", "games.colour.purple"}
	shapes   = [...]string{"games.shape.diamonds", "games.shape.squiggles", "games.shape.ovals"}
)

// WhyNoSet explains why three SET cards aren't a set, in the form "two of … and one of …". It names the first feature
// that breaks the rule, in the order of the notation. It returns an empty phrase if the cards are a set.
func WhyNoSet(a, b, c cards.Card) Phrase {
	if a == b || b == c || a == c {
		return Say("games.why.twice")
	}
	three := [3]cards.Card{a, b, c}
	if two, one, odd := split(three, cards.Card.Number); odd {
		return Say("games.why.number", "N", int(two)+1, "two", Say(numerals[two]), "one", Say(numerals[one]))
	}
	if two, one, odd := split(three, cards.Card.Shading); odd {
		return Say("games.why.are", "two", Say(shadings[two]), "one", Say(shadings[one]))
	}
	if two, one, odd := split(three, cards.Card.Colour); odd {
		return Say("games.why.are", "two", Say(colours[two]), "one", Say(colours[one]))
	}
	if two, one, odd := split(three, cards.Card.Shape); odd {
		return Say("games.why.show", "two", Say(shapes[two]), "one", Say(shapes[one]))
	}
	return Phrase{}
}

// split finds the value that exactly two of the three cards have, and the value of the third card. It returns false if
// the values are all equal or all different.
func split[F comparable](three [3]cards.Card, feature func(cards.Card) F) (two, one F, odd bool) {
	a, b, c := feature(three[0]), feature(three[1]), feature(three[2])
	switch {
	case a == b && b != c:
		return a, c, true
	case a == c && b != c:
		return a, b, true
	case b == c && a != b:
		return b, a, true
	}
	return two, one, false
}

// ClaimOf returns the claim that names a set's three cards by their codes.
func ClaimOf(set [3]cards.Card) Claim {
	return Claim{Picks: [3]Pick{{Card: set[0]}, {Card: set[1]}, {Card: set[2]}}}
}
