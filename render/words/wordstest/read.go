package wordstest

import (
	"regexp"
	"strings"
	"unicode"
)

// TextOutsideBrackets returns the parts of a text that are outside brackets, which would be English in every language.
// It ignores names, numbers and labels of cards. The last bracket may be missing, because the text may be truncated.
func TextOutsideBrackets(text string, names ...string) string {
	var out strings.Builder
	depth := 0
	for i, r := range text {
		switch {
		case r == '…' && depth > strings.Count(text[i:], Close)-strings.Count(text[i:], Open):
			depth = 0 // the text was cut off inside brackets
		case string(r) == Open:
			depth++
		case string(r) == Close:
			depth--
			out.WriteByte(' ')
		case depth == 0:
			out.WriteRune(r)
		}
	}
	rest := out.String()
	if depth != 0 {
		return text
	}
	for _, name := range names {
		rest = strings.ReplaceAll(rest, name, " ")
	}
	rest = label.ReplaceAllString(rest, "$1 ")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || strings.ContainsRune(separators, r) {
			return r
		}
		return ' '
	}, rest))
}

// label matches the label of a card or a seat, which is a single capital letter.
var label = regexp.MustCompile(`(^|[^\pL])[A-Z]\b`)

// separators are punctuation marks that differ between languages.
const separators = ".,;:·()/?!"
