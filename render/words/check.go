package words

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"settable/games"
)

// Check returns a language's faults: sentences that are missing, superfluous, too long or inconsistent with English,
// and typed words that have two meanings. locale is the language's tag, such as "de". known reports whether the
// language exists.
func (b *Catalogues) Check(locale string) (faults []Fault, known bool) {
	l, known := b.locales[locale]
	if !known {
		return nil, false
	}
	for _, f := range b.faults {
		if f.locale == locale {
			faults = append(faults, f)
		}
	}
	for key, model := range b.languages[language.English].sentences {
		s, has := l.sentences[key]
		switch {
		case has:
			faults = append(faults, s.inconsistencies(l, model)...)
		case !b.hasFault(locale, key):
			faults = append(faults, Fault{File: model.fileIn(locale), Key: key, locale: locale, Missing: true,
				Text: "is missing; the English sentence is in " + model.position()})
		}
	}
	faults = append(faults, b.typedTwice(l)...)
	slices.SortFunc(faults, func(a, c Fault) int {
		return cmp.Or(strings.Compare(a.File, c.File), a.Line-c.Line, strings.Compare(a.Key, c.Key),
			strings.Compare(a.Text, c.Text))
	})
	return faults, true
}

// hasFault reports whether a key's sentence was skipped because of a fault.
func (b *Catalogues) hasFault(locale, key string) bool {
	return slices.ContainsFunc(b.faults, func(f Fault) bool { return f.locale == locale && f.Key == key })
}

// inconsistencies compares a sentence with its English model and returns the faults.
func (s sentence) inconsistencies(l *Language, model sentence) (faults []Fault) {
	fault := func(format string, args ...any) {
		faults = append(faults, s.fault(l.Locale(), format, args...))
	}
	for _, arg := range model.args {
		if !slices.Contains(s.args, arg) {
			fault("lacks {{.%s}}, which the English sentence has", arg)
		}
	}
	if model.isTaught() && !s.isTaught() {
		fault("needs {{.me}} before the words to type")
	}
	if len(model.cut) > 1 && len(s.cut) == 1 && len(pluralForms(l.tag)) > 1 {
		fault("needs plural forms: %s", strings.Join(pluralForms(l.tag), ", "))
	}
	for _, f := range s.cut {
		if n := f.text.longest(l); n > Limit(s.key) {
			fault("has %d characters instead of at most %d%s", n, Limit(s.key), nameOfForm(f.form, len(s.cut)))
		}
		if len(f.text) == 0 && len(model.cut.inForm(plural.Other)) > 0 {
			fault("is empty")
		}
	}
	return faults
}

func nameOfForm(form plural.Form, of int) string {
	for name, is := range formNames {
		if of > 1 && is == form {
			return " (" + name + ")"
		}
	}
	return ""
}

// longestName is the maximum length of a name in Discord. In sentences with a limit, other arguments are never longer.
const longestName = 32

// longest returns the maximum length of a text. It assumes the longest possible names, and numbers in the millions.
func (p pattern) longest(l *Language) (n int) {
	for _, piece := range p {
		switch piece.arg {
		case "":
			n += len([]rune(piece.text))
		case meArg: // doesn't count, because it appears only in sentences without a tight limit
		case "N":
			n += len([]rune(l.Number(1_000_000)))
		default:
			n += longestName
		}
	}
	return n
}

// typedTwice returns a fault for each word that stands for two moves in one game. It considers English words too,
// because players can always type those.
func (b *Catalogues) typedTwice(l *Language) (faults []Fault) {
	for _, k := range b.kinds {
		for _, group := range []string{verbs, behind} {
			means := map[string]string{} // typed text → its key
			for _, key := range cmp.Or(l.english, l.lexicon).keys(k.Name(), group) {
				_, word, _ := strings.Cut(key, group)
				means[games.SimplifyTyped(word)] = key // English words always work
			}
			for _, key := range l.keys(k.Name(), group) {
				for _, typed := range l.Synonyms(key) {
					other := means[games.SimplifyTyped(typed)]
					if other != "" && other != key && !sameVerb(other, key, group) {
						faults = append(faults, l.sentences[key].fault(l.Locale(), "%q also means %s", typed, other))
					}
					means[games.SimplifyTyped(typed)] = cmp.Or(other, key)
				}
			}
		}
	}
	slices.SortFunc(faults, func(a, c Fault) int { return strings.Compare(a.Error(), c.Error()) })
	return slices.Compact(faults)
}

// sameVerb reports whether two keys belong to the same verb. A game may have its own words for a verb that all games
// share.
func sameVerb(a, b, group string) bool {
	_, a, _ = strings.Cut(a, group)
	_, b, _ = strings.Cut(b, group)
	return a == b
}

// keys returns the sorted keys of the typed words in a group, for one game.
func (x *lexicon) keys(game, group string) (keys []string) {
	for _, key := range slices.Sorted(maps.Keys(x.sentences)) {
		if strings.HasPrefix(key, "games"+group) || strings.HasPrefix(key, game+group) {
			keys = append(keys, key)
		}
	}
	return keys
}

func (s sentence) fault(locale, format string, args ...any) Fault {
	return Fault{File: s.file, Line: s.line, Key: s.key, Text: fmt.Sprintf(format, args...), locale: locale}
}

func (s sentence) position() string { return s.file + ":" + strconv.Itoa(s.line) }

// isTaught reports whether a sentence teaches a typed move. Such a sentence has a placeholder for the bot's name in
// front of the move.
func (s sentence) isTaught() bool {
	for _, f := range s.cut {
		if slices.ContainsFunc(f.text, func(p piece) bool { return p.arg == meArg }) {
			return true
		}
	}
	return false
}

// fileIn returns another language's file next to the file of a sentence.
func (s sentence) fileIn(locale string) string {
	return strings.TrimSuffix(s.file, "en.yaml") + locale + ".yaml"
}
