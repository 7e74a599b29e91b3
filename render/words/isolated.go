package words

import (
	"strings"
	"unicode"
)

// isolate prepares a text for insertion into a sentence. It puts isolation marks (U+2068, U+2069) around a text with
// right-to-left letters. Otherwise a number after such a text would be displayed before it.
func isolate(text string) string {
	if !strings.ContainsFunc(text[withoutLatin(text):], isRightToLeft) || strings.ContainsRune(text, '\u2068') {
		return text
	}
	return "\u2068" + text + "\u2069"
}

// withoutLatin returns the index of the first letter that isn't Latin, Greek or Cyrillic. The first byte of a letter is
// enough to decide this.
func withoutLatin(text string) int {
	for i := range len(text) {
		if text[i] >= "\u0590"[0] {
			return i
		}
	}
	return len(text)
}

func isRightToLeft(r rune) bool {
	return r >= '\u0590' && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac,
		unicode.Thaana, unicode.Nko)
}
