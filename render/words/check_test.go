package words_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/render/words"
)

const model = `
t.takes: "{{.who}} takes {{.cards}}"
t.cards: {one: "{{.N}} card", other: "{{.N}} cards"}
t.title: Title
t.teach: "{{.me}}` + "`set a`" + `"
poker.typed.frobnicate: frobnicate
`

// Faults of a language are reported with their file, line and key.
func TestFaultsOfALanguage(t *testing.T) {
	for want, text := range map[string]string{
		"words/nl.yaml: t.cards is missing; the English sentence is in words/en.yaml:3":   "",
		"words/nl.yaml:1: t.own isn't a key of the English catalogues":                    "t.own: x",
		"t.takes lacks {{.cards}}, which the English":                                     `t.takes: "{{.who}} pakt"`,
		"words/nl.yaml:1: t.takes uses {{.wie}}, which the English sentence doesn't have": `t.takes: "{{.wie}} {{.who}} {{.cards}}"`,
		"words/nl.yaml:1: t.title has 46 characters instead of at most 45":                "t.title: " + strings.Repeat("é", 46),
		"words/nl.yaml:1: t.title is empty":                                               `t.title: ""`,
		"t.cards needs plural forms: one, other":                                          `t.cards: "{{.N}} kaarten"`,
		"words/nl.yaml:2: t.cards lacks the plural form \"one\"":                          "t.cards:\n  other: x",
		"words/nl.yaml:1: t.teach needs {{.me}} before the words to type":                 "t.teach: set",
		`"Check" also means poker.typed.check`:                                            "poker.typed.raise: Check",
		`"erhohe" also means poker.typed.bet`: "poker.typed.bet: erhöhe\n" +
			"poker.typed.raise: erhohe",
		`words/nl.yaml:2: poker.typed.raise "ja" also means games.typed.join`: "games.typed.join: ja\n" +
			"poker.typed.raise: ja",
	} {
		source := fstest.MapFS{
			"words/en.yaml": {Data: []byte(model)}, "words/nl.yaml": {Data: []byte(text + "\n")},
		}
		b, err := words.New(nil, []games.Kind{poker.Game}, source)
		require.NoError(t, err)
		faults, known := b.Check("nl")
		require.True(t, known)
		var said []string
		for _, f := range faults {
			said = append(said, f.Error())
		}
		require.True(t, strings.Contains(strings.Join(said, "\n"), want), want)
	}
}

// A language without translations is reported as unknown.
func TestUnknownLanguageHasNoFindings(t *testing.T) {
	_, known := allCatalogues(t).Check("tlh")
	require.False(t, known)
}

// A missing key is reported with the file and line of its English sentence.
func TestMissingKeyIsReportedWithItsFile(t *testing.T) {
	b, err := words.New(nil, kinds, fstest.MapFS{"words/nl.yaml": {Data: []byte("games.typed.set: zet\n")}})
	require.NoError(t, err)
	faults, _ := b.Check("nl")
	require.Len(t, faults, len(b.Keys())-1)
	for _, f := range faults {
		room, _, _ := strings.Cut(strings.TrimPrefix(f.File, "games/"), "/")
		if strings.HasPrefix(f.File, "games/") && room != "words" {
			require.True(t, strings.HasPrefix(f.Key, room+"."), f)
		}
	}
}

// Every verb of a game has a key for its typed words, so that it can be translated.
func TestEveryVerbCanBeTranslated(t *testing.T) {
	en := allCatalogues(t).In("en")
	for _, k := range kinds {
		for _, v := range k.Manual().Verbs {
			if v.Name == "option" { // the names and values of options have no translations
				continue
			}
			own, all := k.Name()+".typed."+v.Name, "games.typed."+v.Name
			require.True(t, en.Has(own) || en.Has(all), "%s or %s", own, all)
		}
	}
}
