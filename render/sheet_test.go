package render

import (
	"bytes"
	"image"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/draw"

	"settable/games"
	"settable/render/layout"
)

// TestSheetOfEachLanguage writes pictures for each language into the folder SETTABLE_LOOK, for visual inspection.
func TestSheetOfEachLanguage(t *testing.T) {
	folder := os.Getenv("SETTABLE_LOOK")
	if folder == "" {
		t.Skip("needs SETTABLE_LOOK=FOLDER")
	}
	require.NoError(t, os.MkdirAll(folder, 0o755))
	for _, l := range catalogues.Languages() {
		s, err := sheetOf(Style{})
		require.NoError(t, err)
		var heads, seats, views, charts stack
		desktop := func(c *canvas) image.Image {
			defer s.returnCanvas(c)
			picture, err := s.appendPainted(nil, c)
			require.NoError(t, err)
			m, err := png.Decode(bytes.NewReader(shrunk(t, picture, 550, 350)))
			require.NoError(t, err)
			return m
		}
		drawn := func(v games.View) image.Image { return desktop(s.table(v, l)) }
		showTitles(l, func(_ string, c *canvas) {
			m := desktop(c)
			charts.add(m, m.Bounds())
		})
		showLongest(l, func(name string, v games.View) {
			m, p := drawn(v), layout.Of(v)
			k := float64(m.Bounds().Dx()) / layout.Width
			lines := p.Headline[len(p.Headline)-1]
			if strings.HasPrefix(name, "headline") {
				heads.add(m, image.Rect(0, 0, m.Bounds().Dx(), int(k*float64(lines.Max.Y+14))))
			} else {
				seats.add(m, image.Rect(0, int(k*float64(p.Seats[0].Min.Y-6)), m.Bounds().Dx(), m.Bounds().Dy()))
			}
		})
		for _, name := range slices.Sorted(maps.Keys(named())) {
			m := drawn(named()[name])
			views.add(m, m.Bounds())
		}
		for name, all := range map[string]stack{"heads": heads, "seats": seats, "views": views, "charts": charts} {
			file := filepath.Join(folder, name+"-"+l.Locale()+".png")
			require.NoError(t, os.WriteFile(file, all.png(t, 1900), 0o644))
		}
	}
}

// A stack is a list of pictures that are inspected together.
type stack []image.Image

func (s *stack) add(m image.Image, part image.Rectangle) {
	*s = append(*s, m.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(part.Intersect(m.Bounds())))
}

// png arranges the pictures in columns of the given maximum height.
func (s stack) png(t *testing.T, most int) []byte {
	var at []image.Point
	pen, wide, whole := image.Point{}, 0, image.Point{}
	for _, m := range s {
		if size := m.Bounds().Size(); pen.Y+size.Y > most {
			pen, wide = image.Pt(pen.X+wide+8, 0), 0
		}
		at = append(at, pen)
		wide, pen.Y = max(wide, m.Bounds().Dx()), pen.Y+m.Bounds().Dy()+4
		whole = image.Pt(max(whole.X, pen.X+wide), max(whole.Y, pen.Y))
	}
	sheet := image.NewRGBA(image.Rectangle{Max: whole})
	for i, m := range s {
		box := image.Rectangle{Min: at[i], Max: at[i].Add(m.Bounds().Size())}
		draw.Draw(sheet, box, m, m.Bounds().Min, draw.Src)
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, sheet))
	return b.Bytes()
}

// shrunk scales a picture down to fit into w × h, as Discord does.
func shrunk(t *testing.T, picture []byte, w, h int) []byte {
	m, err := png.Decode(bytes.NewReader(picture))
	require.NoError(t, err)
	k := min(float64(w)/float64(m.Bounds().Dx()), float64(h)/float64(m.Bounds().Dy()))
	small := image.NewRGBA(image.Rect(0, 0, int(float64(m.Bounds().Dx())*k), int(float64(m.Bounds().Dy())*k)))
	draw.CatmullRom.Scale(small, small.Bounds(), m, m.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, small))
	return b.Bytes()
}
