// Package wordstest creates a pseudo-language for tests. Its sentences are the English ones, made longer and put in
// brackets. A text without brackets therefore comes from Go code and can't be translated.
package wordstest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"settable/render/words"
)

// Open and Close enclose every sentence of the pseudo-language.
const Open, Close = "⟦", "⟧"

// Pseudo returns words/LOCALE.yaml with every English sentence of the project in brackets. Sentences are a third
// longer if their limit allows. Typed words are unchanged, and so are the names of commands, because Discord allows
// only letters in them.
func Pseudo(t testing.TB, root, locale string) fs.FS {
	t.Helper()
	said := map[string]any{}
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && file != root):
			return filepath.SkipDir
		case d.Name() != "en.yaml" || filepath.Base(filepath.Dir(file)) != "words":
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var catalogue map[string]any
		if err := yaml.Unmarshal(text, &catalogue); err != nil {
			return err
		}
		for key, sentence := range catalogue {
			said[key] = addBrackets(key, sentence)
		}
		return nil
	}))
	require.Greater(t, len(said), 1000)
	text, err := yaml.Marshal(said)
	require.NoError(t, err)
	return fstest.MapFS{"words/" + locale + ".yaml": {Data: text}}
}

// typed matches the keys of typed words and of names.
var typed = regexp.MustCompile(`^command\.name\.|\.(typed|behind|when)\.|^games\.ask(ed|ing)$`)

func addBrackets(key string, sentence any) any {
	if forms, counts := sentence.(map[string]any); counts {
		for form, text := range forms {
			forms[form] = addBrackets(key, text)
		}
		return forms
	}
	text, ok := sentence.(string)
	if !ok || text == "" || typed.MatchString(key) {
		return sentence
	}
	mark := markup.FindString(text)
	more, over := lengthen(key, text)
	text = string([]rune(text)[:utf8.RuneCountInString(text)-over]) // leaves room for the brackets
	return mark + Open + text[len(mark):] + more + Close
}

var (
	markup      = regexp.MustCompile(`^(-# |#{1,3} |> |\d+\. |[-*] )`) // only at the beginning of a line
	placeholder = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// longest is the maximum length of a placeholder's value, which is that of a name in Discord.
const longest = 32

// lengthen makes a sentence a third longer, or as long as its limit allows. over is the number of characters that must
// be removed to make room for the brackets.
func lengthen(key, text string) (more string, over int) {
	letters := placeholder.ReplaceAllString(text, "")
	if !strings.ContainsFunc(letters, unicode.IsLetter) {
		return "", 0
	}
	args := len(placeholder.FindAllString(text, -1))
	room := words.Limit(key) - utf8.RuneCountInString(letters+Open+Close) - args*longest
	n := min((utf8.RuneCountInString(letters)+2)/3, room)
	if n < 2 {
		return "", max(0, -room)
	}
	return strings.TrimRight((" " + strings.Repeat("lorem ipsum dolor sit amet ", 1+n/26))[:n], " "), 0
}
