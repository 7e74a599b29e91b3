package words

import (
	"strings"
	"unicode"
)

// isolate returns a text to be inserted into a sentence. A text with right-to-left letters is isolated from the text
// around it (U+2068, U+2069), because otherwise a number after it would be displayed before it.
func isolate(text string) string {
	if !strings.ContainsFunc(text[withoutLatin(text):], isRightToLeft) || strings.ContainsRune(text, '\u2068') {
		return text
	}
	return "\u2068" + text + "\u2069"
}

// withoutLatin returns the index of the first letter beyond Latin, Greek and Cyrillic; one byte is enough to tell.
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
