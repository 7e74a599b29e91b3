package render

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/words"
)

// Every picture must be legible on these screens. Discord shows a picture in a box of 550 × 350 pixels on a desktop,
// and about 350 pixels wide on a phone. The headline must be larger than the rest.
const (
	desktopWide, desktopTall = 550.0, 350.0
	phoneWide                = 350.0
	headlineFloor            = 9.0 // height of a capital letter in screen pixels
	textFloor                = 7.0
)

// A measurement holds the sizes of a picture's text on both screens.
type measurement struct {
	name           string
	w, h           int
	desktop, phone [2]float64 // heights of capitals: in the headline, and in the smallest text
	cut            bool       // the headline doesn't fit
}

func (r measurement) least() float64 {
	return min(r.desktop[0]/headlineFloor, r.phone[0]/headlineFloor, r.desktop[1]/textFloor,
		r.phone[1]/textFloor)
}

// measure measures every word in a picture. The headline is the first bold text.
func measure(name string, c *canvas) measurement {
	r := measurement{name: name, w: c.w, h: c.h}
	headline, least := 0.0, 1e9
	for _, k := range c.strokes {
		w := k.what.word
		if w == nil {
			continue
		}
		if w.font.bold && headline == 0 {
			headline = w.font.capital()
		}
		least = min(least, w.font.capital())
		heads := slices.ContainsFunc(headFonts, func(h fontFace) bool { return h.inType(c.size) == w.font })
		if heads && len(w.letters) > 0 { // a name inside the headline doesn't set its size
			r.cut = w.letters[len(w.letters)-1].glyph == letters.glyph(w.font, '…')
		}
	}
	desktop := min(desktopWide/float64(c.w), desktopTall/float64(c.h), 1)
	phone := min(phoneWide/float64(c.w), 1)
	r.desktop = [2]float64{headline * desktop, least * desktop}
	r.phone = [2]float64{headline * phone, least * phone}
	return r
}

// drawers maps each function that lays out a picture to a function that calls it with test inputs.
// TestEveryPictureIsMeasured checks that none is missing.
var drawers = map[string]func(*testing.T, *sheet, *words.Language, func(string, *canvas)){
	"table": measureTables,
	"chart": measureCharts,
	"plot":  measurePlots,
}

func measureCharts(_ *testing.T, s *sheet, lang *words.Language, read func(string, *canvas)) {
	for _, n := range []int{1, 10, 15, 20} {
		read(fmt.Sprintf("ranking of %d", n), s.chart(chartOf(n), lang))
	}
	for _, last := range []int{999, 9_999, 99_999} {
		c := chartOf(10)
		for i := range c.Rows {
			c.Rows[i].Rank, c.Rows[i].Name = last-9+i, "Bartholomew the Unshortened"
		}
		read(fmt.Sprintf("ranking from %d on", last-9), s.chart(c, lang))
	}
	read("ranking of nobody", s.chart(Chart{Title: "Sets, today", Unit: "test.sets"}, lang))
}

func measureTables(t *testing.T, s *sheet, lang *words.Language, read func(string, *canvas)) {
	everyView(t, func(name string, v games.View) { read(name, s.table(v, lang)) })
}

// reached is the prefix of the names of views that a script or a random player reaches.
const reached = "somewhere in "

func namedViews(show func(string, games.View)) {
	for name, v := range named() {
		show("view "+name, v)
	}
}

// everyView calls show with the named views and with all views that the scripts and random players of each game reach,
// for spectators and for each seat.
func everyView(t *testing.T, show func(string, games.View)) {
	namedViews(show)
	for held := 3; held <= 12; held++ {
		for _, seats := range []int{2, 8} {
			show(fmt.Sprintf("own hand of %d, %d seats", held, seats), handView(seats, held))
		}
	}
	see := func(g games.Game, seats int) {
		for seat := range games.Seat(seats + 1) {
			v := g.View(seat)
			who := "for all"
			if seat != games.Watcher {
				who = "one's own"
			}
			show(fmt.Sprintf("%s%s, %s, %s", reached, v.Game, v.Phase, who), v)
		}
	}
	files, err := filepath.Glob("../games/*/testdata/*.game")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		script, err := games.ReadScript(file, string(text))
		require.NoError(t, err)
		replay, _, err := games.NewReplay(played, script)
		require.NoError(t, err)
		for i, line := range script.Lines {
			_, err := replay.Play(line)
			require.NoError(t, err)
			if i < 30 || i%8 == 0 || i == len(script.Lines)-1 {
				see(replay.Game(), 2)
			}
		}
	}
	for i, random := range []struct {
		game  string
		seats []int
	}{{"classic", []int{1, 2, 5, 9}}, {"twenty", []int{2, 3, 5, 8}}, {"solitaire", []int{1, 3}},
		{"poker", []int{2, 4, 7, 10}}, {"english", []int{2, 3, 4, 6}}} {
		rules, _ := games.Find(played, random.game)
		for _, seats := range random.seats {
			table := openRandomTable(t, rules, nil, seats, uint64(seats), uint64(i))
			for n := range 120 {
				if n%4 == 0 {
					see(table.game, 1)
				}
				table.playSomething()
			}
		}
	}
}

