package render

import (
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"settable/render/layout"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The script docs/lab/peers/run passes this flag.
var sceneFolder = flag.String("scene", "",
	"write the parts of a table into the folder, and how long it takes to draw it")

// TestScene writes the parts of a picture as PNG files, with their positions.
func TestScene(t *testing.T) {
	if *sceneFolder == "" {
		t.Skip("needs -scene FOLDER")
	}
	require.NoError(t, os.MkdirAll(*sceneFolder, 0o755))
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	v := classicView(12)
	p := layout.Of(v)
	type part struct {
		X int `json:"x"`
		Y int `json:"y"`
	}
	ground := s.theme.ground
	scene := struct {
		Width  int    `json:"width"`
		Height int    `json:"height"`
		Ground string `json:"ground"`
		Parts  []part `json:"parts"`
	}{p.Width, p.Height, fmt.Sprintf("#%02x%02x%02x", ground.R, ground.G, ground.B), nil}
	c := s.table(v, spoken)
	m := s.paintCanvas(c)
	m.Palette = m.Palette[:s.colours.n:s.colours.n]
	for _, box := range slices.Concat([]image.Rectangle{p.Title, p.TakenBy}, p.Headline, p.Taken,
		p.Areas[0].Cells, p.Seats) {
		f, err := os.Create(filepath.Join(*sceneFolder, fmt.Sprintf("%d.png", len(scene.Parts))))
		require.NoError(t, err)
		require.NoError(t, png.Encode(f, m.SubImage(box)))
		require.NoError(t, f.Close())
		scene.Parts = append(scene.Parts, part{box.Min.X, box.Min.Y})
	}
	text, err := json.Marshal(scene)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(*sceneFolder, "scene.json"), text, 0o644))
	require.Equal(t, color.RGBAModel.Convert(m.At(0, 0)), ground)

	lines := ""
	for _, way := range []struct {
		name string
		draw func() ([]byte, error)
	}{
		{"settable: spliced, from the view", func() ([]byte, error) { return Draw(v, Style{}, spoken) }},
		{"settable: painted, from the view", func() ([]byte, error) {
			c := s.table(v, spoken)
			defer s.returnCanvas(c)
			return s.appendPainted(nil, c)
		}},
	} {
		var times []time.Duration
		size := 0
		for range 200 {
			start := time.Now()
			picture, err := way.draw()
			times = append(times, time.Since(start))
			require.NoError(t, err)
			size = len(picture)
		}
		slices.Sort(times)
		lines += fmt.Sprintf("%s\t%.1f\t%d\n", way.name, float64(times[len(times)/2].Nanoseconds())/1000, size)
	}
	require.NoError(t, os.WriteFile(filepath.Join(*sceneFolder, "settable.tsv"), []byte(lines), 0o644))
}
