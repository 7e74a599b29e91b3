package render

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	textfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// nameFonts holds the fonts for letters in names that the Go fonts and the Japanese font lack (see font/names/LICENSE).
//
//go:embed font/names/*.ttf font/names/*.otf
var nameFonts embed.FS

// fontOfScript maps each script to its font in nameFonts. Other characters use the emoji font.
var fontOfScript = map[language.Script]string{
	language.Latin: latinFont, language.Greek: latinFont, language.Cyrillic: latinFont,
	language.Arabic: "arabic.ttf", language.Armenian: "armenian.ttf", language.Bengali: "bengali.ttf",
	language.Devanagari: "devanagari.ttf", language.Georgian: "georgian.ttf", language.Hebrew: "hebrew.ttf",
	language.Tamil: "tamil.ttf", language.Thai: "thai.ttf", language.Hangul: "hangul.otf", language.Han: "han.otf",
}

const (
	latinFont = "latin.ttf"
	emojiFont = "emoji.ttf"
)

// A shaper draws text whose letters depend on their neighbours or run from right to left, and letters that the usual
// fonts lack. It chooses a font for each letter. It is not safe for concurrent use.
type shaper struct {
	harfbuzz  shaping.HarfbuzzShaper
	segmenter shaping.Segmenter
	usual     [2][]*textfont.Face       // regular and bold: a Go font, and the Japanese font
	further   map[string]*textfont.Face // by file in nameFonts, read when they are first needed
	added     []*textfont.Face          // the fonts of the host
	glyphs    map[shapedGlyph]*glyph

	// The current text:
	bold   bool
	latin  bool // the Go font lacks a letter of the text, so the Latin font is used for all of them
	script language.Script
}

// A shapedGlyph identifies a glyph of a font at a size.
type shapedGlyph struct {
	face *textfont.Face
	id   textfont.GID
	font fontFace
}

func newShaper() *shaper {
	japanese := readFace(japaneseTTF)
	return &shaper{
		usual: [2][]*textfont.Face{
			{readFace(goregular.TTF), japanese},
			{readFace(gobold.TTF), japanese},
		},
		further: map[string]*textfont.Face{},
		glyphs:  map[shapedGlyph]*glyph{},
	}
}

func readFace(file []byte) *textfont.Face {
	f, err := textfont.ParseTTF(bytes.NewReader(file))
	if err != nil {
		panic(fmt.Sprintf("render: reading an embedded font: %v", err))
	}
	return f
}

// face returns the font with the given file name in nameFonts.
func (s *shaper) face(name string) *textfont.Face {
	f := s.further[name]
	if f == nil {
		file, err := nameFonts.ReadFile("font/names/" + name)
		if err != nil {
			panic(err) // a test reads all of them
		}
		f = readFace(file)
		s.further[name] = f
	}
	return f
}

// AddFonts adds the .ttf and .otf fonts in a folder, for letters that no embedded font has. The fonts are tried in the
// order of their file names.
func AddFonts(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("reading the folder of fonts: %w", err)
	}
	var added []*textfont.Face
	for _, e := range entries {
		if suffix := strings.ToLower(filepath.Ext(e.Name())); suffix != ".ttf" && suffix != ".otf" {
			continue
		}
		file, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return fmt.Errorf("reading a font: %w", err)
		}
		f, err := textfont.ParseTTF(bytes.NewReader(file))
		if err != nil {
			return fmt.Errorf("%s is not a font: %w", e.Name(), err)
		}
		added = append(added, f)
	}
	if len(added) == 0 {
		return fmt.Errorf("%s contains no fonts (.ttf, .otf)", folder)
	}
	letters.shape(func(s *shaper) { s.added = added })
	return nil
}

// SetScript sets the script of the letters that are passed to ResolveFace afterwards.
func (s *shaper) SetScript(script language.Script) { s.script = script }

// ResolveFace returns the font for a letter.
func (s *shaper) ResolveFace(r rune) *textfont.Face {
	if f := s.find(r); f != nil {
		return f
	}
	return s.usual[0][0]
}

// find returns the first font that has the letter, or nil.
func (s *shaper) find(r rune) *textfont.Face {
	has := func(f *textfont.Face) bool {
		_, ok := f.NominalGlyph(r)
		return ok
	}
	own := fontOfScript[s.script]
	if s.latin && own == latinFont && has(s.face(latinFont)) {
		return s.face(latinFont)
	}
	usual := s.usual[0]
	if s.bold {
		usual = s.usual[1]
	}
	if i := slices.IndexFunc(usual, has); i >= 0 {
		return usual[i]
	}
	if own != "" && has(s.face(own)) {
		return s.face(own)
	}
	if !unicode.IsLetter(r) && has(s.face(emojiFont)) {
		return s.face(emojiFont)
	}
	if i := slices.IndexFunc(s.added, has); i >= 0 {
		return s.added[i]
	}
	return nil
}

// has reports whether any font has the letter.
func (s *shaper) has(r rune) bool {
	s.bold, s.latin, s.script = false, false, language.LookupScript(r)
	return s.find(r) != nil
}

