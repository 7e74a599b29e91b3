package render

import (
	"slices"
	"strings"
	"unicode/utf16"

	"settable/games"
	"settable/render/words"
)

// altLimit is Discord's maximum length for a picture's description.
const altLimit = 1024

// Alt returns the alternative text of the picture, with the same content and labels, in at most 1,024 UTF-16 units. If
// it is too long, it contains only what a player needs for a move, and refers to the text version for the rest.
func Alt(v games.View, lang *words.Language) string {
	return tell(lang, namesOf(v, plainName), lang.Between(), altLimit,
		func(t teller) []string {
			t.drawn = true
			return t.sentences(v)
		})
}

// Long describes the table as text with at most the given number of characters. Each row of cards and each seat has a
// line, in the order of the picture. name returns the printable name of a seat's player. If name is nil, the text uses
// the names of seats.
func Long(v games.View, lang *words.Language, name func(games.Seat) string, most int) string {
	return tell(lang, name, "\n", most, func(t teller) []string { return t.lines(v) })
}

// tell returns the most detailed text that fits within the limit.
func tell(lang *words.Language, name func(games.Seat) string, between string, limit int,
	says func(teller) []string) string {

	var text []string
	for _, t := range []teller{{}, {brief: true}, {brief: true, least: true}} {
		t.lang, t.name = lang, name
		text = says(t)
		if s := strings.Join(text, between); Size(s) <= limit {
			return s
		}
	}
	return fit(text, between, limit)
}

// Size returns the length of a text in UTF-16 code units. Other ways of counting characters never give a higher number.
func Size(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// fit joins the parts. To stay within the limit, it drops whole parts from the end, and then whole words.
func fit(parts []string, between string, limit int) string {
	if s := strings.Join(parts, between); Size(s) <= limit {
		return s
	}
	for len(parts) > 1 {
		parts = parts[:len(parts)-1]
		if s := strings.Join(parts, between) + between + more; Size(s) <= limit {
			return s
		}
	}
	text := parts[0]
	for _, cut := range slices.Backward(breakPositions(text)) {
		if s := cutOff(text, cut); Size(s) <= limit {
			return s
		}
	}
	return more
}
