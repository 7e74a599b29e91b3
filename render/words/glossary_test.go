package words_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// A term is a row in a glossary's section "Checked by a test". If an English sentence contains one of the words in
// english, its translation must contain a word that begins with a text in said. The keys in elsewhere are exempt.
type term struct{ english, said, elsewhere []string }

// glossary reads the terms of a language.
func glossary(t *testing.T, locale string) (terms []term) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(projectRoot, "docs", "languages", locale+".md"))
	require.NoError(t, err, "each language has a glossary: docs/languages.md")
	_, table, found := strings.Cut(string(page), "## Checked by a test\n")
	require.True(t, found, locale)
	for line := range strings.Lines(table) {
		var cells [][]string
		row := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
		for cell := range strings.SplitSeq(row, "|") {
			var list []string
			for word := range strings.SplitSeq(cell, ",") {
				if word = strings.TrimSpace(word); word != "" {
					list = append(list, word)
				}
			}
			cells = append(cells, list)
		}
		if len(cells) == 3 && len(cells[0]) == 1 && cells[0][0] != "English" && cells[0][0] != "---" {
			terms = append(terms, term{cells[0], cells[1], cells[2]})
		}
	}
	return terms
}

// sentences returns all sentences of a language by key. They are filled in with the number 2 and with x for all other
// arguments.
func sentences(t *testing.T, locale string) map[string]string {
	t.Helper()
	catalogues, list := allCatalogues(t), map[string]string{}
	l := catalogues.In(locale)
	for _, key := range catalogues.Keys() {
		if !l.Translates(key) || notSaid.MatchString(key) {
			continue
		}
		filled := games.Args{"N": 2}
		args, _ := catalogues.Placeholders(key)
		for _, arg := range args {
			if arg != "N" {
				filled[arg] = "x"
			}
		}
		list[key] = typedWords.ReplaceAllString(l.Say(games.Phrase{Key: key, Args: filled}, name), "x")
	}
	return list
}

// Every language translates terms consistently, as its glossary requires.
func TestTranslationsFollowTheGlossaries(t *testing.T) {
	catalogues := allCatalogues(t)
	all := func(locale string) map[string]string {
		list := sentences(t, locale)
		for key, text := range list {
			list[key] = strings.ToLower(text)
		}
		return list
	}
	models := all("en")
	for _, l := range catalogues.Languages()[1:] {
		sentences := all(l.Locale())
		terms := glossary(t, l.Locale())
		require.GreaterOrEqual(t, len(terms), 15, l.Locale())
		for _, one := range terms {
			english := regexp.MustCompile(`(^|[^\pL-])` + one.english[0] + `($|[^\pL-])`)
			held, elsewhere := 0, slices.Clone(one.elsewhere)
			for key, text := range sentences {
				if !english.MatchString(models[key]) {
					continue
				}
				switch i := slices.Index(elsewhere, key); {
				case slices.ContainsFunc(one.said, func(s string) bool {
					return strings.Contains(text, strings.ToLower(s))
				}):
					held++
				case i >= 0:
					elsewhere = slices.Delete(elsewhere, i, i+1)
				default:
					t.Errorf("%s: %s has none of %v for %q: %s", l.Locale(), key, one.said, one.english[0], text)
				}
			}
			require.Positive(t, held, "%s: no English sentence has the term %v", l.Locale(), one.english)
			require.Empty(t, elsewhere, "%s: unneeded exceptions for %v", l.Locale(), one.english)
		}
	}
}

// The sentences of a language contain no word from its glossary's section "Words to avoid".
func TestSentencesAvoidForbiddenWords(t *testing.T) {
	for _, l := range allCatalogues(t).Languages()[1:] {
		for _, never := range neverSaid(t, l.Locale()) {
			for key, text := range sentences(t, l.Locale()) {
				require.NotRegexp(t, never, text, "%s: %s", l.Locale(), key)
			}
		}
	}
}

// neverSaid returns the words in the glossary's section "Words to avoid". English has no glossary.
func neverSaid(t *testing.T, locale string) (never []*regexp.Regexp) {
	t.Helper()
	if locale == "en" {
		return nil
	}
	page, err := os.ReadFile(filepath.Join(projectRoot, "docs", "languages", locale+".md"))
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(page), "## Words to avoid\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| ([^|]+) \| [^|]+ \|$`).FindAllStringSubmatch(table, -1)
	require.Greater(t, len(rows), 3, locale)
	for _, row := range rows[2:] {
		words := strings.ReplaceAll(row[1], ", ", "|")
		if locale != "ja" { // Japanese has no spaces
			words = `(^|[^\pL-])(` + words + `)($|[^\pL-])`
		}
		never = append(never, regexp.MustCompile(words))
	}
	return never
}

// typedWords matches notation, which isn't translated. notSaid matches the keys of names and typed words, which aren't
// sentences.
var (
	typedWords = regexp.MustCompile("`[^`]*`")
	notSaid    = regexp.MustCompile(`^command\.name\.|\.(typed|behind|when)\.|^games\.ask(ed|ing)$`)
)
