package render

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fogleman/gg"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

func TestUnknownStyles(t *testing.T) {
	_, err := Draw(classicView(12), Style{Theme: "felt"}, spoken)
	require.EqualError(t, err, `render: unknown theme "felt", choose one of dark, light`)
	_, err = DrawChart(Chart{}, Style{Palette: "neon"}, spoken)
	require.EqualError(t, err, `render: unknown palette "neon", choose one of default, classic, contrast, plain`)
	require.Len(t, Styles(), len(Themes())*len(Palettes()))
}

func TestEveryViewDrawsInEveryStyle(t *testing.T) {
	styles := someStyles()
	if !long {
		styles = styles[1:] // TestPictures draws the default style
	}
	for _, style := range styles {
		for name, v := range named() {
			picture, err := Draw(v, style, spoken)
			require.NoError(t, err)
			m, err := png.Decode(bytes.NewReader(picture))
			require.NoError(t, err)
			require.IsType(t, &image.Paletted{}, m, name)
			require.Less(t, len(picture), 80_000, "%s in %s", name, style)
		}
	}
	for _, v := range []games.View{
		{}, {Areas: []games.Area{{Cells: make([]games.Cell, 40)}}}, {Seats: make([]games.SeatView, 30)}} {
		_, err := Draw(v, Style{}, spoken)
		require.NoError(t, err)
		require.NotPanics(t, func() { Alt(v, spoken); Long(v, spoken, nil, longLimit) })
	}
}

func TestConcurrentDrawing(t *testing.T) {
	type key struct {
		name  string
		style Style
	}
	want, views := map[key][]byte{}, named()
	if os.Getenv("SETTABLE_LONG") != "1" { // these views include every kind of cell
		some := []string{"classic12", "calling", "poker20", "piles", "showdown-ten", "ended-highlights",
			"lobby-poker"}
		maps.DeleteFunc(views, func(name string, _ games.View) bool { return !slices.Contains(some, name) })
		require.Len(t, views, len(some))
	}
	for _, style := range Styles()[:2] {
		for name, v := range views {
			picture, err := Draw(v, style, spoken)
			require.NoError(t, err)
			want[key{name, style}] = picture
		}
	}
	sheetsLock.Lock()
	warm := sheets
	sheets = map[Style]*sheet{} // an empty cache, so that sprites are painted concurrently too
	sheetsLock.Unlock()
	require.GreaterOrEqual(t, len(warm), 2)
	var all sync.WaitGroup
	for k, picture := range want {
		for range 2 {
			all.Go(func() {
				got, err := Draw(views[k.name], k.style, spoken)
				if err != nil || !bytes.Equal(picture, got) {
					t.Errorf("%v: drawn concurrently, it is a different picture (%v)", k, err)
				}
			})
		}
	}
	all.Wait()
}

// naive draws the table without caches: it draws all shapes and text in full colour, and encodes the picture with the
// default settings.
func naive(tb testing.TB, v games.View, style Style) []byte {
	p, theme := layout.Of(v), themeOf(style)
	dc := gg.NewContext(p.Width, p.Height)
	dc.SetColor(theme.ground)
	dc.Clear()
	f, err := opentype.Parse(gobold.TTF)
	require.NoError(tb, err)
	write := func(h fontFace, words string, x, y int) {
		face, err := opentype.NewFace(f,
			&opentype.FaceOptions{Size: float64(h.size), DPI: 72, Hinting: font.HintingNone})
		require.NoError(tb, err)
		dc.SetFontFace(face)
		dc.SetColor(theme.ink)
		dc.DrawString(words, float64(x), float64(y))
	}
	paint := func(box image.Rectangle, k sprite) {
		k.w, k.h = box.Dx(), box.Dy()
		piece := gg.NewContext(k.w, k.h)
		theme.paint(piece, k)
		draw.Draw(dc.Image().(*image.RGBA), box, piece.Image(), image.Point{}, draw.Over)
	}
	write(titleFont, strings.Join(titleLine(v, spoken), titleSeparator(spoken)), p.Title.Min.X, p.Title.Max.Y)
	write(headFonts[0], spoken.Say(v.Headline, games.SeatLetter), p.Headline[0].Min.X, p.Headline[0].Max.Y)
	for i, box := range p.Taken {
		paint(box, sprite{motif: face, card: v.Taken[i]})
	}
	for i, box := range p.Areas[0].Cells {
		paint(box, sprite{motif: face, card: v.Areas[0].Cells[i].Card})
		write((&canvas{size: 100}).labelFont(layout.Wide), v.Areas[0].Cells[i].Label, box.Min.X+9, box.Min.Y+32)
	}
	for i, box := range p.Seats {
		paint(box, sprite{motif: tile})
		write(figureFont, games.SeatLetter(v.Seats[i].Seat), box.Min.X+20, box.Min.Y+32)
	}
	var b bytes.Buffer
	require.NoError(tb, png.Encode(&b, dc.Image()))
	return b.Bytes()
}

// All cards that are face down look alike.
func TestBacksLookTheSame(t *testing.T) {
	v := pokerView(7)
	want, err := Draw(v, Style{}, spoken)
	require.NoError(t, err)
	for _, a := range v.Areas {
		for i := range a.Cells {
			if a.Cells[i].Kind == games.Back {
				a.Cells[i].Card = cards.SETPack().Cards()[i]
			}
		}
	}
	got, err := Draw(v, Style{}, spoken)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, Alt(pokerView(7), spoken), Alt(v, spoken))
}
