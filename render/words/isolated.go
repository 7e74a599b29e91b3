package words

import (
	"strings"
	"unicode"
)

// isolate prepares a text for insertion into a sentence. It puts isolation marks (U+2068, U+2069) around a text with
// right-to-left letters, because a number after it would otherwise appear before it.
func isolate(text string) string {
	if !strings.ContainsFunc(text[withoutLatin(text):], isRightToLeft) || strings.ContainsRune(text, '\u2068') {
		return text
	}
	return "\u2068" + text + "\u2069"
}

// withoutLatin returns the index of the first letter beyond Latin, Greek and Cyrillic. The first byte of a letter is
// enough to decide.
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
