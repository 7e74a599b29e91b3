package render

import (
	"slices"
	"strings"
	"unicode/utf16"

	"settable/games"
	"settable/render/words"
)

// altLimit is the greatest length of a picture's description that Discord accepts.
const altLimit = 1024

// Alt returns the alternative text of the picture, with the same content and labels, in at most 1,024 characters
// however they are counted. If that is not enough, it says what a player needs to move, and that the text version has
// the rest.
func Alt(v games.View, lang *words.Language) string {
	return tell(lang, namesOf(v, plainName), lang.Between(), altLimit,
		func(t teller) []string { return t.sentences(v) })
}

// Long returns the table as text, in at most the given number of characters: a line for each row of cards and for each
// seat, in the order in which one would look at the picture. name returns the names of people, ready to be printed; if
// it is nil, they are called by their seats.
func Long(v games.View, lang *words.Language, name func(games.Seat) string, most int) string {
	return tell(lang, name, "\n", most, func(t teller) []string { return t.lines(v) })
}

// tell returns the text of the wordiest teller whose text fits the limit.
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

// Size counts UTF-16 units, like the strictest reader: there are never fewer of them than characters.
func Size(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// fit leaves out whole parts, and then whole words, until the rest fits.
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
