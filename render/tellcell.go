package render

import (
	"slices"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

func (t teller) areaName(v games.View, a games.Area) string {
	switch name := captionOf(a, t.lang); {
	case a.Seat > 0 && (layout.IsForeign(v, a) || layout.HasGraveyards(v)):
		switch {
		case !t.brief:
			return t.say("render.area_of", "who", t.seat(a.Seat), "area", a.Caption)
		case a.Arrangement != games.Ranks:
			return t.mark(a.Seat)
		}
		return t.mark(a.Seat) + " " + t.lang.Plain(a.Caption)
	case name != "":
		return name
	}
	return t.say("render.some_cards")
}

// cellTexts describes the visible cells of an area.
func (t teller) cellTexts(v games.View, a games.Area) []string {
	if layout.IsCovered(v, a) || len(v.Sample) > 0 || t.isLeftOut(v, a) {
		return nil
	}
	var text []string
	unlabelled := 0
	for _, c := range a.Cells[:layout.DrawnCells(a)] {
		c.New = c.New && !t.brief && !canMoveWith(v, a)
		c.Marked = c.Marked && !(t.brief && len(v.Shown) > 0)
		plain := c.Label == "" && c.Depth < 2 && !c.New && !c.Marked
		switch {
		case plain && c.Kind == games.Back: // indistinguishable cards are only counted
			unlabelled++
		case plain && c.Kind == games.Empty && a.Seat > 0:
		case isStone(a, c):
			text = append(text, t.stone(c))
		default:
			text = append(text, t.cell(c))
		}
	}
	if unlabelled > 0 {
		text = append(text, t.say("render.hidden_cards", "N", unlabelled))
	}
	return text
}

// hasUnder reports whether an area has a pile with more than n visible cards below its top.
func hasUnder(a games.Area, n int) bool {
	return a.Arrangement != games.Ranks &&
		slices.ContainsFunc(a.Cells, func(c games.Cell) bool { return len(c.Under) > n })
}

// cellSeparator returns the separator between descriptions of cells.
func (t teller) cellSeparator(a games.Area) string {
	if !t.drawn && hasUnder(a, 0) {
		return t.lang.Key("words.semicolon")
	}
	return t.lang.Key("words.comma")
}

// canMoveWith reports whether the viewer can use the cards of an area in a move: common cards and the viewer's own.
func canMoveWith(v games.View, a games.Area) bool {
	return !layout.IsForeign(v, a) && a.Arrangement != games.Ranks
}

// newCards returns a text that lists the most recently dealt cards. It precedes the list of all cards.
func (t teller) newCards(v games.View) string {
	var list []string
	if t.least {
		return ""
	}
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			switch {
			case !c.New || !canMoveWith(v, a) || len(v.Sample) > 0:
			case t.brief && c.Label != "":
				list = append(list, c.Label)
			case c.Kind == games.Face:
				list = append(list, t.withLabel(c, t.card(c.Card)))
			}
		}
	}
	if list == nil {
		return ""
	}
	return t.say("render.fresh", "cards", t.lang.Row(list))
}

// withLabel puts a cell's label before its contents, as buttons do: "4: two solid red diamonds".
func (t teller) withLabel(c games.Cell, what string) string {
	if c.Label == "" {
		return what
	}
	return t.lang.Labelled(c.Label, what)
}

// cell describes a cell: its label, its card and the visible cards below.
func (t teller) cell(c games.Cell) string {
	var list []string
	switch c.Kind {
	case games.Face:
		list = append(list, t.withLabel(c, t.card(c.Card)))
	case games.Back:
		list = append(list, t.withLabel(c, t.say("render.hidden_card")))
	default:
		list = append(list, t.withLabel(c, t.say("render.empty")))
	}
	if c.Depth > 1 {
		list = append(list, t.say("render.pile_of", "n", c.Depth))
	}
	list = append(list, t.signs(c)...)
	text := t.lang.Prose(list...)
	for i := range c.Under {
		if t.drawn || t.least && i > 0 {
			break
		}
		under := t.card(c.Under[len(c.Under)-1-i])
		if i == 0 {
			text = t.say("render.over", "top", text, "under", under)
		} else {
			text = t.lang.Row([]string{text, under})
		}
	}
	return text
}

// stone describes a set in a graveyard, such as "kings complete" or "fours incomplete (spades, hearts)".
func (t teller) stone(c games.Cell) string {
	list := []string{t.lang.Ranks(c.Card)}
	if c.Upright {
		list = append(list, t.say("render.complete"))
	} else {
		list = append(list, t.say("render.incomplete", "suits", t.suits(c)))
	}
	return t.lang.Prose(append(list, t.signs(c)...)...)
}

func (t teller) suits(c games.Cell) string {
	var list []string
	for suit, there := range suitsOf(c) {
		if there {
			list = append(list, t.lang.Suit(cards.Standard(0, suit)))
		}
	}
	return t.lang.Row(list)
}

// signs describes the ring around a card.
func (t teller) signs(c games.Cell) []string {
	switch {
	case c.Marked:
		return []string{t.say("render.marked")}
	case c.New:
		return []string{t.say("render.new")}
	}
	return nil
}

// mostTold is the maximum number of cards in an area that a short text describes.
const mostTold = 24

// isLeftOut reports whether only the text version describes an area, because it is another player's hand or has too
// many cards.
func (t teller) isLeftOut(v games.View, a games.Area) bool {
	return t.least && (len(a.Cells) > mostTold || layout.IsForeign(v, a) && !layout.HasGraveyards(v))
}

func (t teller) card(c cards.Card) string {
	if t.brief {
		return t.lang.Brief(c)
	}
	return t.lang.Card(c)
}

// leftOutAreas names the areas that only the text version describes.
func (t teller) leftOutAreas(v games.View) (text []string) {
	if !t.least {
		return nil
	}
	below := func(a games.Area) bool { return !t.drawn && hasUnder(a, 1) }
	hand := func(a games.Area) bool { return layout.IsForeign(v, a) && t.isLeftOut(v, a) && !layout.IsCovered(v, a) }
	for _, a := range v.Areas {
		if t.isLeftOut(v, a) && !layout.IsForeign(v, a) {
			text = append(text, t.say("render.rest.cards", "area", t.areaName(v, a), "N", len(a.Cells)))
		}
	}
	if slices.ContainsFunc(v.Areas, below) {
		text = append(text, t.say("render.rest.below"))
	}
	if slices.ContainsFunc(v.Areas, hand) {
		text = append(text, t.say("render.rest.hands"))
	}
	return text
}
