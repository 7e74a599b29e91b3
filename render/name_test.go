package render

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// Names are drawn if a font has their letters, and never exceed the given width. Symbols that no font has are omitted.
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

// However a game ends, the texts about it use the players' names. They don't mention points if no player has any.
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

// The picture of a finished game shows no points if the game has none.
func TestGameWithoutPointsShowsNone(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	v := endedView(3)
	for i := range v.Seats {
		v.Seats[i].Score = 0
	}
	c := s.table(v, spoken)
	defer s.returnCanvas(c)
	for _, r := range layout.Of(v).Results {
		for _, k := range c.strokes {
			require.False(t, k.what.word != nil && k.box.Overlaps(r.Won), "seat %d", r.Seat)
		}
	}
}

// Every recap names each player in full, in the picture and in its alternative text, which doesn't exceed Discord's
// limit. The picture also shows each player's gain or loss and the mark of their seat.
func TestRecapsNameEveryPlayer(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	luck := rand.New(rand.NewPCG(4, 2))
	recaps, gains := map[string]int{}, 0
	everyView(t, func(what string, v games.View) {
		if v.Phase != games.Finished && !v.Recap {
			return
		}
		recaps[v.Game]++
		names := make([]string, len(v.Seats))
		for i := range names {
			names[i] = randomName(luck, i)
		}
		v = v.WithNames(func(s games.Seat) string { return names[s-1] })
		alt := Alt(v, spoken)
		require.LessOrEqual(t, Size(alt), altLimit, what)
		require.NotContains(t, alt, "Seat ", what)
		p, c := layout.Of(v), s.table(v, spoken)
		defer s.returnCanvas(c)
		shown := map[games.Seat]bool{}
		for _, r := range p.Results {
			shown[r.Seat] = true
			row := r.Mark.Union(r.Won).Union(r.Name[0]).Union(r.Name[len(r.Name)-1])
			var text string
			for _, k := range c.strokes {
				if k.what.word != nil && k.box.Overlaps(row) {
					text += textOf(k.what.word)
				}
			}
			bare := func(text string) string { return strings.ReplaceAll(text, " ", "") }
			require.Contains(t, bare(text), bare(names[r.Seat-1]), what)
			require.Contains(t, alt, names[r.Seat-1], what)
			if won := v.Seat(r.Seat).Won; won != 0 && layout.WithChips(v) {
				gains++
				require.Contains(t, text, signed(spoken, won), what)
			}
			require.True(t, slices.ContainsFunc(c.strokes, func(k stroke) bool {
				return k.what.sprite.motif == groundMark && k.what.sprite.n == int(r.Seat)-1 && k.box.Min == r.Mark.Min
			}), what)
		}
		for _, place := range v.Seats {
			require.True(t, shown[place.Seat] || v.Recap && place.Won == 0, "%s: %v", what, place)
		}
	})
	require.Len(t, recaps, len(played), "each game")
	require.Greater(t, recaps["poker"], 10)
	require.Greater(t, recaps["twenty"], 10)
	require.Greater(t, gains, 20)
}

// randomName returns a random name. Names for different seats are never equal.
func randomName(luck *rand.Rand, seat int) string {
	parts := []string{"ann", "Bob", "jon", "さくら", "Жан", "lee", "eva", "max", "Ωρ", "kim"}
	name := games.SeatLetter(games.Seat(seat + 1))
	for range luck.IntN(7) {
		name += parts[luck.IntN(len(parts))]
		if luck.IntN(3) == 0 {
			name += " "
		}
	}
	return strings.TrimSpace(name)
}

// worldNames lists names from different scripts that the embedded fonts can draw.
var worldNames = map[string]string{
	"Vietnamese": "Nguyễn Thị Ánh", "Polish": "Łukasz Żółć", "Greek": "Ἑλένη", "Cyrillic": "Ґалина Ђорђе",
	"Hebrew": "דָּנָה", "Arabic": "مريم", "Persian": "می\u200cخواهم", "Devanagari": "श्रीकृष्ण", "Bengali": "প্রিয়াঙ্কা",
	"Tamil": "ஸ்ரீதேவி", "Thai": "น้ำผึ้ง", "Georgian": "ნინო", "Armenian": "Արմեն", "Hangul": "김민준", "kana": "さくら",
	"simplified": "刘晓龙", "traditional": "劉曉龍", "emoji": "🦊👩\u200d👧", "flag": "🇯🇵",
}

// The embedded fonts have all letters of these names, in bold and in regular type.
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

// drawnOrder returns the letters of a text in the order in which they are drawn, from left to right.
func drawnOrder(text string) (order string) {
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
		require.Equal(t, want, drawnOrder(text), "%q", text)
	}
}

// Arabic letters take the form that the neighbouring letters require.
func TestArabicLettersJoin(t *testing.T) {
	h := fontFace{size: 40}
	apart := h.width("م") + h.width("ر") + h.width("ي") + h.width("م")
	require.Less(t, h.width("مريم"), apart-5)
}

// Fonts that the host adds can draw letters that no embedded font has. A folder without usable fonts is rejected.
func TestFontsAddedByTheHost(t *testing.T) {
	s := newShaper()
	s.script = language.Khmer
	require.Nil(t, s.find('ก'), "the letter stands for one that no embedded font has")
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
