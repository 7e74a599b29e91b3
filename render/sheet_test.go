package render

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/draw"

	"settable/games/cards"
	"settable/render/layout"
)

// TestContactSheet draws all 81 cards and every view in every style into the
// folder named by SETTABLE_LOOK, for people to look at.
func TestContactSheet(t *testing.T) {
	folder := os.Getenv("SETTABLE_LOOK")
	if folder == "" {
		t.Skip("SETTABLE_LOOK names no folder to draw into")
	}
	require.NoError(t, os.MkdirAll(folder, 0o755))
	write := func(name string, png []byte, err error) {
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644))
	}
	for _, style := range Styles() {
		s, err := sheetOf(style)
		require.NoError(t, err)
		m := s.canvas(9*(layout.Wide+layout.Gap)+layout.Gap, 9*(layout.Tall+layout.Gap)+layout.Gap, spoken)
		for i, c := range cards.SETPack().Cards() {
			at := image.Pt(layout.Gap+i%9*(layout.Wide+layout.Gap), layout.Gap+i/9*(layout.Tall+layout.Gap))
			m.lay(at, sprite{motif: face, card: c, w: layout.Wide, h: layout.Tall})
		}
		png, err := s.plain(nil, m)
		write("cards-"+style.String(), png, err)
		for name, v := range named() {
			png, err := Draw(v, style, spoken)
			write(name+"-"+style.String(), png, err)
			write("desktop-"+name+"-"+style.String(), shrunk(t, png, 550, 350), nil)
			write("phone-"+name+"-"+style.String(), shrunk(t, png, 350, 5000), nil)
		}
		png, err = DrawChart(chartOf(10), style, spoken)
		write("chart-"+style.String(), png, err)
	}
}

// shrunk is the picture as large as fits into w × h, as a chat shows it.
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
