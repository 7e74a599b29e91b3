package render

import (
	"slices"
	"strings"
	"unicode/utf16"

	"settable/games"
	"settable/render/words"
)

// altLimit is the most that Discord takes of the description of a picture.
const altLimit = 1024

// Alt says what the picture says, in the same labels and in words, in at most 1,024
// characters however they are counted. Where that is too little for all of it, it says
// what is moved with, and that the table as text has the rest.
func Alt(v games.View, lang *words.Language) string {
	return tell(lang, namesOf(v, told), words.Between(lang), altLimit,
		func(t teller) []string { return t.sentences(v) })
}

// Long is the table as text, in at most so many characters: a line for each row of
// cards and for each seat, in the order in which one would look at the picture.
// People are called by their names, ready to be printed; nil: by their seats.
func Long(v games.View, lang *words.Language, name func(games.Seat) string, most int) string {
	return tell(lang, name, "\n", most, func(t teller) []string { return t.lines(v) })
}

// tell is what the most wordy of the tellers says whose words fit.
func tell(lang *words.Language, name func(games.Seat) string, between string, limit int,
	says func(teller) []string) string {

	var text []string
	for _, t := range []teller{{}, {brief: true}, {brief: true, least: true}} {
		t.lang, t.name = lang, name
		text = says(t)
		if s := strings.Join(text, between); length(s) <= limit {
			return s
		}
	}
	return fit(text, between, limit)
}

// length counts as the strictest reader does: UTF-16 units are never fewer than characters.
func length(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// fit leaves out whole parts, and at last whole words, until the rest fits.
func fit(parts []string, between string, limit int) string {
	if s := strings.Join(parts, between); length(s) <= limit {
		return s
	}
	for len(parts) > 1 {
		parts = parts[:len(parts)-1]
		if s := strings.Join(parts, between) + between + more; length(s) <= limit {
			return s
		}
	}
	text := parts[0]
	for _, cut := range slices.Backward(breaks(text)) {
		if s := cutOff(text, cut); length(s) <= limit {
			return s
		}
	}
	return more
}