// handView returns a view of 20/20 with the given number of seats and of cards in the viewer's hand.
func handView(seats, held int) games.View {
	v := twentyView(seats, 9, 1, false)
	pack := cards.SETPack().Cards()
	for i := range v.Areas {
		if a := &v.Areas[i]; a.Seat == 1 {
			a.Cells = nil
			for n := range held {
				a.Cells = append(a.Cells, games.Cell{Label: strconv.Itoa(n + 1), Kind: games.Face, Card: pack[n*6]})
			}
		}
	}
	return v
}

// On both screens, capitals are at least 9 pixels high in headlines and at least 7 elsewhere. No headline is cut off.
func TestAllTextIsLegible(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	worst := map[string]measurement{}
	for _, draw := range drawers {
		draw(t, s, spoken, func(name string, c *canvas) {
			r := measure(name, c)
			if known, seen := worst[name]; !seen || r.least() < known.least() || r.cut {
				worst[name] = r
			}
			s.returnCanvas(c)
		})
	}
	lines := []string{
		"| picture | pixels | headline, desktop | phone | least text, desktop | phone |",
		"| --- | ---: | ---: | ---: | ---: | ---: |",
	}
	for name, r := range worst {
		line := fmt.Sprintf("| %s | %d × %d | %.1f | %.1f | %.1f | %.1f |", r.name, r.w, r.h, r.desktop[0],
			r.phone[0], r.desktop[1], r.phone[1])
		if !strings.HasPrefix(name, reached) { // otherwise a new script would change the lab note
			lines = append(lines, line)
		}
		if r.least() < 1 || r.cut {
			t.Errorf("too small to read, or cut off (%t): %s", r.cut, line)
		}
	}
	slices.Sort(lines[2:])
	legibleSection(t, "words", strings.Join(lines, "\n"))
}

// The explanations next to the title match the frames that appear around cards.
func TestFramesAreExplained(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	told := map[motif]int{}
	everyView(t, func(name string, v games.View) {
		p, c := layout.Of(v), s.table(v, spoken)
		defer s.returnCanvas(c)
		round, beside := map[motif]bool{}, map[motif]bool{}
		for _, k := range c.strokes {
			switch m := k.what.sprite.motif; {
			case m != newRing && m != markRing:
			case k.box.Min.Y < p.Headline[0].Min.Y && k.box.Max.X <= p.Title.Max.X:
				beside[m] = true
				told[m]++
			default:
				round[m] = true
			}
		}
		require.Equal(t, round, beside, name)
	})
	require.Greater(t, told[newRing], 100)
	require.Greater(t, told[markRing], 10)
}

func measurePlots(_ *testing.T, s *sheet, lang *words.Language, read func(string, *canvas)) {
	read("chips over time", s.plot(Plot{Title: "Chips after each of the last 60 movements",
		Curves: []Curve{{Values: []int64{100, 80, 1_000_000}}}}, lang))
	read("chips over a night", s.plot(nightOf(10), lang))
	read("recap of a night", s.plot(nightRecap(), lang))
}

// The tests above cover every function of this package that lays out a picture.
func TestEveryPictureIsMeasured(t *testing.T) {
	files := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	found := map[string]bool{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, name, nil, 0)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				ast.Inspect(fn, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if ok {
						if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "canvas" {
							found[fn.Name.Name] = true
						}
					}
					return true
				})
			}
		}
	}
	for name := range found {
		require.Contains(t, drawers, name, "%s makes a picture: add it to drawers in legible_test.go", name)
	}
	require.Len(t, drawers, len(found))
}

// legibleSection compares a measurement with its section of docs/lab/legible.md. With -update, it rewrites the
// section.
func legibleSection(t *testing.T, part, got string) {
	t.Helper()
	const file = "../docs/lab/legible.md"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), "<!-- "+part+" -->\n")
	require.True(t, ok, "no part %s in %s", part, file)
	want, after, ok := strings.Cut(rest, "\n<!-- end -->")
	require.True(t, ok, "no end of %s in %s", part, file)
	if *update {
		text := before + "<!-- " + part + " -->\n" + got + "\n<!-- end -->" + after
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s, write it with -update (-want +got):\n%s", file, diff)
	}
}

// capital returns the height of a capital letter in pixels, according to the typeface.
func (h fontFace) capital() float64 {
	letters.lock.Lock()
	defer letters.lock.Unlock()
	return float64(letters.face(h).Metrics().CapHeight) / 64
}
