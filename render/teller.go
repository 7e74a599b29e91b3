package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"settable/games"
	"settable/games/cards"
)

// A teller puts a view into words.
type teller struct {
	codes bool // cards by their codes
	terse bool // and as few words as can be
}

func (t teller) sentences(v games.View) []string {
	text := t.opening(v)
	for _, a := range v.Areas {
		if cells := t.cells(a.Cells); len(cells) > 0 && !covered(v, a) {
			text = append(text, t.areaName(v, a)+": "+strings.Join(cells, ", ")+".")
		}
	}
	if t.codes && hasSET(v) {
		text = append(text, "Codes are number, shading (S solid, T striped, N open), colour, shape (D diamond, Q squiggle, V oval): 2SRD is two solid red diamonds.")
	}
	for i := range v.Seats {
		text = append(text, t.place(v, placeOf(v, i))+".")
	}
	return text
}

func (t teller) lines(v games.View) []string {
	text := []string{strings.Join(t.opening(v), " ")}
	for _, a := range v.Areas {
		cells := t.cells(a.Cells)
		if len(cells) == 0 || covered(v, a) {
			continue
		}
		columns := columnsOf(a)
		if foreign(v, a) || len(cells) <= columns {
			text = append(text, t.areaName(v, a)+": "+strings.Join(cells, ", "))
			continue
		}
		text = append(text, t.areaName(v, a)+":")
		for row := range slices.Chunk(cells, columns) {
			text = append(text, strings.Join(row, ", "))
		}
	}
	if t.codes && hasSET(v) {
		text = append(text, "Codes are number, shading (S solid, T striped, N open), colour, shape (D diamond, Q squiggle, V oval): 2SRD is two solid red diamonds.")
	}
	for i := range v.Seats {
		text = append(text, t.place(v, placeOf(v, i)))
	}
	if offers := offersOf(v); offers != "" {
		text = append(text, offers)
	}
	return text
}

// opening is the head of the picture: title, headline, what is left, the set just taken.
func (t teller) opening(v games.View) []string {
	text := []string{sentence(v.Title)}
	if v.Headline != "" {
		text = append(text, sentence(v.Headline))
	}
	if v.Left >= 0 && v.Phase == games.Playing {
		text = append(text, counted(int64(v.Left), "cards")+" left to deal.")
	}
	if v.ShowPot {
		text = append(text, "Pot "+humanize.Comma(int64(v.Pot))+".")
	}
	if len(v.Taken) > 0 {
		taken := "Just taken: "
		if v.TakenBy > 0 {
			taken = "Just taken by " + games.SeatLetter(v.TakenBy) + ": "
		}
		words := make([]string, len(v.Taken))
		for i, c := range v.Taken {
			words[i] = t.card(c)
		}
		text = append(text, taken+strings.Join(words, ", ")+".")
	}
	return slices.DeleteFunc(text, func(s string) bool { return s == "" })
}

func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?:") {
		return s
	}
	return s + "."
}

// counted is the number with what it counts, given in the plural.
func counted(n int64, units string) string {
	if n == 1 || n == -1 {
		units = strings.TrimSuffix(units, "s")
	}
	return humanize.Comma(n) + " " + units
}

func (t teller) areaName(v games.View, a games.Area) string {
	if foreign(v, a) {
		if t.terse {
			return games.SeatLetter(a.Seat)
		}
		return "Seat " + games.SeatLetter(a.Seat) + ", " + a.Name
	}
	if name := captionOf(v, a); name != "" {
		return name
	}
	return "Cards"
}

func (t teller) card(c cards.Card) string {
	if t.codes {
		return c.String()
	}
	return c.Words()
}

// cells are the cells in words, each with its label first. Cards that cannot be
// told apart, without a label, are counted.
func (t teller) cells(cells []games.Cell) []string {
	var text []string
	unlabelled := 0
	for _, c := range cells {
		if c.Kind == games.Back && c.Label == "" && c.Depth < 2 && !c.New && !c.Marked {
			unlabelled++
			continue
		}
		text = append(text, t.cell(c))
	}
	if unlabelled > 0 {
		text = append(text, counted(int64(unlabelled), "hidden cards"))
	}
	return text
}

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
		words = append(words, "hidden card")
	default:
		words = append(words, "empty")
	}
	if c.Depth > 1 {
		words = append(words, fmt.Sprintf("(pile of %d)", c.Depth))
	}
	switch {
	case c.Marked:
		words = append(words, "(marked)")
	case c.New && !t.terse:
		words = append(words, "(new)")
	}
	return strings.Join(words, " ")
}

// place is a seat as the picture shows it.
func (t teller) place(v games.View, p games.Place) string {
	name := "Seat " + games.SeatLetter(p.Seat)
	if t.terse {
		name = games.SeatLetter(p.Seat)
	}
	var has []string
	if v.ShowPot || p.Chips != 0 {
		has = append(has, counted(int64(p.Chips), "chips"))
	} else {
		has = append(has, counted(int64(p.Score), "points"))
	}
	if p.Cards > 0 {
		has = append(has, counted(int64(p.Cards), "cards"))
	}
	if p.Dealer {
		has = append(has, "dealer")
	}
	if word, _ := statusOf(p); word != "" {
		has = append(has, word)
	}
	return name + ": " + strings.Join(has, ", ")
}

func hasSET(v games.View) bool {
	set := func(c games.Cell) bool { return c.Kind == games.Face && c.Card.IsSET() }
	return len(v.Taken) > 0 || slices.ContainsFunc(v.Areas, func(a games.Area) bool { return slices.ContainsFunc(a.Cells, set) })
}

// offersOf says what may be typed now.
func offersOf(v games.View) string {
	var words []string
	for _, o := range v.Offers {
		switch o.Takes {
		case games.Three:
			words = append(words, o.Words+" and three cards")
		case games.Amount:
			words = append(words, fmt.Sprintf("%s and %d to %d chips", o.Words, o.Min, o.Max))
		case games.Pile:
			words = append(words, o.Words+" and a pile")
		case games.Piles:
			words = append(words, o.Words+" and two piles")
		default:
			words = append(words, o.Words)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "Moves: " + strings.Join(words, "; ") + "."
}
