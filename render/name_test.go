package render

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	textfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/text/unicode/norm"

	"settable/games"
	"settable/render/layout"
)

// Names are drawn if a font has their letters, never wider than their place. Symbols that no font has are left out.
func TestNamesAreDrawnOrLeftOut(t *testing.T) {
	h := fontFace{bold: true, size: 23}
	for name, want := range map[string]string{
		"Ann":             "Ann",
		"Жанна d'Arc":     "Жанна d'Arc",
		"Ωρίων":           "Ωρίων",
		"さくら・ナカムラ":        "さくら・ナカムラ",
		"ｶﾅ":              "カナ",
		"Ａｎｎ":             "Ann",
		"  a\tb\n c ":     "a b c",
		"A\u200bnn\u202e": "Ann",
		"Z" + strings.Repeat("\u0353\u035c", 60) + "algo": "Zalgo",
		"🎲Bob🎲":       "🎲Bob🎲",
		`Anne\-Marie`: "Anne-Marie",
		"a\u200db":    "ab",
		"王小明":         "王小明",
		"龘":           "",
		"ᚠᚢᚦ":         "",
		"𝔉𝔯𝔞𝔫𝔷":       "Franz",
		"":            "",
	} {
		require.Equal(t, want, h.drawableName(name, 230), "%q", name)
	}
	for _, long := range []string{strings.Repeat("Ｗ", 32), strings.Repeat("か", 32), strings.Repeat("W ", 5000)} {
		short := h.drawableName(long, 230)
		require.True(t, strings.HasSuffix(short, "…"), short)
		require.LessOrEqual(t, h.width(short), 230)
		require.Greater(t, h.width(short), 180)
	}
	require.Empty(t, h.drawableName("Ann", 3))
	require.Equal(t, "Wins. Rank 1, A b c: 1 set.", AltChart(Chart{Title: "Wins", Unit: "test.sets",
		Rows: []ChartRow{{Rank: 1, Value: 1, Name: "\u202eA\nb\x00 c\u200b"}}}, spoken))
}

// However a game ends, the texts about it use the players' names. They don't mention points if nobody has any.
func TestEndingsNamePeople(t *testing.T) {
	name := func(s games.Seat) string { return "Player " + games.SeatLetter(s) }
	endings := 0
	everyView(t, func(what string, v games.View) {
		if v.Phase != games.Finished {
			return
		}
		endings++
		alt := Alt(v.WithNames(name), spoken)
		require.NotContains(t, alt, "Seat ", what)
		if !v.HasScores() {
			require.NotContains(t, alt, ": 0 points", what)
		}
	})
	require.Greater(t, endings, 50)
}

// However a game ends, its picture shows the players' names and the chips that they took home, even in a picture for a
// single player.
func TestEndingsShowWhoPlayed(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	written := func(v games.View, seat int) string {
		c := s.table(v, spoken)
		defer s.returnCanvas(c)
		var text []string
		for _, k := range c.strokes {
			if k.what.word != nil && k.box.Overlaps(layout.Of(v).Seats[seat]) {
				text = append(text, lettersOf(k.what.word))
			}
		}
		return strings.Join(text, " ")
	}
	ended, purses := map[string]bool{}, 0
	everyView(t, func(what string, v games.View) {
		if v.Phase != games.Finished {
			return
		}
		called := v.WithNames(func(s games.Seat) string { return "Pat " + games.SeatLetter(s) })
		for i, p := range v.Seats {
			require.Contains(t, written(called, i), "Pat "+games.SeatLetter(p.Seat), what)
			if p.CashedOut > 0 {
				purses++
				require.Contains(t, written(called, i), spoken.Number(int64(p.CashedOut)), what)
				require.Contains(t, written(v, i), spoken.Number(int64(p.CashedOut)), what)
			}
		}
		ended[v.Game] = true
	})
	require.Len(t, ended, 5, "each game")
	require.Greater(t, purses, 5)
}

// worldNames are names in the scripts that the embedded fonts have.
var worldNames = map[string]string{
	"Vietnamese": "Nguyễn Thị Ánh", "Polish": "Łukasz Żółć", "Greek": "Ἑλένη", "Cyrillic": "Ґалина Ђорђе",
	"Hebrew": "דָּנָה", "Arabic": "مريم", "Persian": "می\u200cخواهم", "Devanagari": "श्रीकृष्ण", "Bengali": "প্রিয়াঙ্কা",
	"Tamil": "ஸ்ரீதேவி", "Thai": "น้ำผึ้ง", "Georgian": "ნინო", "Armenian": "Արմեն", "Hangul": "김민준", "kana": "さくら",
	"simplified": "刘晓龙", "traditional": "劉曉龍", "emoji": "🦊👩\u200d👧", "flag": "🇯🇵",
}

// The embedded fonts have all letters of these names, and draw them in bold and regular type.
func TestNamesInTheScriptsOfTheWorld(t *testing.T) {
	for script, name := range worldNames {
		for _, bold := range []bool{false, true} {
			h := fontFace{bold: bold, size: 23}
			require.Equal(t, norm.NFKC.String(name), h.drawableName(name, 1000), script)
			w := spell(spelling{h, 0, name})
			require.NotEmpty(t, w.letters, script)
			require.Positive(t, w.advance, script)
			letters.shape(func(s *shaper) {
				for id := range s.glyphs {
					require.NotZero(t, id.id, "%s: a letter that the font lacks", script)
				}
			})
		}
	}
}

// positions returns where the letters of a text are drawn, from left to right, by their index in the text.
func positions(text string) (order string) {
	letters.shape(func(s *shaper) {
		runes := []rune(text)
		for _, run := range s.runs(runes, fontFace{size: 20}) {
			for _, g := range s.harfbuzz.Shape(run.Input).Glyphs {
				if r := runes[g.TextIndex()]; !unicode.Is(unicode.Cf, r) {
					order += string(r)
				}
			}
		}
	})
	return order
}

// Right-to-left names are written from right to left, and the text around them keeps its order (Unicode Annex 9).
func TestRightToLeftNames(t *testing.T) {
	for text, want := range map[string]string{
		"דנה":                         "הנד",
		"דנה 19":                      "19 הנד",
		"\u2068דנה 19\u2069 wins 22.": "19 הנד wins 22.",
		"Ann, \u2068דנה\u2069 7":      "Ann, הנד 7",
		"Ann דנה":                     "Ann הנד",
	} {
		require.Equal(t, want, positions(text), "%q", text)
	}
}

// Arabic letters take the form that their neighbours require.
func TestArabicLettersJoin(t *testing.T) {
	h := fontFace{size: 40}
	apart := h.width("م") + h.width("ر") + h.width("ي") + h.width("م")
	require.Less(t, h.width("مريم"), apart-5)
}

// A host's fonts write letters that no embedded font has. A folder without usable fonts is refused.
func TestHostsFonts(t *testing.T) {
	s := newShaper()
	s.script = language.Khmer
	require.Nil(t, s.find('ก'), "the embedded fonts have no Khmer, so this stands for a letter of it")
	s.added = []*textfont.Face{s.face("thai.ttf")}
	require.Equal(t, s.added[0], s.find('ก'))

	folder := t.TempDir()
	require.ErrorContains(t, AddFonts(filepath.Join(folder, "none")), "reading the folder of fonts")
	require.ErrorContains(t, AddFonts(folder), "contains no fonts")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a.ttf"), []byte("no font"), 0o600))
	require.ErrorContains(t, AddFonts(folder), "a.ttf is not a font")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a.ttf"), goregular.TTF, 0o600))
	require.NoError(t, AddFonts(folder))
}
