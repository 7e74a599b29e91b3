// Package words makes sentences of phrases, in the language of whoever reads them:
// for the channel, for alternative text and for what is drawn into pictures. The
// sentences stand in catalogues, words/en.yaml and so on beside what they speak for.
package words

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"settable/games"
)

// A Book is all catalogues, in all their languages. It does not change once it is
// made, and is for use by many goroutines at once.
type Book struct {
	bundle    *i18n.Bundle
	languages map[language.Tag]*Language
	matcher   language.Matcher
	tags      []language.Tag
}

// New reads catalogues, of each source the files words/LANGUAGE.yaml: this package's
// own, what all games say, what each kind of game says, and more. Log hears of what
// a catalogue lacks when it is asked for; nil: nobody does. The error names the file
// of a catalogue that can't be read, or that says a key again.
func New(log *slog.Logger, kinds []games.Kind, more ...fs.FS) (*Book, error) {
	sources := []fs.FS{own, games.Words}
	for _, k := range kinds {
		if k.Words != nil {
			sources = append(sources, k.Words)
		}
	}
	sources = append(sources, more...)
	b := &Book{bundle: i18n.NewBundle(language.English), languages: map[language.Tag]*Language{}}
	b.bundle.RegisterUnmarshalFunc("yaml", func(data []byte, to any) error { return yaml.Unmarshal(data, to) })
	known := map[string]string{} // where a key stands
	for _, source := range sources {
		files, err := fs.Glob(source, "words/*.yaml")
		if err != nil {
			return nil, fmt.Errorf("looking for catalogues: %w", err)
		}
		for _, file := range files {
			if err := b.read(source, file, known); err != nil {
				return nil, fmt.Errorf("catalogue %s: %w", file, err)
			}
		}
	}
	b.tags = append(b.tags, language.English)
	for tag := range b.languages {
		if tag != language.English {
			b.tags = append(b.tags, tag)
		}
	}
	if b.languages[language.English] == nil {
		return nil, errors.New("there is no English catalogue")
	}
	slices.SortFunc(b.tags[1:], func(a, c language.Tag) int { return strings.Compare(a.String(), c.String()) })
	b.matcher = language.NewMatcher(b.tags)
	for _, l := range b.languages {
		l.log = log
	}
	return b, nil
}

func (b *Book) read(source fs.FS, file string, known map[string]string) error {
	text, err := fs.ReadFile(source, file)
	if err != nil {
		return err
	}
	parsed, err := b.bundle.ParseMessageFileBytes(text, path.Base(file))
	if err != nil {
		return err
	}
	for _, m := range parsed.Messages {
		key := parsed.Tag.String() + " " + m.ID
		if where, again := known[key]; again {
			return fmt.Errorf("%s stands in a catalogue already, beside %s", m.ID, where)
		}
		known[key] = m.Other
	}
	if b.languages[parsed.Tag] == nil {
		b.languages[parsed.Tag] = &Language{
			tag: parsed.Tag, localizer: i18n.NewLocalizer(b.bundle, parsed.Tag.String()), keys: map[string]bool{},
		}
	}
	for _, m := range parsed.Messages {
		b.languages[parsed.Tag].keys[m.ID] = true
	}
	return nil
}

// In is the language nearest to a locale of Discord ("de", "pt-BR"); English where
// none is near.
func (b *Book) In(locale string) *Language {
	tag, err := language.Parse(locale)
	if err != nil {
		return b.languages[language.English]
	}
	_, i, confidence := b.matcher.Match(tag)
	if confidence == language.No {
		return b.languages[language.English]
	}
	return b.languages[b.tags[i]]
}

// Keys are all keys of the English catalogues.
func (b *Book) Keys() []string {
	return slices.Sorted(maps.Keys(b.languages[language.English].keys))
}
