package render

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
)

// Run the tests with -update to rewrite the golden files, and look at the differences before you commit them.
var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// goldenText compares a text with a golden file, line by line.
func goldenText(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "write it with -update")
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// tolerance is the largest allowed difference between two colour components of a pixel, out of 255.
const tolerance = 2

// goldenPicture compares a picture with a golden file. If they differ, it writes both and a picture of the
// differences, and reports their folder.
func goldenPicture(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	want, err := os.ReadFile(file)
	if *update && (err != nil || !alike(decoded(t, got), decoded(t, want))) { // keep a file that looks the same
		want, err = got, os.WriteFile(file, got, 0o644)
	}
	require.NoError(t, err, "write it with -update")
	if complaint := comparePictures(t, name, filepath.Join("testdata", "failed"), got, want); complaint != "" {
		t.Error(complaint)
	}
}

// alike reports whether two pictures look the same.
func alike(g, w image.Image) bool {
	_, count, _ := difference(g, w)
	return g.Bounds() == w.Bounds() && count == 0
}

// comparePictures returns "" if the pictures are alike. Otherwise it describes the differences and writes three
// pictures into the folder.
func comparePictures(t *testing.T, name, folder string, got, want []byte) string {
	t.Helper()
	g, w := decoded(t, got), decoded(t, want)
	if alike(g, w) {
		return ""
	}
	diff, count, where := difference(g, w)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	var shown bytes.Buffer
	require.NoError(t, png.Encode(&shown, diff))
	report := fmt.Sprintf("%s: %v, want %v; %d pixels differ by more than %d/255, all within %v", name,
		g.Bounds().Size(), w.Bounds().Size(), count, tolerance, where)
	for what, picture := range map[string][]byte{"got": got, "want": want, "diff": shown.Bytes()} {
		path := filepath.Join(folder, name+"."+what+".png")
		require.NoError(t, os.WriteFile(path, picture, 0o644))
		full, err := filepath.Abs(path)
		require.NoError(t, err)
		report += "\n  " + full
	}
	return report
}

func decoded(t *testing.T, picture []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(picture))
	require.NoError(t, err)
	return m
}

// difference returns a picture that shows the differing pixels in red over a pale copy of want. It also returns their
// number and bounding box.
func difference(g, w image.Image) (shown *image.RGBA, count int, where image.Rectangle) {
	all := g.Bounds().Union(w.Bounds())
	shown = image.NewRGBA(all)
	for y := all.Min.Y; y < all.Max.Y; y++ {
		for x := all.Min.X; x < all.Max.X; x++ {
			p, q := color.RGBAModel.Convert(g.At(x, y)).(color.RGBA), color.RGBAModel.Convert(w.At(x, y)).(color.RGBA)
			if isWithinTolerance(p.R, q.R) && isWithinTolerance(p.G, q.G) && isWithinTolerance(p.B, q.B) && isWithinTolerance(p.A, q.A) {
				shown.SetRGBA(x, y, between(q, color.RGBA{R: 255, G: 255, B: 255, A: 255}, 0.7))
				continue
			}
			shown.SetRGBA(x, y, color.RGBA{R: 255, A: 255})
			where = where.Union(image.Rect(x, y, x+1, y+1))
			count++
		}
	}
	return shown, count, where
}

func isWithinTolerance(a, b uint8) bool { return max(a, b)-min(a, b) <= tolerance }

