package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"slices"
	"time"
)

// A Film is an endless animation with one palette. It has the size of its largest frame, and stores only the part of
// each frame that differs from the one before.
type Film struct {
	frames []*image.Paletted
	shown  *image.Paletted // the screen after the last frame
	delays []int
	size   image.Point
}

// Add adds a PNG that is shown for the given time. Pictures may differ in size, but they should have similar colours,
// because the film uses the palette of the first one.
func (f *Film) Add(picture []byte, shown time.Duration) error {
	decoded, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return fmt.Errorf("decoding a frame of a film: %w", err)
	}
	frame := f.enlarge(f.toPaletted(decoded))
	f.size = frame.Rect.Size()
	f.delays = append(f.delays, int(shown/(10*time.Millisecond)))
	f.frames = append(f.frames, f.changedPart(frame))
	f.shown = frame
	return nil
}

func (f *Film) toPaletted(decoded image.Image) *image.Paletted {
	own, ok := decoded.(*image.Paletted)
	switch {
	case ok && f.shown == nil:
		return own
	case ok && slices.Equal(own.Palette, f.shown.Palette):
		return own
	}
	colours := firstColours(decoded)
	if f.shown != nil {
		colours = f.shown.Palette
	}
	frame := image.NewPaletted(decoded.Bounds(), colours)
	draw.Draw(frame, frame.Rect, decoded, decoded.Bounds().Min, draw.Src)
	return frame
}

// enlarge pads a frame to the size of the film with the background colour.
func (f *Film) enlarge(frame *image.Paletted) *image.Paletted {
	size := image.Pt(max(f.size.X, frame.Rect.Dx()), max(f.size.Y, frame.Rect.Dy()))
	if size == frame.Rect.Size() && frame.Rect.Min == (image.Point{}) {
		return frame
	}
	whole := image.NewPaletted(image.Rectangle{Max: size}, frame.Palette)
	ground := frame.Pix[0]
	for i := range whole.Pix {
		whole.Pix[i] = ground
	}
	for y := range frame.Rect.Dy() {
		copy(whole.Pix[y*whole.Stride:], frame.Pix[y*frame.Stride:y*frame.Stride+frame.Rect.Dx()])
	}
	return whole
}

// firstColours returns the first 256 different colours of a picture, for pictures without a palette.
func firstColours(picture image.Image) (colours color.Palette) {
	seen := map[color.Color]bool{}
	b := picture.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if c := picture.At(x, y); !seen[c] && len(colours) < 256 {
				seen[c], colours = true, append(colours, c)
			}
		}
	}
	return colours
}

// changedPart returns the part of a frame that differs from the screen. A frame can't be empty, so the part is at
// least one pixel.
func (f *Film) changedPart(frame *image.Paletted) *image.Paletted {
	if f.shown == nil || f.shown.Rect != frame.Rect {
		return frame
	}
	part := image.Rectangle{}
	for y := range frame.Rect.Dy() {
		from := y * frame.Stride
		was, is := f.shown.Pix[from:from+frame.Rect.Dx()], frame.Pix[from:from+frame.Rect.Dx()]
		if bytes.Equal(was, is) {
			continue
		}
		first, last := 0, len(is)
		for was[first] == is[first] {
			first++
		}
		for was[last-1] == is[last-1] {
			last--
		}
		part = part.Union(image.Rect(first, y, last, y+1))
	}
	if part.Empty() {
		part = image.Rect(0, 0, 1, 1)
	}
	small := image.NewPaletted(part, frame.Palette) // a copy, because a sub-image would keep the whole frame in memory
	for y := part.Min.Y; y < part.Max.Y; y++ {
		copy(small.Pix[(y-part.Min.Y)*small.Stride:], frame.Pix[y*frame.Stride+part.Min.X:][:part.Dx()])
	}
	return small
}

// GIF returns the film as a GIF that repeats endlessly.
func (f *Film) GIF() ([]byte, error) {
	if len(f.frames) == 0 {
		return nil, errors.New("the film has no frames")
	}
	f.frames[0] = f.enlarge(f.frames[0]) // the first frame must cover the whole screen
	g := gif.GIF{Image: f.frames, Delay: f.delays,
		Config: image.Config{ColorModel: f.shown.Palette, Width: f.size.X, Height: f.size.Y}}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &g); err != nil {
		return nil, fmt.Errorf("encoding a film: %w", err)
	}
	return out.Bytes(), nil
}
