package discord

import (
	"fmt"
	"strings"
	"unicode"
)

// Locales are the languages in which Discord shows itself, by its names for them.
var Locales = []string{
	"bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it",
	"ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}

// A Translation is a text in other languages, by their locales. Where there is none,
// Discord shows the text itself.
type Translation map[string]string

// Add notes what the text is in a language, where that differs from what is shown anyway.
func (t *Translation) Add(locale, text, shown string) {
	if text == shown {
		return
	}
	if *t == nil {
		*t = Translation{}
	}
	(*t)[locale] = text
}

// check says whether Discord would take each of the texts.
func (t Translation) check(what string) error {
	for locale, text := range t {
		if err := limit(fmt.Sprintf("%s in %s", what, locale), text, 1, maxOption); err != nil {
			return err
		}
	}
	return nil
}

// checkNames says whether Discord would take each of the texts as the name of a command or
// of an option.
func (t Translation) checkNames() error {
	for locale, name := range t {
		if !IsName(name) {
			return fmt.Errorf("%w: %q can't be a name in %s", ErrInvalid, name, locale)
		}
	}
	return nil
}

// IsName says whether Discord takes a text as the name of a command or of an option: 1 to
// 32 small letters, of any script, digits, - and _.
func IsName(text string) bool {
	strange := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '-' && r != '_' && r != '\''
	}
	return !strings.ContainsFunc(text, strange) && text == strings.ToLower(text) &&
		limit("a name", text, 1, 32) == nil
}
