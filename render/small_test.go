package render

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/draw"

	"settable/games/cards"
	"settable/render/layout"
)

// smallest is the width in screen pixels of the smallest cards: those of the set just taken, and those below the top
// of a pile.
const smallest = 30

// asSeen returns the lightness of each pixel of a card, from 0 to 1, at the smallest size on a screen.
func asSeen(t *testing.T, style Style, k sprite) []float64 {
	s, err := sheetOf(style)
	require.NoError(t, err)
	m := paintStrokes(s, image.Pt(k.w, k.h), func(m *canvas) { m.lay(image.Point{}, k) })
	full := image.NewRGBA(m.Rect)
	draw.Draw(full, full.Rect, m, image.Point{}, draw.Src)
	small := image.NewRGBA(image.Rect(0, 0, smallest, smallest*2/3))
	draw.CatmullRom.Scale(small, small.Rect, full, full.Rect, draw.Src, nil)
	var seen []float64
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			q := color.RGBAModel.Convert(small.At(x, y)).(color.RGBA)
			seen = append(seen, lightOf(q.R, q.G, q.B).lab()[0]/100)
		}
	}
	return seen
}

// Even at a width of 30 pixels, cards that differ only in shading or only in shape look clearly different. The test
// adds up the differences of all pixels; a black pixel and a white one differ by 1.
func TestSmallCardsDiffer(t *testing.T) {
	longOnly(t)
	lines := []string{"| card | palette | shadings | least alike | shapes | least alike |",
		"| --- | --- | ---: | --- | ---: | --- |"}
	for _, c := range []struct {
		name           string
		k              sprite
		shading, shape float64
	}{
		{"just taken", sprite{w: layout.Mini, h: layout.Mini * 2 / 3}, 9, 13},
		{"open hand", sprite{w: 64, h: 42, n: 14}, 8, 13},
	} {
		for _, style := range Styles() {
			seen := map[cards.Card][]float64{}
			for _, card := range cards.SETPack().Cards() {
				k := c.k
				k.card = card
				seen[card] = asSeen(t, style, k)
			}
			far := func(a, b cards.Card) (sum float64) {
				for i := range seen[a] {
					sum += abs(seen[a][i] - seen[b][i])
				}
				return sum
			}
			least, where := [2]float64{1e9, 1e9}, [2]string{}
			for _, a := range cards.SETPack().Cards() {
				for i := range 3 {
					others := [2]cards.Card{
						cards.SET(a.Number(), cards.Shading(i), a.Colour(), a.Shape()),
						cards.SET(a.Number(), a.Shading(), a.Colour(), cards.Shape(i))}
					for j, b := range others {
						if d := far(a, b); b != a && d < least[j] {
							both := []string{a.String(), b.String()}
							slices.Sort(both)
							least[j], where[j] = d, strings.Join(both, " ")
						}
					}
				}
			}
			lines = append(lines, fmt.Sprintf("| %s | %s | %.1f | %s | %.1f | %s |", c.name, style, least[0],
				where[0], least[1], where[1]))
			require.Greater(t, least[0], c.shading, "%s, %s: %s", c.name, style, where[0])
			require.Greater(t, least[1], c.shape, "%s, %s: %s", c.name, style, where[1])
		}
	}
	legibleSection(t, "small", strings.Join(lines, "\n"))
}
