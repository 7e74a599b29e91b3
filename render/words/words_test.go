package words_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

func catalogues(t *testing.T, log *slog.Logger, files map[string]string) (*words.Catalogues, error) {
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
	b, err := catalogues(t, nil, map[string]string{"en.yaml": `
t.took: "{{.who}} takes **{{.labels}}**, {{.after}} after the deal."
t.share: "{{.seats}} share {{.chips}}."
t.chips:
  one: "{{.N}} chip"
  other: "{{.N}} chips"
t.mean: "{{.mean}} on average"
t.behind: "{{.who}} was {{.by}} behind."
`})
	require.NoError(t, err)
	en := b.In("en-GB")
	for want, p := range map[string]games.Phrase{
		"Ann takes **B F K**, 4.2 s after the deal.": games.Say("t.took", "who", games.Seat(1),
			"labels", games.Labels{"B", "F", "K"}, "after", 4200*time.Millisecond),
		"Ann, Bob and Cid share 1,024 chips.": games.Say("t.share", "seats", []games.Seat{1, 2, 3},
			"chips", games.Say("t.chips", "N", games.Chips(1024))),
		"-3.5 on average": games.Say("t.mean", "mean", -3.5),
		"-1 chip":         games.Say("t.chips", "N", -1),
		"0 chips":         games.Say("t.chips", "N", 0),
		"Bob share 1 chip.": games.Say("t.share", "seats", []games.Seat{2}, "chips",
			games.Say("t.chips", "N", 1)),
		"Bob was a hair behind.": games.Say("t.behind", "who", games.Seat(2), "by",
			games.Margin(time.Millisecond)),
		"Bob was 0.21 s behind.": games.Say("t.behind", "who", games.Seat(2), "by",
			games.Margin(210*time.Millisecond)),
		"Cid was 2 h 1 min behind.": games.Say("t.behind", "who", games.Seat(3), "by", 121*time.Minute),
		"Cid was 3 min 5 s behind.": games.Say("t.behind", "who", games.Seat(3), "by", 185*time.Second),
		"":                          {},
	} {
		require.Equal(t, want, en.Say(p, name))
	}
}

// A missing sentence appears in English, never as a key, and is logged once.
func TestMissingSentenceIsNeverShownAsKey(t *testing.T) {
	var log strings.Builder
	b, err := catalogues(t, slog.New(slog.NewTextHandler(&log, nil)), map[string]string{
		"en.yaml": "t.both: both\nt.english: only English\n", "de.yaml": "t.both: beide\n",
	})
	require.NoError(t, err)
	de := b.In("de")
	require.Equal(t, "beide", de.Key("t.both"))
	require.Equal(t, "only English", de.Key("t.english"))
	require.Equal(t, "Something happened at the table.", de.Key("t.nowhere"))
	de.Key("t.english")
	require.Equal(t, 1, strings.Count(log.String(), "missing translation"), log.String())
	require.Equal(t, 1, strings.Count(log.String(), "rendering a sentence failed"), log.String())
	require.Equal(t, "both", b.In("ja").Key("t.both"), "an unknown locale gets English")
	require.Equal(t, "both", b.In("no such locale!").Key("t.both"))
}

// A fault is reported with its file and line. The sentence is skipped.
func TestBrokenCatalogues(t *testing.T) {
	for want, text := range map[string]string{
		`words/en.yaml:2: t.a has a broken placeholder`:        "\nt.a: \"{{.who takes\"\n",
		`words/en.yaml:1: t.a has an invalid placeholder`:      "t.a: \"{{.who.name}} takes\"\n",
		`words/en.yaml:3: t.a has a plural form "few"`:         "t.a:\n  one: card\n  few: cards\n  other: cards\n",
		`words/en.yaml:2: t.a lacks the plural form "one"`:     "t.a:\n  other: cards\n",
		`words/en.yaml:1: t.a is neither a sentence`:           "t.a: [1, 2]\n",
		`words/en.yaml:1: games.no_move is already in another`: "games.no_move: again\n",
	} {
		var log strings.Builder
		b, err := catalogues(t, slog.New(slog.NewTextHandler(&log, nil)), map[string]string{"en.yaml": text})
		require.NoError(t, err, text)
		require.Len(t, b.Faults(), 1, text)
		require.Contains(t, b.Faults()[0].Error(), want)
		require.Contains(t, log.String(), "skipping an invalid sentence")
		require.NotEqual(t, "again", b.In("en").Key("games.no_move"))
	}
	_, err := catalogues(t, nil, map[string]string{"en.yaml": "t.a: [1, 2"})
	require.ErrorContains(t, err, "catalogue words/en.yaml")
	require.ErrorContains(t, err, "[1:", "the error must name the line")
	broken := fstest.MapFS{"words/en.yaml": {Data: []byte("t.a: [1, 2")}}
	_, err = words.New(nil, nil, words.Source{FS: broken, Dir: "bot/command"})
	require.ErrorContains(t, err, "catalogue bot/command/words/en.yaml", "the error must name the catalogue")
}

