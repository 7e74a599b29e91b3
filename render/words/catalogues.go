// Package words turns phrases into sentences in the reader's language, for the channel, for alternative text and for
// pictures. The sentences are in catalogues such as words/en.yaml, next to the code that uses them.
package words

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"

	"settable/games"
)

// Catalogues holds the catalogues of all languages. It is safe for concurrent use. Only SetAddress changes it after
// New.
type Catalogues struct {
	me        atomic.Pointer[string]
	languages map[language.Tag]*Language
	locales   map[string]*Language // by the tag of the language
	matcher   language.Matcher
	matched   sync.Map // locale → *Language; a cache: Discord has about thirty locales, and every message needs one
	tags      []language.Tag
	kinds     []games.Kind
	faults    []Fault
}

// New reads the files words/LANGUAGE.yaml of this package, of package games, of each kind of game and of the given
// sources. It logs faults and missing sentences, unless log is nil. It returns an error only if a file can't be read.
func New(log *slog.Logger, kinds []games.Kind, more ...fs.FS) (*Catalogues, error) {
	sources := []fs.FS{Source{own, "render/words"}, Source{games.Words, "games"}}
	for _, k := range kinds {
		if k.Words != nil {
			sources = append(sources, Source{k.Words, path.Join("games", k.Name())})
		}
	}
	b := &Catalogues{kinds: kinds, languages: map[language.Tag]*Language{}}
	for _, source := range append(sources, more...) {
		files, err := fs.Glob(source, "words/*.yaml")
		if err != nil {
			return nil, fmt.Errorf("finding catalogues: %w", err)
		}
		for _, file := range files {
			if err := b.read(source, file); err != nil {
				return nil, fmt.Errorf("catalogue %s: %w", projectPath(source, file), err)
			}
		}
	}
	english := b.languages[language.English]
	if english == nil {
		return nil, errors.New("there is no English catalogue")
	}
	b.tags = append(b.tags, language.English)
	b.locales = map[string]*Language{}
	for tag, l := range b.languages {
		b.locales[l.Locale()] = l
		if l.log = log; tag != language.English {
			l.english = english.lexicon
			b.tags = append(b.tags, tag)
		}
	}
	slices.SortFunc(b.tags[1:], func(a, c language.Tag) int { return strings.Compare(a.String(), c.String()) })
	b.matcher = language.NewMatcher(b.tags)
	b.compare(english)
	for _, fault := range b.faults {
		b.locales[fault.locale].missed.Store(fault.Key, true) // logged once here and not again on use
		if log != nil {
			log.Error("skipping an invalid sentence in a catalogue", "fault", fault.Error())
		}
	}
	return b, nil
}

func (b *Catalogues) read(source fs.FS, file string) error {
	c, err := catalogueOf(source, file)
	if err != nil {
		return err
	}
	l := b.languages[c.tag]
	if l == nil {
		l = languageOf(&lexicon{tag: c.tag, sentences: map[string]sentence{}, me: &b.me})
		b.languages[c.tag] = l
	}
	b.faults = append(b.faults, c.faults...)
	for _, s := range c.sentences {
		if _, again := l.sentences[s.key]; again {
			b.faults = append(b.faults, c.addFault(s.line, s.key, "is already in another catalogue"))
			continue
		}
		s.file = c.file
		l.sentences[s.key] = s
	}
	return nil
}

// compare records a fault for every translated sentence whose key or placeholder doesn't exist in English.
func (b *Catalogues) compare(english *Language) {
	for _, tag := range b.tags[1:] {
		for key, s := range b.languages[tag].sentences {
			model, known := english.sentences[key]
			if !known {
				b.faults = append(b.faults, s.fault(tag.String(), "isn't a key of the English catalogues"))
			}
			for _, arg := range s.args {
				if known && arg != "N" && !slices.Contains(model.args, arg) {
					b.faults = append(b.faults, s.fault(tag.String(), "uses {{.%s}}, which the English sentence doesn't have", arg))
				}
			}
		}
	}
}

// SetAddress sets the text that players must type before a move: a mention of the bot if it can't read plain messages,
// and otherwise "". Every sentence that teaches a typed move has {{.me}} before the move.
func (b *Catalogues) SetAddress(me string) { b.me.Store(&me) }

// Faults returns all faults that New found.
func (b *Catalogues) Faults() []Fault { return b.faults }

// Placeholders returns the names of an English sentence's arguments. known reports whether the sentence exists.
func (b *Catalogues) Placeholders(key string) (args []string, known bool) {
	s, known := b.languages[language.English].sentences[key]
	return slices.Clone(s.args), known
}

// Position returns the file and line of a key in the English catalogues, such as "games/words/en.yaml:12".
func (b *Catalogues) Position(key string) string {
	return b.languages[language.English].sentences[key].position()
}

// In returns the language closest to a Discord locale such as "de" or "pt-BR". If no language is close, it returns
// English.
func (b *Catalogues) In(locale string) *Language {
	if l, named := b.locales[locale]; named {
		return l
	}
	if l, known := b.matched.Load(locale); known {
		return l.(*Language)
	}
	tag, err := language.Parse(locale)
	if err != nil {
		return b.languages[language.English]
	}
	l := b.languages[language.English]
	if _, i, confidence := b.matcher.Match(tag); confidence != language.No {
		l = b.languages[b.tags[i]]
	}
	b.matched.Store(locale, l)
	return l
}

// Languages returns all languages, English first.
func (b *Catalogues) Languages() (list []*Language) {
	for _, tag := range b.tags {
		list = append(list, b.languages[tag])
	}
	return list
}

// Keys returns all keys of the English catalogues.
func (b *Catalogues) Keys() []string {
	return slices.Sorted(maps.Keys(b.languages[language.English].sentences))
}

//go:embed words/*.yaml
var own embed.FS