func TestPictures(t *testing.T) {
	dark, light := Style{"dark", "default"}, Style{"light", "default"}
	for name, c := range map[string]struct {
		view  games.View
		style Style
	}{
		"classic12-dark":           {classicView(12), dark},
		"classic12-light":          {classicView(12), light},
		"classic12-dark-classic":   {classicView(12), Style{"dark", "classic"}},
		"classic12-light-contrast": {classicView(12), Style{"light", "contrast"}},
		"classic12-light-plain":    {classicView(12), Style{"light", plain}},
		"classic12-dark-plain":     {classicView(12), Style{"dark", plain}},
		"calling-dark":             {callingView(), dark},
		"finished-light":           {finishedView(), light},
		"gathering-dark":           {gatheringView(), dark},
		"gathering-many-dark":      {named()["gathering-many"], dark},
		"lobby-classic-light":      {named()["lobby-classic"], light},
		"lobby-english-light":      {named()["lobby-english"], light},
		"lobby-poker-dark":         {named()["lobby-poker"], dark},
		"lobby-solitaire-dark":     {named()["lobby-solitaire"], dark},
		"lobby-twenty-light":       {named()["lobby-twenty"], light},
		"poker-dark":               {pokerView(7), dark},
		"ended-won-dark":           {endedView(3), dark},
		"ended-highlights-dark":    {endedHighlights(), dark},
		"ended-highlights-light":   {endedHighlights(), light},
		"ended-early-light":        {endedView(0), light},
		"ended-chips-dark":         {endedChips(), dark},
		"ended-many-light":         {named()["ended-many"], light},
		"ended-twenty-dark":        {named()["ended-twenty"], dark},
		"ended-shared-light":       {named()["ended-shared"], light},
		"ended-solitaire-dark":     {named()["ended-solitaire"], dark},
		"ended-together-light":     {named()["ended-together"], light},
		"ended-cleared-light":      {named()["ended-cleared"], light},
		"ended-hand-light":         {named()["ended-hand"], light},
		"recap-hand-dark":          {named()["recap-hand"], dark},
		"recap-hand-eight-light":   {named()["recap-hand-eight"], light},
		"showdown-two-dark":        {showdownView(2, 3), dark},
		"showdown-two-light":       {showdownView(2, 3), light},
		"showdown-ten-dark":        {showdownView(10, 2), dark},
		"showdown-all-light":       {showdownView(3, 9), light},
		"recap-two-dark":           {recapView(2, 3, 1), dark},
		"recap-four-light":         {recapView(4, 3, 1), light},
		"recap-ten-dark":           {recapView(10, 2, 1), dark},
		"recap-tie-light":          {recapView(3, 9, 2), light},
		"piles-light":              {pilesView(), light},
		"twenty-full-dark":         {twentyView(8, 9, 3, false), dark},
		"twenty-open8-light":       {twentyView(8, 9, games.Watcher, true), light},
		"twenty-open2-dark":        {twentyView(2, 6, games.Watcher, true), dark},
		"solitaire-nine-dark":      {otherViews()["solitaire-nine"], dark},
		"solitaire-mid-light":      {otherViews()["solitaire-mid"], light},
		"solitaire-full-light":     {otherViews()["solitaire-full"], light},
		"english-start-light":      {englishView(2, 0, 0), light},
		"english-six-dark":         {englishView(6, 7, 2), dark},
		"english-seven-contrast":   {englishView(2, 8, 2), Style{"light", "contrast"}},
		"english-end-light":        {englishEnd(), light},
		"english-won-dark":         {callNames(englishEnd()), dark},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Draw(c.view, c.style, spoken)
			require.NoError(t, err)
			goldenPicture(t, name, got)
		})
	}
}