// If Go code uses a key that no catalogue has, the fault names the line of code. An unused key is reported with its
// line in the catalogue.
func TestBrokenKeys(t *testing.T) {
	b, err := words.New(nil, nil, words.Source{Dir: "bot/seat", FS: fstest.MapFS{"words/en.yaml": {
		Data: []byte("seat.taken: \"{{.who}} sits there\"\n\n" +
			"seat.free: Sit down\nseat.old: Stand up\nseat.by.chance: x\n"),
	}}})
	require.NoError(t, err)
	said := "package seat\n\nfunc f() {\n\tgames.Say(\"seat.taken\")\n\tphrase(\"free\")\n%s}\n"
	for want, line := range map[string]string{
		"bot/seat/seat.go:6: bot/seat/words/en.yaml has no seat.gone":         `games.Say("seat.gone")`,
		"bot/seat/seat.go:6: bot/seat/words/en.yaml has no seat.lost":         `phrase("lost")`,
		"bot/seat/seat.go:6: games/words/en.yaml has no games.lost":           `b.tell("games.lost", "N", 1)`,
		"bot/seat/seat.go:6: bot/seat/words/en.yaml has no chair.gone":        `games.Say("chair.gone")`,
		"bot/seat/seat.go:6: bot/seat/words/en.yaml has no seat.kept":         `p := games.Phrase{Key: "seat.kept"}`,
		"bot/seat/seat.go:6: bot/seat/words/en.yaml has no seat.by.magic":     `key := "seat.by.magic"`,
		"bot/seat/seat.go:4: seat.taken lacks the argument {{.who}}":          "",
		"bot/seat/words/en.yaml:4: no code uses seat.old":                     "",
		"bot/seat/words/en.yaml:5: no code uses seat.by.chance":               `games.Say("seat.old")`,
		"bot/seat/seat.go:6: bot/seat/words/en.yaml has no seat.option.stool": "option",
	} {
		s := source{file: "bot/seat/seat.go", pos: token.NewFileSet()}
		var faults []string
		if line == "option" {
			s.tree, err = parser.ParseFile(s.pos, s.file, fmt.Sprintf(said, "o := games.Option{Name: `stool`}\n"), 0)
			require.NoError(t, err)
			faults = missingKeys(b, []source{s}, map[string]bool{"seat.option.stool": true})
		} else {
			s.tree, err = parser.ParseFile(s.pos, s.file, fmt.Sprintf(said, line+"\n"), 0)
			require.NoError(t, err)
			faults = wrongKeys(b, []source{s}, nil)
		}
		faults = slices.DeleteFunc(faults, func(f string) bool { return !strings.HasPrefix(f, "bot/seat/") })
		require.Contains(t, faults, want)
	}
}

// A language may not have keys or placeholders that English lacks, and must use its own plural forms.
func TestLanguagesAgree(t *testing.T) {
	var log strings.Builder
	b, err := catalogues(t, slog.New(slog.NewTextHandler(&log, nil)), map[string]string{
		"en.yaml": "t.cards:\n  one: \"{{.N}} card\"\n  other: \"{{.N}} cards\"\nt.takes: \"{{.who}} takes\"\n",
		"pl.yaml": "t.cards:\n  one: \"{{.N}} karta\"\n  few: \"{{.N}} karty\"\n  many: \"{{.N}} kart\"\n" +
			"t.takes: \"{{.wer}} bierze\"\nt.own: x\n",
	})
	require.NoError(t, err)
	var faults []string
	for _, f := range b.Faults() {
		faults = append(faults, f.Error())
	}
	require.ElementsMatch(t, []string{
		"words/pl.yaml:5: t.takes uses {{.wer}}, which the English sentence doesn't have",
		"words/pl.yaml:6: t.own isn't a key of the English catalogues",
	}, faults)
	pl := b.In("pl")
	for n, want := range map[int]string{1: "1 karta", 3: "3 karty", 5: "5 kart", 22: "22 karty"} {
		require.Equal(t, want, pl.Say(games.Say("t.cards", "N", n), name))
	}
	require.Equal(t, "Ann takes", pl.Say(games.Say("t.takes", "who", games.Seat(1)), name), "falls back to English")
	require.Equal(t, 1, strings.Count(log.String(), "wer"), "logged once, however often the sentence is used")
	require.Equal(t, 1, strings.Count(log.String(), "t.takes"), log.String())
}

// Every sentence with plural forms has the form "other", even in the few languages that use it only for fractions.
func TestEveryLanguageHasTheFormOther(t *testing.T) {
	b, err := catalogues(t, nil, map[string]string{
		"en.yaml": "t.cards:\n  one: \"{{.N}} card\"\n  other: \"{{.N}} cards\"\n",
		"pl.yaml": "t.cards:\n  one: \"{{.N}} karta\"\n  few: \"{{.N}} karty\"\n  many: \"{{.N}} kart\"\n" +
			"  other: \"{{.N}} karty\"\n",
	})
	require.NoError(t, err)
	require.Empty(t, b.Faults())
	require.Equal(t, "1.5 karty", b.In("pl").Say(games.Say("t.cards", "N", "1.5"), name))
	require.Equal(t, "5 kart", b.In("pl").Say(games.Say("t.cards", "N", 5), name))
}
