package splice_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/render/splice"
)

// greys returns a palette of n colours.
func greys(n int) color.Palette {
	p := make(color.Palette, n)
	for i := range p {
		p[i] = color.RGBA{R: uint8(i), G: uint8(i * 3), B: 255 - uint8(i), A: 255}
	}
	return p
}

// A kit is a splice.Kit together with its width and number of colours.
type kit struct {
	*splice.Kit
	width, colours int
}

// untrained returns a kit with the code from which training starts.
func untrained(t testing.TB, width, colours int) kit {
	k, err := splice.Load(width, greys(colours), splice.Guess(colours))
	require.NoError(t, err)
	return kit{k, width, colours}
}

// cloth returns w × h pixels with a random pattern: a single colour, stripes, dots or noise.
func cloth(luck *rand.Rand, w, h, colours int) []uint8 {
	pix := make([]uint8, w*h)
	kind, every := luck.IntN(5), 1+luck.IntN(9)
	a, b := uint8(luck.IntN(colours)), uint8(luck.IntN(colours))
	for i := range pix {
		x, y := i%w, i/w
		pix[i] = a
		switch {
		case kind == 1 && (x+y)/every%2 == 0, kind == 2 && x/every%2 == y/every%2:
			pix[i] = b
		case kind == 3 && luck.IntN(20) == 0:
			pix[i] = uint8(luck.IntN(colours))
		case kind == 4:
			pix[i] = uint8(luck.IntN(colours))
		}
	}
	return pix
}

// A scene is a picture together with the pixels that it must have.
type scene struct {
	picture splice.Picture
	want    *image.Paletted
}

// newScene places patches and fields at random positions that don't overlap.
func newScene(t *testing.T, luck *rand.Rand, k kit) scene {
	s := scene{picture: splice.Picture{Height: 1 + luck.IntN(120)}}
	all := image.Rect(0, 0, k.width, s.picture.Height)
	s.want = image.NewPaletted(all, greys(k.colours))
	box := func(most int) image.Rectangle {
		w, h := 1+luck.IntN(min(most, k.width)), 1+luck.IntN(min(most, all.Max.Y))
		at := image.Pt(luck.IntN(k.width-w+1), luck.IntN(all.Max.Y-h+1))
		return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
	}
	free := func(b image.Rectangle, taken []image.Rectangle) bool {
		for _, r := range taken {
			if b.Overlaps(r) {
				return false
			}
		}
		return true
	}
	var fields, patches []image.Rectangle
	for range luck.IntN(12) {
		if b := box(90); free(b, fields) {
			fields = append(fields, b)
			f := splice.Field{Box: b, Colour: uint8(luck.IntN(k.colours))}
			s.picture.Fields = append(s.picture.Fields, f)
			for i := range b.Dx() * b.Dy() {
				s.want.SetColorIndex(b.Min.X+i%b.Dx(), b.Min.Y+i/b.Dx(), f.Colour)
			}
		}
	}
	for range luck.IntN(30) {
		b := box(1 + luck.IntN(60))
		if !free(b, patches) {
			continue
		}
		patches = append(patches, b)
		pix := cloth(luck, b.Dx(), b.Dy(), k.colours)
		for y := range b.Dy() {
			copy(s.want.Pix[s.want.PixOffset(b.Min.X, b.Min.Y+y):], pix[y*b.Dx():][:b.Dx()])
		}
	}
	for _, b := range patches {
		row := func(y int) []uint8 { return s.want.Pix[s.want.PixOffset(b.Min.X, y):][:b.Dx()] }
		var pix, above []uint8
		for y := b.Min.Y; y < b.Max.Y; y++ {
			pix = append(pix, row(y)...)
		}
		if b.Min.Y > 0 && luck.IntN(2) == 0 {
			above = row(b.Min.Y - 1)
		}
		s.picture.Patches = append(s.picture.Patches,
			placed(k.Cut(pix, b.Dx(), above, 1<<luck.IntN(7)), b.Min.X, b.Min.Y))
	}
	if luck.IntN(3) == 0 {
		s.join(t, luck, k)
	}
	return s
}

func placed(p *splice.Patch, x, y int) splice.Placed { return splice.Placed{Patch: p, X: x, Y: y} }

func field(x0, y0, x1, y1 int) splice.Field {
	return splice.Field{Box: image.Rect(x0, y0, x1, y1), Colour: 1}
}

