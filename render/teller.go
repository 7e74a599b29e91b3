package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"settable/games"
)

// A teller puts a view into words.
type teller struct {
	codes bool // cards by their codes
	terse bool // and as few words as can be
}

func (t teller) sentences(v games.View) []string {
	text := t.opening(v)
	for _, a := range v.Areas {
		if cells := t.told(v, a); len(cells) > 0 {
			text = append(text, t.areaName(v, a)+": "+strings.Join(cells, t.between(v, a))+".")
		}
	}
	text = append(text, t.key(v)...)
	for i := range v.Seats {
		text = append(text, t.place(v, placeOf(v, i))+".")
	}
	return text
}

func (t teller) lines(v games.View) []string {
	text := []string{strings.Join(t.opening(v), " ")}
	for _, a := range v.Areas {
		cells := t.told(v, a)
		if len(cells) == 0 {
			continue
		}
		columns := columnsOf(a)
		if deepestOf(a.Cells) > 0 {
			columns = 1
		}
		if foreign(v, a) || hasYard(v) || len(cells) <= columns {
			text = append(text, t.areaName(v, a)+": "+strings.Join(cells, t.between(v, a)))
			continue
		}
		text = append(text, t.areaName(v, a)+":")
		for row := range slices.Chunk(cells, columns) {
			text = append(text, strings.Join(row, ", "))
		}
	}
	text = append(text, t.key(v)...)
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

// place is a seat as the picture shows it.
func (t teller) place(v games.View, p games.Place) string {
	name := "Seat " + games.SeatLetter(p.Seat)
	if t.terse {
		name = games.SeatLetter(p.Seat)
	}
	var has []string
	if withChips(v) {
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
