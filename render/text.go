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
	var text []string
	for _, tell := range tellers(lang) {
		text = tell.sentences(v)
		if s := strings.Join(text, " "); length(s) <= altLimit {
			return s
		}
	}
	return fit(text, " ", altLimit)
}

// Long is the table as text, at most 1,900 characters: a line for each row of
// cards and for each seat, in the order in which one would look at the picture.
func Long(v games.View, lang *words.Language) string {
	var text []string
	for _, tell := range tellers(lang) {
		text = tell.lines(v)
		if s := strings.Join(text, "\n"); length(s) <= longLimit {
			return s
		}
	}
	return fit(text, "\n", longLimit)
}

// tellers are those who tell it, the most wordy first.
func tellers(lang *words.Language) []teller {
	return []teller{{lang: lang}, {lang: lang, codes: true}, {lang: lang, codes: true, terse: true}}
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