func TestChartPictures(t *testing.T) {
	for name, style := range map[string]Style{"chart-dark": {Theme: "dark"}, "chart-light": {Theme: "light"}} {
		t.Run(name, func(t *testing.T) {
			got, err := DrawChart(chartOf(10), style, spoken)
			require.NoError(t, err)
			goldenPicture(t, name, got)
		})
	}
	got, err := DrawChart(Chart{Title: "Sets, today", Unit: "test.sets"}, Style{}, spoken)
	require.NoError(t, err)
	goldenPicture(t, "chart-empty", got)
	for name, style := range map[string]Style{"plot-dark": {Theme: "dark"}, "plot-light": {Theme: "light"}} {
		got, err := DrawPlot(Plot{Title: "Chips after each of the last 12 movements",
			Curves: []Curve{{Values: []int64{100, 80, 83, 71, 71, 90, 132, 140, 112, 60, 94, 101}}}}, style, spoken)
		require.NoError(t, err)
		goldenPicture(t, name, got)
	}
	got, err = DrawPlot(Plot{Title: "Chips", Curves: []Curve{{Values: []int64{0, 0}}}}, Style{}, spoken)
	require.NoError(t, err)
	goldenPicture(t, "plot-broke", got)
	for name, n := range map[string]int{"plot-night-two": 2, "plot-night-ten": 10} {
		for _, style := range []Style{{Theme: "dark"}, {Theme: "light"}} {
			got, err := DrawPlot(nightOf(n), style, spoken)
			require.NoError(t, err)
			goldenPicture(t, name+"-"+style.Theme, got)
		}
	}
	for _, style := range []Style{{Theme: "dark"}, {Theme: "light"}} {
		got, err := DrawPlot(nightRecap(), style, spoken)
		require.NoError(t, err)
		goldenPicture(t, "plot-night-recap-"+style.Theme, got)
	}
	alt := AltPlot(nightRecap(), spoken)
	require.LessOrEqual(t, Size(alt), altLimit)
	require.Contains(t, alt, "Best hand shown: Dee, 3 sets. Cards: one solid green diamond in hand")
	one := Plot{Title: "Poker night 7: chips won or lost",
		Curves: []Curve{{Rank: 1, Name: "Ann", Values: []int64{0, 3}}}}
	got, err = DrawPlot(one, Style{}, spoken)
	require.NoError(t, err)
	goldenPicture(t, "plot-night-one-hand", got)
	require.LessOrEqual(t, len([]rune(AltPlot(nightOf(10), spoken))), altLimit)
	require.Contains(t, AltPlot(nightOf(2), spoken), "Rank 1, Ann: now +17, lowest -2, highest 21.")
}

// nightRecap returns the plot of a poker night of five players, with its biggest pot and its best hand.
func nightRecap() Plot {
	p := nightOf(5)
	p.Curves[4].Name = "Bartholomew the Unshortened of N"
	for i, seat := range []games.Seat{3, 1, 5, 4, 2} {
		p.Curves[i].Seat = seat
	}
	for seat := range games.Seat(5) {
		i := slices.IndexFunc(p.Curves, func(c Curve) bool { return c.Seat == seat+1 })
		p.Players = append(p.Players, games.SeatView{Seat: seat + 1, Name: p.Curves[i].Name})
	}
	p.Highlights = endedChips().Highlights
	return p
}

// nightOf returns the plot of a poker night of n players. One name is long, and some names can't be drawn.
func nightOf(n int) Plot {
	names := []string{"Ann", "Bob", "Cid", "Dee", "Ève", "a name as long as Discord takes", "さくら",
		"\u0627\u0628", "Hal", ""}
	p := Plot{Title: "Poker night 7: chips won or lost"}
	luck := rand.New(rand.NewPCG(7, 7))
	sums := make([]int64, n)
	all := make([][]int64, n)
	for hand := range 25 {
		for i := range n {
			all[i] = append(all[i], sums[i])
		}
		winner := luck.IntN(n)
		for i := range n {
			if i != winner {
				paid := int64(luck.IntN(4 + hand/8))
				sums[i], sums[winner] = sums[i]-paid, sums[winner]+paid
			}
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(all[b][24] - all[a][24]) })
	for rank, i := range order {
		p.Curves = append(p.Curves, Curve{Rank: rank + 1, Name: names[rank], Values: all[i],
			Says: fmt.Sprintf("%+d", all[i][24])})
	}
	return p
}

// A pixel that is off by three is found, reported and shown. A pixel that is off by two is tolerated.
func TestDifferenceIsShown(t *testing.T) {
	folder := t.TempDir()
	picture := func(shade uint8) []byte {
		m := image.NewRGBA(image.Rect(0, 0, 20, 10))
		for i := range m.Pix {
			m.Pix[i] = 255
		}
		m.SetRGBA(7, 3, color.RGBA{R: shade, G: 100, B: 100, A: 255})
		var b bytes.Buffer
		require.NoError(t, png.Encode(&b, m))
		return b.Bytes()
	}
	require.Empty(t, comparePictures(t, "same", folder, picture(100), picture(102)))
	complaint := comparePictures(t, "other", folder, picture(100), picture(103))
	require.Contains(t, complaint, "1 pixels differ")
	require.Contains(t, complaint, "(7,3)-(8,4)")
	for _, what := range []string{"got", "want", "diff"} {
		require.FileExists(t, filepath.Join(folder, "other."+what+".png"))
	}
}