// join replaces the parts of the picture with one joined patch. It sometimes joins only those in one half, if no part
// crosses the middle.
func (s *scene) join(t *testing.T, luck *rand.Rand, k kit) {
	all := s.want.Rect
	part := all
	if luck.IntN(2) == 0 {
		part.Min.Y, part.Max.X = all.Max.Y/3, max(1, all.Max.X*2/3)
	}
	in, out := splice.Picture{Height: part.Dy()}, splice.Picture{Height: s.picture.Height}
	at := func(p splice.Placed) image.Rectangle {
		w, h := p.Patch.Size()
		return image.Rect(p.X, p.Y, p.X+w, p.Y+h)
	}
	for _, p := range s.picture.Patches {
		switch b := at(p); {
		case b.In(part):
			in.Patches = append(in.Patches, placed(p.Patch, p.X-part.Min.X, p.Y-part.Min.Y))
		case b.Overlaps(part):
			return
		default:
			out.Patches = append(out.Patches, p)
		}
	}
	for _, f := range s.picture.Fields {
		switch {
		case f.Box.In(part):
			in.Fields = append(in.Fields, splice.Field{Box: f.Box.Sub(part.Min), Colour: f.Colour})
		case f.Box.Overlaps(part):
			return
		default:
			out.Fields = append(out.Fields, f)
		}
	}
	joined, err := k.Join(part.Dx(), &in)
	require.NoError(t, err)
	if joined.Below() && part.Min.Y == 0 {
		return
	}
	out.Patches = append(out.Patches, placed(joined, part.Min.X, part.Min.Y))
	s.picture = out
}

func TestAnyPictureDecodes(t *testing.T) {
	t.Parallel()
	luck := rand.New(rand.NewPCG(1, 2))
	var dst []byte
	for n := range 2000 {
		k := untrained(t, 1+luck.IntN(300), 1+luck.IntN(256))
		s := newScene(t, luck, k)
		var err error
		dst, err = k.Append(dst[:0], &s.picture)
		require.NoError(t, err, n)
		m, err := png.Decode(bytes.NewReader(dst))
		require.NoError(t, err, n)
		require.Equal(t, s.want, m, n)
	}
}

func TestOverlapsAndOverhangsAreRefused(t *testing.T) {
	k := untrained(t, 40, 4)
	patch := k.Cut(make([]uint8, 50), 10, nil, 8)
	hangs := k.Cut(make([]uint8, 50), 10, make([]uint8, 10), 8)
	for name, p := range map[string]splice.Picture{
		"left":    {Height: 20, Patches: []splice.Placed{placed(patch, -1, 0)}},
		"right":   {Height: 20, Patches: []splice.Placed{placed(patch, 31, 0)}},
		"above":   {Height: 20, Patches: []splice.Placed{placed(patch, 0, -1)}},
		"below":   {Height: 20, Patches: []splice.Placed{placed(patch, 0, 16)}},
		"outside": {Height: 20, Patches: []splice.Placed{placed(patch, 0, 20)}},
		"patches": {Height: 20, Patches: []splice.Placed{placed(patch, 0, 0), placed(patch, 9, 4)}},
		"fields":  {Height: 20, Fields: []splice.Field{field(0, 0, 9, 9), field(8, 8, 9, 9)}},
		"first":   {Height: 20, Patches: []splice.Placed{placed(hangs, 0, 0)}},
		"empty":   {Height: 20, Fields: []splice.Field{field(5, 5, 5, 9)}},
	} {
		out, err := k.Append([]byte("x"), &p)
		require.ErrorIs(t, err, splice.ErrPlace, name)
		require.Equal(t, "x", string(out), name)
	}
}

func TestReusedBufferDoesNotAllocate(t *testing.T) {
	luck := rand.New(rand.NewPCG(3, 4))
	k := untrained(t, 300, 60)
	s := newScene(t, luck, k)
	dst, err := k.Append(nil, &s.picture)
	require.NoError(t, err)
	again := k.Encoder()
	require.Zero(t, testing.AllocsPerRun(100, func() { dst, _ = again(dst[:0], &s.picture) }))
}

// A trained kit makes pictures smaller. Training it again produces the same kit.
func TestTrainingMakesPicturesSmaller(t *testing.T) {
	const width, colours = 200, 20
	pictures := func(k *splice.Kit) (all [][]byte, err error) {
		luck := rand.New(rand.NewPCG(5, 6))
		for range 20 {
			s := newScene(t, luck, kit{k, width, colours})
			picture, err := k.Append(nil, &s.picture)
			if err != nil {
				return nil, err
			}
			all = append(all, picture)
		}
		return all, nil
	}
	trained, err := splice.Train(width, greys(colours), 3, pictures)
	require.NoError(t, err)
	again, err := splice.Train(width, greys(colours), 3, pictures)
	require.NoError(t, err)
	require.Equal(t, trained, again)
	k, err := splice.Load(width, greys(colours), trained)
	require.NoError(t, err)
	size := func(k *splice.Kit) (n int) {
		all, err := pictures(k)
		require.NoError(t, err)
		for _, p := range all {
			n += len(p)
		}
		return n
	}
	require.Less(t, size(k), size(untrained(t, width, colours).Kit)*95/100)
}

func TestLoadRefusesInvalidCodes(t *testing.T) {
	good := splice.Guess(9)
	_, err := splice.Load(10, greys(9), good)
	require.NoError(t, err)
	for what, code := range map[string][]byte{
		"short":   good[1:],
		"lacking": append([]byte{0}, good[1:]...),
		"longer":  append([]byte{good[0] + 1}, good[1:]...),
	} {
		_, err := splice.Load(10, greys(9), code)
		require.Error(t, err, what)
	}
	_, err = splice.Load(10, greys(10), good)
	require.EqualError(t, err, "splice: the code lacks symbol 9")
	_, err = splice.Load(splice.Widest+1, greys(9), good)
	require.Error(t, err)
}
