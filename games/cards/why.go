package cards

// Why says why three cards are no set, after the rule of the seed: "two of …
// and one of …". It names the first feature that offends, in the order of the
// notation, and is empty when the cards are a set.
func Why(a, b, c Card) string {
	three := [3]Card{a, b, c}
	for _, card := range three {
		if !card.IsSET() {
			return "they are not all SET cards"
		}
	}
	if a == b || b == c || a == c {
		return "one card is named twice"
	}
	if two, one, odd := split(three, Card.Number); odd {
		if two == One {
			return "two have one symbol and one has " + one.String()
		}
		return "two have " + two.String() + " symbols and one has " + one.String()
	}
	if two, one, odd := split(three, Card.Shading); odd {
		return "two are " + two.String() + " and one is " + one.String()
	}
	if two, one, odd := split(three, Card.Colour); odd {
		return "two are " + two.String() + " and one is " + one.String()
	}
	if two, one, odd := split(three, Card.Shape); odd {
		return "two show " + two.String() + "s and one shows " + one.String() + "s"
	}
	return ""
}

// split finds the value that two of three cards share and the third does not.
func split[F comparable](three [3]Card, feature func(Card) F) (two, one F, odd bool) {
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
