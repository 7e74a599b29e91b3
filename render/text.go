package render

import (
	"strings"
	"unicode/utf16"

	"settable/games"
	"settable/render/words"
)

// The most that Discord takes: of the description of a picture, and of the
// table as text with room for the names that are put before it.
const (
	altLimit  = 1024
	longLimit = 1900
)

// Alt says all that the picture says, in the same labels, in at most 1,024
// characters however they are counted: cards in words, or by their codes,
// with the codes explained, where words would be too long.
func Alt(v games.View, lang *words.Language) string {
	return tell(lang, namesOf(v, told), " ", altLimit, func(t teller) []string { return t.sentences(v) })
}

// Long is the table as text, at most 1,900 characters: a line for each row of
// cards and for each seat, in the order in which one would look at the picture.
// People are called by their names, ready to be printed; nil: by their seats.
func Long(v games.View, lang *words.Language, name func(games.Seat) string) string {
	return tell(lang, name, "\n", longLimit, func(t teller) []string { return t.lines(v) })
}

// tell is what the most wordy of the tellers says whose words fit.
func tell(lang *words.Language, name func(games.Seat) string, between string, limit int,
	says func(teller) []string) string {

	var text []string
	for _, t := range []teller{{}, {codes: true}, {codes: true, terse: true}} {
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
	const more = "…"
	if s := strings.Join(parts, between); length(s) <= limit {
		return s
	}
	for len(parts) > 1 {
		parts = parts[:len(parts)-1]
		if s := strings.Join(parts, between) + between + more; length(s) <= limit {
			return s
		}
	}
	fields := strings.Fields(parts[0])
	for len(fields) > 0 {
		if s := strings.Join(fields, " ") + " " + more; length(s) <= limit {
			return s
		}
		fields = fields[:len(fields)-1]
	}
	return more
}
