package words

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"settable/games"
	"slices"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// A Fault is a mistake in a catalogue or a missing translation. If a translation is missing or wrong, players read the
// English sentence. Tests fail on mistakes, and a release requires all translations.
type Fault struct {
	File    string // "games/poker/words/de.yaml"
	Line    int    // 0: the fault is not in a particular line
	Key     string
	Text    string
	Missing bool // the sentence has no translation yet
	locale  string
}

func (f Fault) Error() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s %s", f.File, f.Key, f.Text)
	}
	return fmt.Sprintf("%s:%d: %s %s", f.File, f.Line, f.Key, f.Text)
}

// A catalogue is one file of sentences. Each key has one text, or one text for each plural form of the language.
type catalogue struct {
	file      string
	tag       language.Tag
	plurals   []string // the language's plural forms
	sentences []sentence
	faults    []Fault
}

type sentence struct {
	key  string
	file string
	line int
	args []string // the names of its placeholders
	cut  patterns
}

// patterns holds the texts of a sentence by plural form. Most sentences have a single text, for plural.Other.
type patterns []formed

type formed struct {
	form plural.Form
	text pattern
}

// forNumber returns the text in the plural form that the number n requires.
func (p patterns) forNumber(tag language.Tag, n any) pattern {
	if len(p) == 1 {
		return p[0].text
	}
	count := 0
	switch n := n.(type) {
	case int:
		count = n
	case games.Chips:
		count = int(n)
	default: // N isn't a number
		return p.inForm(plural.Other)
	}
	form := formOf(tag, max(count, -count))
	if form == plural.Many && millions[base(tag)] && p.inForm(form) == nil {
		form = plural.Other
	}
	return p.inForm(form)
}

// inForm returns the text for a plural form. It returns nil if there is none.
func (p patterns) inForm(form plural.Form) pattern {
	for _, f := range p {
		if f.form == form {
			return f.text
		}
	}
	return nil
}

// A pattern is a text divided at its placeholders.
type pattern []piece

// A piece is a constant text or the name of an argument.
type piece struct{ text, arg string }

// A Source holds catalogues together with their folder, which is mentioned in faults.
type Source struct {
	fs.FS
	Dir string // "bot/command"
}

// projectPath returns the path of a source's file within the project, such as "bot/command/words/en.yaml".
func projectPath(source fs.FS, file string) string {
	place, _ := source.(Source)
	return path.Join(place.Dir, file)
}

// catalogueOf returns the catalogue in a file of a source. Embedded files never change and are slow to parse, so all
// Catalogues of a process share one copy, which must not be modified.
func catalogueOf(source fs.FS, file string) (*catalogue, error) {
	place, ok := source.(Source)
	if !ok {
		place.FS = source
	}
	part, ok := place.FS.(embed.FS)
	if !ok {
		return readCatalogue(source, file)
	}
	once := sync.OnceValues(func() (*catalogue, error) { return readCatalogue(source, file) })
	read, _ := embedded.LoadOrStore(embeddedFile{part, place.Dir, file}, once)
	return read.(func() (*catalogue, error))()
}

// embeddedFile identifies a catalogue that is embedded in the program.
type embeddedFile struct {
	embed.FS
	dir, file string
}

var embedded sync.Map // embeddedFile → function that returns the catalogue

// readCatalogue reads words/LANGUAGE.yaml. It returns an error if the file can't be read or the language doesn't
// exist.
func readCatalogue(source fs.FS, file string) (*catalogue, error) {
	text, err := fs.ReadFile(source, file)
	if err != nil {
		return nil, err
	}
	c := &catalogue{file: projectPath(source, file)}
	if c.tag, err = language.Parse(strings.TrimSuffix(path.Base(file), ".yaml")); err != nil {
		return nil, err
	}
	c.plurals = pluralForms(c.tag)
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, err
	}
	for _, doc := range tree.Docs {
		switch body := doc.Body.(type) {
		case nil, *ast.NullNode, *ast.CommentGroupNode:
		case *ast.MappingNode:
			for _, entry := range body.Values {
				c.add(entry)
			}
		case *ast.MappingValueNode:
			c.add(body)
		default:
			return nil, errors.New("a catalogue must map keys to sentences, one \"key: sentence\" per entry")
		}
	}
	return c, nil
}

