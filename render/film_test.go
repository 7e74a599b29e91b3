package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var colours = color.Palette{color.Black, color.White, color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}}

// picture returns a picture with a few random boxes.
func picture(luck *rand.Rand, w, h int) *image.Paletted {
	p := image.NewPaletted(image.Rect(0, 0, w, h), colours)
	for range 3 {
		x, y := luck.IntN(w-10)+5, luck.IntN(h-10)+5
		box := image.Rect(x, y, x+luck.IntN(w-x)+1, y+luck.IntN(h-y)+1)
		draw.Draw(p, box, image.NewUniform(colours[1+luck.IntN(3)]), image.Point{}, draw.Src)
	}
	return p
}

func encoded(t *testing.T, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, p))
	return b.Bytes()
}

// Every frame of the film looks like the picture that was added, even if the pictures differ in size.
func TestFilmShowsItsPictures(t *testing.T) {
	for seed := range uint64(50) {
		luck := rand.New(rand.NewPCG(seed, 1))
		var f Film
		var added []*image.Paletted
		for range 8 {
			p := picture(luck, 40+10*luck.IntN(3), 30+10*luck.IntN(3))
			if luck.IntN(4) == 0 && added != nil {
				p = added[len(added)-1] // an unchanged picture
			}
			added = append(added, p)
			require.NoError(t, f.Add(encoded(t, p), 1200*time.Millisecond))
		}
		moving, err := f.GIF()
		require.NoError(t, err)
		g, err := gif.DecodeAll(bytes.NewReader(moving))
		require.NoError(t, err)
		require.Len(t, g.Image, len(added))
		require.Equal(t, 120, g.Delay[0])
		require.Equal(t, image.Rect(0, 0, g.Config.Width, g.Config.Height), g.Image[0].Rect, "the first frame must cover the whole screen")
		screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
		for i, frame := range g.Image {
			draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Src)
			b := added[i].Rect
			for y := range b.Dy() {
				for x := range b.Dx() {
					want := color.RGBAModel.Convert(added[i].At(x, y))
					require.Equal(t, want, screen.At(x, y), "seed %d frame %d", seed, i)
				}
			}
		}
	}
}

// Pictures without a palette, or with a different one, are shown in the film's colours.
func TestFilmOfPaintedPictures(t *testing.T) {
	painted := image.NewRGBA(image.Rect(0, 0, 20, 20))
	draw.Draw(painted, painted.Rect, image.NewUniform(color.RGBA{9, 9, 9, 255}), image.Point{}, draw.Src)
	painted.Set(5, 5, color.White)
	var f Film
	require.NoError(t, f.Add(encoded(t, painted), time.Second))
	require.NoError(t, f.Add(encoded(t, picture(rand.New(rand.NewPCG(1, 1)), 20, 20)), time.Second))
	moving, err := f.GIF()
	require.NoError(t, err)
	_, err = gif.DecodeAll(bytes.NewReader(moving))
	require.NoError(t, err)

	require.Error(t, f.Add([]byte("no picture"), time.Second))
	_, err = (&Film{}).GIF()
	require.Error(t, err)
}
