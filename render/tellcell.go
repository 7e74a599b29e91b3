package render

import (
	"slices"
	"strings"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

func (t teller) areaName(v games.View, a games.Area) string {
	switch name := captionOf(a, t.lang); {
	case a.Seat > 0 && (layout.Foreign(v, a) || layout.HasYard(v)):
		switch {
		case !t.terse:
			return t.say("render.area_of", "who", t.seat(a.Seat), "area", a.Caption)
		case a.Lies != games.Ranks:
			return t.mark(a.Seat)
		}
		return t.mark(a.Seat) + " " + t.lang.Plain(a.Caption)
	case name != "":
		return name
	}
	return t.say("render.some_cards")
}

// told are the cells of the area in words, as many as the picture shows.
func (t teller) told(v games.View, a games.Area) []string {
	if layout.Covered(v, a) || len(v.Sample) > 0 {
		return nil
	}
	var text []string
	unlabelled := 0
	for _, c := range a.Cells[:layout.Laid(a)] {
		plain := c.Label == "" && c.Depth < 2 && !c.New && !c.Marked
		switch {
		case plain && c.Kind == games.Back: // cards that cannot be told apart are counted
			unlabelled++
		case plain && c.Kind == games.Empty && a.Seat > 0:
		case isStone(a, c):
			text = append(text, t.stone(c))
		case t.terse && layout.Spread(v, a):
			text = append(text, slot(c))
		default:
			text = append(text, t.cell(c))
		}
	}
	if unlabelled > 0 {
		text = append(text, t.say("render.hidden_cards", "N", unlabelled))
	}
	return text
}

// between stands between the cells of the area.
func (t teller) between(v games.View, a games.Area) string {
	switch {
	case layout.Deepest(a.Cells) > 0 && a.Lies != games.Ranks:
		return "; "
	case t.terse && layout.Spread(v, a):
		return " "
	}
	return ", "
}

// cell is a cell with its label first, and what may be seen below its card with the next one first.
func (t teller) cell(c games.Cell) string {
	var words []string
	switch {
	case c.Label == "":
	case c.Label[len(c.Label)-1] <= '9': // "4: two solid red diamonds", not "4 two"
		words = append(words, c.Label+":")
	default:
		words = append(words, c.Label)
	}
	switch c.Kind {
	case games.Face:
		words = append(words, t.card(c.Card))
	case games.Back:
		words = append(words, t.say("render.hidden_card"))
	default:
		words = append(words, t.say("render.empty"))
	}
	if c.Depth > 1 {
		words = append(words, t.say("render.pile_of", "n", c.Depth))
	}
	words = append(words, t.signs(c)...)
	text := strings.Join(words, " ")
	for i := range c.Under {
		under := t.card(c.Under[len(c.Under)-1-i])
		if i == 0 {
			text = t.say("render.over", "top", text, "under", under)
		} else {
			text += ", " + under
		}
	}
	return text
}

// slot is a card of a spread hand as tersely as can be: its place says its label.
func slot(c games.Cell) string {
	if c.Kind != games.Face {
		return "-"
	}
	return c.Card.String()
}

// stone is a set of a graveyard: "kings complete", "fours incomplete (spades, hearts)".
func (t teller) stone(c games.Cell) string {
	words := []string{rankOf(c.Card)}
	if !t.codes {
		words[0] = t.lang.Ranks(c.Card)
	}
	if c.Upright {
		words = append(words, t.say("render.complete"))
	} else {
		words = append(words, t.say("render.incomplete", "suits", t.suits(c)))
	}
	return strings.Join(append(words, t.signs(c)...), " ")
}

// suits are those of the set, in words or by their letters.
func (t teller) suits(c games.Cell) string {
	var words []string
	for suit, there := range suitsOf(c) {
		switch card := cards.Standard(0, suit); {
		case !there:
		case t.codes:
			words = append(words, card.String()[1:])
		default:
			words = append(words, t.lang.Suit(card))
		}
	}
	if t.codes {
		return strings.Join(words, "")
	}
	return strings.Join(words, ", ")
}

// signs are the rings round a card.
func (t teller) signs(c games.Cell) []string {
	switch {
	case c.Marked:
		return []string{t.say("render.marked")}
	case c.New && !t.terse:
		return []string{t.say("render.new")}
	}
	return nil
}

func (t teller) card(c cards.Card) string {
	if t.codes {
		return c.String()
	}
	return t.lang.Card(c)
}

// key explains the codes that are used.
func (t teller) key(v games.View) (text []string) {
	if !t.codes {
		return nil
	}
	if shows(v, cards.Card.IsSET) {
		text = append(text, t.say("render.set_codes"))
	}
	if shows(v, cards.Card.IsStandard) {
		text = append(text, t.say("render.standard_codes"))
	}
	return text
}

// shows tells whether a card of that kind is to be seen.
func shows(v games.View, kind func(cards.Card) bool) bool {
	cell := func(c games.Cell) bool { return c.Kind == games.Face && kind(c.Card) }
	area := func(a games.Area) bool { return slices.ContainsFunc(a.Cells, cell) }
	return slices.ContainsFunc(v.Taken, kind) || slices.ContainsFunc(v.Areas, area)
}
