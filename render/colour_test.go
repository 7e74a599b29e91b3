package render

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

// paintCard returns a picture of a card that is w pixels wide.
func paintCard(t testing.TB, style Style, c cards.Card, w int) *image.Paletted {
	s, err := sheetOf(style)
	require.NoError(t, err)
	k := sprite{motif: face, card: c, w: w, h: w * 2 / 3}
	return paintStrokes(s, image.Pt(k.w, k.h), func(m *canvas) { m.lay(image.Point{}, k) })
}

func paletteColours(m *image.Paletted) []light {
	all := make([]light, len(m.Palette))
	for i, q := range m.Palette {
		q := q.(color.RGBA)
		all[i] = lightOf(q.R, q.G, q.B)
	}
	return all
}

// meanInk returns the mean colour, in linear light, of all pixels that differ clearly from the card. These are the
// symbols and their soft edges.
func meanInk(m *image.Paletted, card color.RGBA) light {
	var counts [256]int
	box := m.Bounds().Inset(m.Bounds().Dx() / 20) // without the card's thin edge
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			counts[m.ColorIndexAt(x, y)]++
		}
	}
	paper := lightOf(card.R, card.G, card.B).lab()
	var mean light
	n := 0
	for i, l := range paletteColours(m) {
		if counts[i] == 0 || deltaE2000(l.lab(), paper) < 5 {
			continue
		}
		n += counts[i]
		for part := range mean {
			mean[part] += l[part] * float64(counts[i])
		}
	}
	for part := range mean {
		mean[part] /= float64(n)
	}
	return mean
}

// People can distinguish two cards that differ only in colour, whatever kind of colour vision they have. The test
// compares the colours of strokes, and the mean colours of solid, striped and open cards.
func TestColoursDifferForAllColourVisions(t *testing.T) {
	lines := []string{"| palette | " + strings.Join(eyeNames(), " | ") + " |",
		"| ---" + strings.Repeat(" | ---:", len(eyes)) + " |"}
	for _, style := range Styles() {
		line := "| " + style.String()
		theme := themeOf(style)
		for _, e := range eyes {
			enough := 15.0
			if e.name == "normal" {
				enough = 20
			}
			least, where := 1000.0, ""
			check := func(what string, colours [3]light) {
				for i := range colours {
					j := (i + 1) % 3
					d := deltaE2000(colours[i].through(e.matrix).lab(), colours[j].through(e.matrix).lab())
					if d < least {
						least, where = d, fmt.Sprintf("%v and %v, %s", cards.Colour(i), cards.Colour(j), what)
					}
				}
			}
			var pure [3]light
			for i, q := range theme.symbol {
				pure[i] = lightOf(q.R, q.G, q.B)
			}
			check("stroke", pure)
			for shading := cards.Solid; shading <= cards.Open; shading++ {
				for shape := cards.Diamond; shape <= cards.Oval; shape++ {
					var means [3]light
					for c := range means {
						card := cards.SET(cards.Two, shading, cards.Colour(c), shape)
						means[c] = meanInk(paintCard(t, style, card, layout.Wide), theme.card)
					}
					check(fmt.Sprintf("%v %v", shading, shape), means)
				}
			}
			line += fmt.Sprintf(" | %.1f", least)
			if style.Palette == plain && e.name == "deuteranopia" {
				assert.Less(t, least, enough, "%s suits all kinds of colour vision, so it needs no warning", style)
			} else if style.Palette != plain || e.name == "normal" {
				assert.GreaterOrEqual(t, least, enough, "%s seen with %s: %s", style, e.name, where)
			}
		}
		lines = append(lines, line+" |")
	}
	legibleSection(t, "colours", strings.Join(lines, "\n"))
}

// Each colour's hue matches its name, and the three colours differ in lightness.
func TestColoursAreNamedAndDifferInLightness(t *testing.T) {
	hues := [3][2]float64{{15, 50}, {130, 175}, {290, 325}}
	for _, style := range Styles() {
		theme := themeOf(style)
		var lightness [3]float64
		for i, q := range theme.symbol {
			lab := lightOf(q.R, q.G, q.B).lab()
			lightness[i] = lab[0]
			h := hueOf(lab)
			assert.True(t, h >= hues[i][0] && h <= hues[i][1], "%s: %v has the hue %.0f°", style, cards.Colour(i), h)
		}
		for i := range lightness {
			if style.Palette == plain {
				break
			}
			j := (i + 1) % 3
			assert.Greater(t, abs(lightness[i]-lightness[j]), 8.0, "%s: lightness of %v and %v", style,
				cards.Colour(i), cards.Colour(j))
		}
	}
}