// spell shapes a text and returns it as a word.
func (s *shaper) spell(of spelling) *word {
	text := []rune(of.letters)
	s.bold = of.font.bold
	s.latin = slices.ContainsFunc(text, func(r rune) bool {
		_, ok := s.usual[0][0].NominalGlyph(r)
		return !ok && fontOfScript[language.LookupScript(r)] == latinFont
	})
	w := &word{font: of.font}
	pen := of.after
	for _, run := range s.runs(text, of.font) {
		for _, at := range s.harfbuzz.Shape(run.Input).Glyphs {
			g := s.glyph(shapedGlyph{run.Face, at.GlyphID, of.font})
			if !g.box.Empty() {
				p := placed{g, (pen + at.XOffset).Round(), -at.YOffset.Round()}
				w.letters = append(w.letters, p)
				w.box = w.box.Union(g.box.Add(image.Pt(p.x, p.y)))
			}
			pen += at.Advance
		}
	}
	w.advance = pen - of.after
	return w
}

// A run is a part of a text that has one font, script and direction.
type run struct {
	shaping.Input
	level bidi.Level // the embedding level (Unicode Annex 9)
}

// runs returns the runs of a text from left to right. Isolated names (U+2068, U+2069) are ordered separately from the
// text around them, which is written from left to right in all languages of the bot.
func (s *shaper) runs(text []rune, h fontFace) (all []run) {
	for from, i := 0, 0; i <= len(text); i++ {
		if i == len(text) || text[i] == '\u2068' || text[i] == '\u2069' {
			all = append(all, s.ordered(text, from, i, h)...)
			from = i + 1
		}
	}
	return all
}

// ordered returns the runs of a part of the text from left to right.
func (s *shaper) ordered(text []rune, from, to int, h fontFace) (part []run) {
	var paragraph bidi.Paragraph
	directions := paragraph.Segment(text[from:to], bidi.Neutral)
	for i := range directions.NumRuns() {
		at := directions.Run(i)
		in := shaping.Input{Text: text, RunStart: from + at.Start, RunEnd: from + at.End, Size: fixed.I(h.size),
			Language: language.DefaultLanguage()}
		if !at.IsLeftToRight() {
			in.Direction = di.DirectionRTL
		}
		for _, one := range s.segmenter.Split(in, s) {
			one.Direction = in.Direction
			part = append(part, run{one, at.Level})
		}
	}
	for level := bidi.Level(2); level > 0; level-- { // rule L2: each sequence of at least this level is reversed
		for i := 0; i < len(part); {
			end := i
			for end < len(part) && part[end].level >= level {
				end++
			}
			slices.Reverse(part[i:end])
			i = max(end, i+1)
		}
	}
	return part
}

// glyph returns a glyph. It draws each glyph once and caches it.
func (s *shaper) glyph(of shapedGlyph) *glyph {
	if g := s.glyphs[of]; g != nil {
		return g
	}
	outline, _ := of.face.GlyphDataOutline(of.id)
	g := fill(outline.Segments, float32(of.font.size)/float32(of.face.Upem()))
	if of.font.bold && !slices.Contains(s.usual[1][:1], of.face) {
		g = g.bolder(max(1, of.font.size/24))
	}
	if len(s.glyphs) >= manyWords {
		s.glyphs = map[shapedGlyph]*glyph{}
	}
	s.glyphs[of] = g
	return g
}

// fill converts an outline to coverage. scale is the number of pixels per unit of the outline.
func fill(outline []opentype.Segment, scale float32) *glyph {
	least, most := [2]float32{1e9, 1e9}, [2]float32{-1e9, -1e9}
	for _, s := range outline {
		for _, p := range s.ArgsSlice() {
			for i, v := range [2]float32{p.X * scale, -p.Y * scale} {
				least[i], most[i] = min(least[i], v), max(most[i], v)
			}
		}
	}
	if least[0] > most[0] {
		return &glyph{}
	}
	g := &glyph{box: image.Rect(int(least[0])-1, int(least[1])-1, int(most[0])+2, int(most[1])+2)}
	at := func(p opentype.SegmentPoint) (x, y float32) {
		return p.X*scale - float32(g.box.Min.X), -p.Y*scale - float32(g.box.Min.Y)
	}
	z := vector.NewRasterizer(g.box.Dx(), g.box.Dy())
	for _, s := range outline {
		x, y := at(s.Args[0])
		x1, y1 := at(s.Args[1])
		x2, y2 := at(s.Args[2])
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(x, y)
		case opentype.SegmentOpLineTo:
			z.LineTo(x, y)
		case opentype.SegmentOpQuadTo:
			z.QuadTo(x, y, x1, y1)
		case opentype.SegmentOpCubeTo:
			z.CubeTo(x, y, x1, y1, x2, y2)
		}
	}
	z.ClosePath()
	cover := image.NewAlpha(image.Rect(0, 0, g.box.Dx(), g.box.Dy()))
	z.Draw(cover, cover.Rect, image.Opaque, image.Point{})
	g.cover = coverage(cover)
	return g
}
