package games

import (
	"strings"

	"settable/games/cards"
)

// A Pick points at a card as a player does: by its label or by its code.
type Pick struct {
	Label string     // in capitals; empty when Card is named
	Card  cards.Card // Hidden when Label is named
}

func (p Pick) String() string {
	if p.Label != "" {
		return strings.ToLower(p.Label)
	}
	return p.Card.String()
}

// A Claim says that three cards are a set: "set a b c", "set 2SRD 1TGQ 3NPV".
type Claim struct{ Picks [3]Pick }

func (c Claim) String() string {
	return "set " + c.Picks[0].String() + " " + c.Picks[1].String() + " " + c.Picks[2].String()
}

// ParsePick reads one label or code. isLabel is asked with capitals.
func ParsePick(word string, isLabel func(string) bool) (Pick, bool) {
	label := strings.ToUpper(word)
	if isLabel(label) {
		return Pick{Label: label}, true
	}
	card, ok := cards.Parse(word)
	return Pick{Card: card}, ok
}

// ParseClaim reads "set" and three cards from the Fields of something typed.
// Three different one-letter labels may stand together: "set abc".
func ParseClaim(fields []string, isLabel func(string) bool) (Claim, bool) {
	if len(fields) == 2 && fields[0] == "set" && len(fields[1]) == 3 {
		w := fields[1]
		if w[0] == w[1] || w[1] == w[2] || w[0] == w[2] {
			return Claim{}, false
		}
		fields = []string{"set", w[:1], w[1:2], w[2:]}
	}
	if len(fields) != 4 || fields[0] != "set" {
		return Claim{}, false
	}
	var claim Claim
	for i, word := range fields[1:] {
		pick, ok := ParsePick(word, isLabel)
		if !ok {
			return Claim{}, false
		}
		claim.Picks[i] = pick
	}
	return claim, true
}