// The contrast with the background is at least 4.5 : 1 for words and at least 3 : 1 for symbols and rings (WCAG 2,
// 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	of := func(q color.RGBA) light { return lightOf(q.R, q.G, q.B) }
	for _, style := range Styles() {
		p := themeOf(style)
		words := map[string][2]color.RGBA{
			"ink on ground": {p.ink, p.ground}, "muted on ground": {p.muted, p.ground},
			"ink on tile": {p.ink, p.tile}, "muted on tile": {p.muted, p.tile},
			"ink on card": {p.ink, p.card}, "on accent": {p.onAccent, p.accent},
			"tile on ink": {p.tile, p.ink}, "black suit": {p.suit[0], p.card}, "red suit": {p.suit[1], p.card},
		}
		for i, q := range p.seat {
			words[fmt.Sprintf("letter on seat %d", i)] = [2]color.RGBA{p.onSeat, q}
		}
		for what, pair := range words {
			require.GreaterOrEqual(t, contrast(of(pair[0]), of(pair[1])), 4.5, "%s: %s", style, what)
		}
		signs := map[string][2]color.RGBA{
			"ring on card": {p.accent, p.card}, "ring on ground": {p.accent, p.ground},
			"turn on tile": {p.accent, p.tile}, "bar on ground": {p.bar, p.ground},
		}
		for i, q := range p.symbol {
			signs[fmt.Sprintf("symbol %d", i)] = [2]color.RGBA{q, p.card}
		}
		for i, q := range p.suit {
			signs[fmt.Sprintf("suit %d beside one that is missing", i)] = [2]color.RGBA{q, p.ghost}
		}
		for i, q := range p.seat {
			signs[fmt.Sprintf("seat %d on tile", i)] = [2]color.RGBA{q, p.tile}
			signs[fmt.Sprintf("seat %d on ground", i)] = [2]color.RGBA{q, p.ground}
		}
		for what, pair := range signs {
			require.GreaterOrEqual(t, contrast(of(pair[0]), of(pair[1])), 3.0, "%s: %s", style, what)
		}
	}
}

// Any two cards differ clearly, even in grey and at half size. The test adds up the differences of all pixels; a black
// pixel and a white one differ by 1.
func TestCardsDifferInGreyAtHalfSize(t *testing.T) {
	longOnly(t)
	sheet := func(style Style) *sheet {
		s, err := sheetOf(style)
		require.NoError(t, err)
		return s
	}
	set, standard := cards.SETPack().Cards(), cards.StandardPack().Cards()
	for _, c := range []struct {
		pack   []cards.Card
		label  int // the width taken by the label
		w, h   int
		enough float64
	}{
		{set, 0, layout.Wide, layout.Tall, 4.6},
		{set, 14, 64, 42, 7},
		{standard, 0, layout.Slim, layout.SlimTall, 6.1},
		{standard, 0, layout.Mini, layout.Mini * 2 / 3, 8.5},
	} {
		for _, style := range Styles() {
			grey := make([][]float64, len(c.pack))
			for i, card := range c.pack {
				grey[i] = greyHalf(paintStrokes(sheet(style), image.Pt(c.w, c.h), func(m *canvas) {
					m.cell(games.Cell{Kind: games.Face, Card: card}, image.Rect(0, 0, c.w, c.h))
					if c.label > 0 {
						m.lay(image.Point{}, sprite{motif: face, card: card, n: c.label, w: c.w, h: c.h})
					}
				}))
			}
			least, a, b := 1e9, c.pack[0], c.pack[0]
			for i := range c.pack {
				for j := range i {
					d := 0.0
					for k := range grey[i] {
						d += abs(grey[i][k] - grey[j][k])
					}
					if d < least {
						least, a, b = d, c.pack[i], c.pack[j]
					}
				}
			}
			least *= 1000 / float64(len(grey[0]))
			if style.Palette == plain && c.pack[0].IsSET() {
				continue
			}
			t.Logf("%-15s %d wide: nearest cards %v and %v: %.1f of 1000 pixels", style, c.w, a, b, least)
			require.Greater(t, least, c.enough, "%s, %d wide: %v and %v look alike", style, c.w, a, b)
		}
	}
}

// greyHalf returns the pixels of the picture at half size in grey, as L* from 0 to 1.
func greyHalf(m *image.Paletted) []float64 {
	all := paletteColours(m)
	var grey []float64
	for y := 0; y+1 < m.Rect.Dy(); y += 2 {
		for x := 0; x+1 < m.Rect.Dx(); x += 2 {
			sum := 0.0
			for _, at := range [4]int{0, 1, m.Stride, m.Stride + 1} {
				sum += all[m.Pix[y*m.Stride+x+at]].luminance()
			}
			grey = append(grey, light{sum / 4, sum / 4, sum / 4}.lab()[0]/100)
		}
	}
	return grey
}

// The centre of gravity of a card's symbols is at the middle of the card, within a quarter of a pixel.
func TestSymbolsAreCentred(t *testing.T) {
	theme := themeOf(Styles()[0])
	paper := lightOf(theme.card.R, theme.card.G, theme.card.B).luminance()
	for columns := 3; columns <= 6; columns++ {
		w := min(layout.Wide, (layout.Width-2*layout.Margin-(columns-1)*layout.Gap)/columns) &^ 1
		for _, c := range cards.SETPack().Cards() {
			m := paintCard(t, Styles()[0], c, w)
			all := paletteColours(m)
			var x, y, weight float64
			for i, p := range m.Pix {
				ink := abs(all[p].luminance() - paper)
				x += ink * (float64(i%m.Stride) + 0.5)
				y += ink * (float64(i/m.Stride) + 0.5)
				weight += ink
			}
			require.InDelta(t, float64(m.Rect.Dx())/2, x/weight, 0.25, "%v, %d pixels wide", c, w)
			require.InDelta(t, float64(m.Rect.Dy())/2, y/weight, 0.25, "%v, %d pixels wide", c, w)
		}
	}
}
