package render

import (
	_ "embed" // for font/japanese.ttf
	"fmt"
	"image"
	"image/draw"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A fontFace is the typeface (see font/LICENSE) in one weight and one size.
type fontFace struct {
	bold bool
	size int // pixels per em
}

// A glyph is the image of a letter. It holds the coverage of each pixel, from 0 to shades. It is drawn once and cached.
type glyph struct {
	box     image.Rectangle // the bounding box, relative to the pen position on the baseline
	cover   []uint8
	advance fixed.Int26_6
}

// typeset caches drawn letters. Its lock protects the font.Faces, which are not safe for concurrent use.
type typeset struct {
	lock     sync.RWMutex
	fonts    [2]*opentype.Font
	japanese *opentype.Font // for letters that the other two lack, such as those of Japanese text and names
	faces    map[fontFace]font.Face
	further  map[fontFace]font.Face // faces of the Japanese font
	glyphs   map[fontFace]map[rune]*glyph
	shaper   *shaper // created when a text first needs it
}

var letters = newTypeset()

func newTypeset() *typeset {
	return &typeset{
		fonts: [2]*opentype.Font{parseFont(goregular.TTF), parseFont(gobold.TTF)}, japanese: parseFont(japaneseTTF),
		faces: map[fontFace]font.Face{}, further: map[fontFace]font.Face{}, glyphs: map[fontFace]map[rune]*glyph{},
	}
}

// japaneseTTF contains kana, kanji and their punctuation (see font/japanese.LICENSE).
//
//go:embed font/japanese.ttf
var japaneseTTF []byte

func parseFont(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("render: reading an embedded typeface: %v", err))
	}
	return f
}

// narrow is the narrow no-break space, which French uses before : ; ! and ?. The typeface lacks this space.
const narrow = '\u202f'

// hasGlyph reports whether the font contains the letter.
func hasGlyph(f *opentype.Font, r rune) bool {
	i, err := f.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// has reports whether the letter can be drawn.
func (t *typeset) has(r rune) bool {
	return hasGlyph(t.fonts[0], r) && hasGlyph(t.fonts[1], r) || hasGlyph(t.japanese, r)
}

// isPlain reports whether a text can be written letter by letter, without shaping.
func (t *typeset) isPlain(text string) bool {
	for _, r := range text {
		if r > unicode.MaxLatin1 && r != narrow && (unicode.In(r, unicode.M, unicode.Cf) || !t.has(r)) {
			return false
		}
	}
	return true
}

// shape calls f with the shaper while it holds the lock.
func (t *typeset) shape(f func(*shaper)) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.shaper == nil {
		t.shaper = newShaper()
	}
	f(t.shaper)
}

// canDraw reports whether any font has the letter.
func (t *typeset) canDraw(r rune) (can bool) {
	if t.has(r) {
		return true
	}
	t.shape(func(s *shaper) { can = s.has(r) })
	return can
}

