package discord

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Locales lists the languages of Discord's clients, by Discord's names for them.
var Locales = []string{
	"bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it",
	"ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}

// A Translation maps locales to a text in their languages. If a locale is missing, Discord shows the original text.
type Translation map[string]string

// Add adds the text in a language, unless it equals the text that Discord shows anyway.
func (t *Translation) Add(locale, text, shown string) {
	if text == shown {
		return
	}
	if *t == nil {
		*t = Translation{}
	}
	(*t)[locale] = text
}

// check returns an error if Discord would refuse one of the texts as a description or a choice.
func (t Translation) check(what string) error {
	for locale, text := range t {
		if err := checkLocale(locale); err != nil {
			return err
		}
		if err := limit(fmt.Sprintf("%s in %s", what, locale), text, 1, maxOption); err != nil {
			return err
		}
	}
	return nil
}

// checkNames returns an error if Discord would refuse one of the texts as the name
// of a command or an option.
func (t Translation) checkNames() error {
	for locale, name := range t {
		if err := checkLocale(locale); err != nil {
			return err
		}
		if !IsName(name) {
			return fmt.Errorf("%w: %q isn't a valid name in %s", ErrInvalid, name, locale)
		}
	}
	return nil
}

// checkLocale returns an error if Discord's clients don't support a language.
func checkLocale(locale string) error {
	if !slices.Contains(Locales, locale) {
		return fmt.Errorf("%w: Discord has no language %q", ErrInvalid, locale)
	}
	return nil
}

// IsName reports whether Discord accepts a text as the name of a command or an option. A name has 1 to 32 characters.
// Each character is a digit, -, _, ' or a letter, but not a capital letter. The letters can be from any script.
func IsName(text string) bool {
	strange := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '-' && r != '_' && r != '\''
	}
	return !strings.ContainsFunc(text, strange) && text == strings.ToLower(text) &&
		limit("a name", text, 1, 32) == nil
}
