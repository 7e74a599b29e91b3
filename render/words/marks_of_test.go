package words_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// foreignMarks matches punctuation that a language doesn't use. Each language has its own quotation marks, French has
// non-breaking spaces, Spanish questions have an opening mark, and Japanese has full-width marks. Straight quotation
// marks are wrong in all languages.
var foreignMarks = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`["«»]|“[^„]*“| [?!:;]`),
	"fr": regexp.MustCompile(`["'„“]|[^\x{202f}?!][?!;»]|[^\x{202f}\d/]:|«[^\x{202f}]`),
	"es": regexp.MustCompile(`["„“]|^[^¿]*\?|^[^¡]*!`),
	"ja": regexp.MustCompile(`["„“«]|[\p{Hiragana}\p{Katakana}\p{Han}ー][,!?;:(.]|[,!?;)]\p{Hiragana}`),
}

func TestNoSentenceHasTheMarksOfAnotherLanguage(t *testing.T) {
	for locale, marks := range foreignMarks {
		for key, text := range sentences(t, locale) {
			if found := marks.FindString(text); found != "" {
				t.Errorf("%s: %s has %q: %s", locale, key, found, text)
			}
		}
		require.NotRegexp(t, marks, rightMarks[locale])
		require.Regexp(t, marks, wrongMarks[locale])
	}
}

// rightMarks contains sentences with correct punctuation, and wrongMarks contains sentences with mistakes.
var (
	rightMarks = map[string]string{"de": "Sag „start“: los!", "fr": "Dis «\u202fstart\u202f»\u202f: ça va\u202f?",
		"es": "Di «start»: ¿vale? ¡Ya!", "ja": "「start」：どう？"}
	wrongMarks = map[string]string{"de": `Sag "start"`, "fr": "Ça va ?", "es": "vale?", "ja": "どう?"}
)