// glyph returns the cached glyph of a letter, or draws it.
func (t *typeset) glyph(h fontFace, r rune) *glyph {
	t.lock.RLock()
	g := t.glyphs[h][r]
	t.lock.RUnlock()
	if g != nil {
		return g
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.glyphs[h] == nil {
		t.glyphs[h] = map[rune]*glyph{}
	}
	if g = t.glyphs[h][r]; g == nil {
		f := t.face(h)
		switch {
		case r == narrow:
			g = &glyph{advance: ink(f, ' ').advance * 5 / 8}
		case !hasGlyph(t.fonts[0], r) && hasGlyph(t.japanese, r):
			g = ink(faceOf(t.japanese, t.further, fontFace{size: h.size}), r)
			if h.bold {
				g = g.bolder(max(1, h.size/24))
			}
		default:
			g = ink(f, r)
		}
		t.glyphs[h][r] = g
	}
	return g
}

func (t *typeset) face(h fontFace) font.Face {
	if h.bold {
		return faceOf(t.fonts[1], t.faces, h)
	}
	return faceOf(t.fonts[0], t.faces, h)
}

// faceOf returns the font at this size. It caches fonts in known.
func faceOf(of *opentype.Font, known map[fontFace]font.Face, h fontFace) font.Face {
	f := known[h]
	if f == nil {
		var err error
		f, err = opentype.NewFace(of,
			&opentype.FaceOptions{Size: float64(h.size), DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			panic(fmt.Sprintf("render: the typeface at %d pixels: %v", h.size, err))
		}
		known[h] = f
	}
	return f
}

func ink(f font.Face, r rune) *glyph {
	box, mask, at, advance, ok := f.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return &glyph{advance: advance}
	}
	alpha := image.NewAlpha(box)
	draw.Draw(alpha, box, mask, at, draw.Src)
	return &glyph{box: box, cover: coverage(alpha), advance: advance}
}

// coverage returns the alpha values of an image, from 0 to shades.
func coverage(m *image.Alpha) []uint8 {
	cover := make([]uint8, len(m.Pix))
	for i, a := range m.Pix {
		cover[i] = uint8((int(a)*shades + 127) / 255)
	}
	return cover
}

// bolder returns the letter with strokes that are wider by the given number of pixels. The bold Japanese letters need
// it, because that typeface has only one weight.
func (g *glyph) bolder(by int) *glyph {
	from, wide := g.box.Dx(), g.box.Dx()+by
	if from == 0 {
		return g
	}
	b := &glyph{box: g.box, cover: make([]uint8, wide*g.box.Dy()), advance: g.advance}
	b.box.Max.X += by
	for i, c := range g.cover {
		for dx := range by + 1 {
			to := &b.cover[i/from*wide+i%from+dx]
			*to = max(*to, c)
		}
	}
	return b
}

// width returns the width of a text in pixels.
func (h fontFace) width(words string) int {
	if !letters.isPlain(words) {
		return wordsDrawn.word(spelling{h, 0, words}).advance.Ceil()
	}
	var w fixed.Int26_6
	for _, r := range words {
		w += letters.glyph(h, r).advance
	}
	return w.Ceil()
}

// room returns the width of a line as it will be drawn. It caches the drawn words, because the line will probably be
// drawn next.
func (h fontFace) room(line string) int {
	pen := fixed.I(0)
	for len(line) > 0 {
		n := phrase(line)
		pen += wordsDrawn.word(spelling{h, pen & 63, line[:n]}).advance
		line = line[n:]
	}
	return pen.Ceil()
}

// fitting returns the font, made small enough for the word to fit, because some languages have long words. It doesn't
// go below leastLetters.
func (h fontFace) fitting(wide int, word string) fontFace {
	for h.size > leastLetters && h.room(word) > wide {
		h.size--
	}
	return h
}

// leastLetters is the smallest font size that is still legible on a phone.
const leastLetters = 14

// rise returns the height of a capital letter in pixels.
func (h fontFace) rise() int { return -letters.glyph(h, 'H').box.Min.Y }

// write writes a text that starts at x on the baseline y, in the colours of b. The background must have b's paper
// colour.
func (h fontFace) write(m *canvas, x, y int, words string, b blend) {
	pen := fixed.I(x)
	for len(words) > 0 {
		n := phrase(words)
		w := wordsDrawn.word(spelling{h, pen & 63, words[:n]})
		if !w.box.Empty() {
			m.add(w.box.Add(image.Pt(pen.Floor(), y)), content{word: w, blend: b})
		}
		pen += w.advance
		words = words[n:]
	}
}

// phrase returns the length of the first part of a line that is worth caching: a number, or all words before a number.
// A line that needs shaping counts as one part.
func phrase(line string) int {
	const digits = "0123456789"
	if !letters.isPlain(line) {
		return len(line)
	}
	if n := strings.IndexAny(line, digits); n > 0 {
		return n
	}
	if n := strings.IndexByte(line, ' '); n >= 0 && strings.IndexAny(line, digits) == 0 {
		return n
	}
	return len(line)
}

func (g *glyph) stamp(m *image.Paletted, x, y int, b blend) {
	box := g.box.Add(image.Pt(x, y))
	seen := box.Intersect(m.Rect)
	for py := seen.Min.Y; py < seen.Max.Y; py++ {
		from := (py-box.Min.Y)*box.Dx() + seen.Min.X - box.Min.X
		row := m.Pix[m.PixOffset(seen.Min.X, py):][:seen.Dx()]
		for i, c := range g.cover[from:][:seen.Dx()] {
			if c != 0 {
				row[i] = b[c]
			}
		}
	}
}
