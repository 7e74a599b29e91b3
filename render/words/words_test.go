package words_test

import (
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

func book(t *testing.T, log *slog.Logger, files map[string]string) (*words.Book, error) {
	t.Helper()
	source := fstest.MapFS{}
	for name, text := range files {
		source["words/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return words.New(log, nil, source)
}

var people = map[games.Seat]string{1: "Ann", 2: "Bob", 3: "Cid"}

func name(s games.Seat) string { return people[s] }

func TestPhrasesBecomeSentences(t *testing.T) {
	b, err := book(t, nil, map[string]string{"en.yaml": `
t.took: "{{.who}} takes **{{.labels}}**, {{.after}} after the deal."
t.share: "{{.seats}} share {{.chips}}."
t.chips:
  one: "{{.N}} chip"
  other: "{{.N}} chips"
t.behind: "{{.who}} was {{.by}} behind."
`})
	require.NoError(t, err)
	en := b.In("en-GB")
	for want, p := range map[string]games.Phrase{
		"Ann takes **B F K**, 4.2 s after the deal.": games.Say("t.took", "who", games.Seat(1),
			"labels", games.Labels{"B", "F", "K"}, "after", 4200*time.Millisecond),
		"Ann, Bob and Cid share 1,024 chips.": games.Say("t.share", "seats", []games.Seat{1, 2, 3},
			"chips", games.Say("t.chips", "N", games.Chips(1024))),
		"Bob share 1 chip.":         games.Say("t.share", "seats", []games.Seat{2}, "chips", games.Say("t.chips", "N", 1)),
		"Bob was a hair behind.":    games.Say("t.behind", "who", games.Seat(2), "by", games.Margin(time.Millisecond)),
		"Bob was 0.21 s behind.":    games.Say("t.behind", "who", games.Seat(2), "by", games.Margin(210*time.Millisecond)),
		"Cid was 3 min 5 s behind.": games.Say("t.behind", "who", games.Seat(3), "by", 185*time.Second),
		"":                          {},
	} {
		require.Equal(t, want, en.Say(p, name))
	}
}

// What a language lacks is said in English, and never as a key; the log hears of
// it once.
func TestWhatIsMissingIsNeverAKey(t *testing.T) {
	var log strings.Builder
	b, err := book(t, slog.New(slog.NewTextHandler(&log, nil)), map[string]string{
		"en.yaml": "t.both: both\nt.english: only English\n", "de.yaml": "t.both: beide\n",
	})
	require.NoError(t, err)
	de := b.In("de")
	require.Equal(t, "beide", de.Key("t.both"))
	require.Equal(t, "only English", de.Key("t.english"))
	require.Equal(t, "Something happened at the table.", de.Key("t.nowhere"))
	de.Key("t.english")
	require.Equal(t, 2, strings.Count(log.String(), "lacks a sentence"), log.String())
	require.Equal(t, "both", b.In("ja").Key("t.both"), "an unknown locale reads English")
	require.Equal(t, "both", b.In("no such locale!").Key("t.both"))
}

func TestBrokenCatalogues(t *testing.T) {
	for want, text := range map[string]string{
		"en.yaml":   "t.a: [1, 2",
		"stands in": "games.no_move: again\n",
	} {
		_, err := book(t, nil, map[string]string{"en.yaml": text})
		require.ErrorContains(t, err, want)
	}
}

func BenchmarkSay(b *testing.B) {
	book, err := words.New(nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	en := book.In("en")
	p := games.Say("games.too_few", "N", 3, "here", 1)
	b.ReportAllocs()
	for b.Loop() {
		en.Say(p, name)
	}
}