func (c *catalogue) add(entry *ast.MappingValueNode) {
	line := entry.Key.GetToken().Position.Line
	s := sentence{key: entry.Key.GetToken().Value, line: line}
	forms, ok := c.forms(s.key, entry.Value)
	if !ok {
		return
	}
	s.cut = make(patterns, 0, len(forms))
	for form, text := range forms {
		cut, err := cutAtPlaceholders(text)
		if err != nil {
			c.fault(line, s.key, "has %v", err)
			return
		}
		for _, p := range cut {
			if p.arg != "" && p.arg != meArg {
				s.args = append(s.args, p.arg)
			}
		}
		s.cut = append(s.cut, formed{form, cut})
	}
	slices.Sort(s.args)
	s.args = slices.Compact(s.args)
	c.sentences = append(c.sentences, s)
}

func (c *catalogue) forms(key string, value ast.Node) (texts map[plural.Form]string, ok bool) {
	line := value.GetToken().Position.Line
	var entries []*ast.MappingValueNode
	switch value := value.(type) {
	case *ast.MappingNode:
		entries = value.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{value}
	default:
		text, ok := textOf(value)
		if !ok {
			c.fault(line, key, "is neither a sentence nor its plural forms")
		}
		return map[plural.Form]string{plural.Other: text}, ok
	}
	texts = map[plural.Form]string{}
	for _, entry := range entries {
		form, line := entry.Key.GetToken().Value, entry.Key.GetToken().Position.Line
		text, ok := textOf(entry.Value)
		switch {
		case form != "other" && !slices.Contains(c.plurals, form):
			c.fault(line, key, "has a plural form %q, but the language uses %s", form, strings.Join(c.plurals, ", "))
			return nil, false
		case !ok || text == "":
			c.fault(line, key, "has an empty plural form %q", form)
			return nil, false
		}
		texts[formNames[form]] = text
	}
	for _, form := range c.plurals {
		if form == "many" && millions[base(c.tag)] {
			continue // optional, because sentences rarely count millions
		}
		if texts[formNames[form]] == "" {
			c.fault(line, key, "lacks the plural form %q", form)
			return nil, false
		}
	}
	return texts, true
}

func (c *catalogue) fault(line int, key, format string, args ...any) {
	c.faults = append(c.faults, c.addFault(line, key, format, args...))
}

func (c *catalogue) addFault(line int, key, format string, args ...any) Fault {
	return Fault{File: c.file, Line: line, Key: key, Text: fmt.Sprintf(format, args...), locale: c.tag.String()}
}

func textOf(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// cutAtPlaceholders divides a text at its placeholders. A placeholder is only a name, because catalogues contain no
// logic.
func cutAtPlaceholders(text string) (pattern, error) {
	trees, err := parse.Parse("sentence", text, "", "")
	if err != nil {
		return nil, fmt.Errorf("a broken placeholder: %w", err)
	}
	cut := pattern{}
	tree := trees["sentence"]
	if tree == nil || tree.Root == nil {
		return cut, nil
	}
	for _, node := range tree.Root.Nodes {
		action, ok := node.(*parse.ActionNode)
		if !ok {
			if text, ok := node.(*parse.TextNode); ok {
				cut = append(cut, piece{text: string(text.Text)})
				continue
			}
			return nil, fmt.Errorf("an invalid placeholder: %s", node)
		}
		field, ok := action.Pipe.Cmds[0].Args[0].(*parse.FieldNode)
		if !ok || len(action.Pipe.Cmds) != 1 || len(action.Pipe.Cmds[0].Args) != 1 || len(field.Ident) != 1 {
			return nil, fmt.Errorf("an invalid placeholder: %s", node)
		}
		cut = append(cut, piece{arg: field.Ident[0]})
	}
	return cut, nil
}

var formNames = map[string]plural.Form{
	"other": plural.Other, "zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few,
	"many": plural.Many,
}

// millions lists the languages in which the CLDR uses the form "many" only for multiples of a million, such as "1 000
// 000 de jetons". golang.org/x/text lacks this form, because its data is from 2017. A sentence without a text for it
// uses "other".
var millions = map[string]bool{"ca": true, "es": true, "fr": true, "it": true, "pt": true}

func base(tag language.Tag) string {
	b, _ := tag.Base()
	return b.String()
}

// formOf returns the plural form for a number n of at least 0.
func formOf(tag language.Tag, n int) plural.Form {
	if n > 0 && n%1_000_000 == 0 && millions[base(tag)] {
		return plural.Many
	}
	return plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)
}

// pluralForms returns a language's plural forms for whole numbers according to the CLDR.
func pluralForms(tag language.Tag) []string {
	met := map[plural.Form]bool{}
	for n := range 1001 {
		met[formOf(tag, n)] = true
		met[formOf(tag, n*1_000_000)] = true
	}
	forms := slices.Sorted(maps.Keys(formNames))
	return slices.DeleteFunc(forms, func(name string) bool { return !met[formNames[name]] })
}
