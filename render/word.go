package render

import (
	"image"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// A word is a piece of text drawn in one font. The pen starts at a fraction of a pixel, counted in 64ths. Words are
// cached.
type word struct {
	font    fontFace
	box     image.Rectangle // bounding box of the letters, relative to the start on the baseline
	letters []placed
	advance fixed.Int26_6
}

// placed is a letter with the position of its pen. y is 0 on the baseline.
type placed struct {
	*glyph
	x, y int
}

type spelling struct {
	font    fontFace
	after   fixed.Int26_6
	letters string
}

// A wordCache caches words. It is emptied once it holds too many words, because the numbers in a long poker night would
// otherwise fill the memory.
type wordCache struct {
	lock  sync.RWMutex
	words map[spelling]*word
}

const manyWords = 20_000

var wordsDrawn = wordCache{words: map[spelling]*word{}}

func (v *wordCache) word(s spelling) *word {
	v.lock.RLock()
	w := v.words[s]
	v.lock.RUnlock()
	if w != nil {
		return w
	}
	w = spell(s)
	v.lock.Lock()
	defer v.lock.Unlock()
	if known := v.words[s]; known != nil {
		return known
	}
	if len(v.words) >= manyWords {
		v.words = map[spelling]*word{}
	}
	s.letters = string([]byte(s.letters)) // a copy, so that the cache doesn't keep the whole line in memory
	v.words[s] = w
	return w
}

func spell(s spelling) (w *word) {
	if letters.isPlain(s.letters) {
		w = spellLetters(s)
	} else {
		letters.shape(func(by *shaper) { w = by.spell(s) })
	}
	if !w.box.Empty() { // words on the same line share the same rows, which makes splicing faster
		w.box.Min.Y, w.box.Max.Y = min(w.box.Min.Y, -s.font.rise()-1), max(w.box.Max.Y, 1)
	}
	return w
}

// spellLetters writes a text letter by letter.
func spellLetters(s spelling) *word {
	w := &word{font: s.font}
	pen := s.after
	for _, r := range s.letters {
		g := letters.glyph(s.font, r)
		if !g.box.Empty() {
			w.letters = append(w.letters, placed{g, pen.Round(), 0})
			w.box = w.box.Union(g.box.Add(image.Pt(pen.Round(), 0)))
		}
		pen += g.advance
	}
	w.advance = pen - s.after
	return w
}

// stamp writes the word into the picture. The upper left corner of its bounding box is at the given point.
func (w *word) stamp(m *image.Paletted, at image.Point, b blend) {
	for _, g := range w.letters {
		g.stamp(m, at.X-w.box.Min.X+g.x, at.Y-w.box.Min.Y+g.y, b)
	}
}

// drawableName returns the part of a person's name that can be drawn within the width. A name that is too long ends in
// an ellipsis. Names are untrusted input, so it removes control characters, stray marks and symbols that no font has.
// It returns "" if the name has a letter that no font has.
func (h fontFace) drawableName(name string, width int) string {
	var parts []string // each is a letter with its marks
	rest, state := norm.NFKC.String(name), -1
	for cluster := ""; rest != "" && len(parts) < longestName; {
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		part, ok := drawableCluster(cluster)
		if !ok {
			return ""
		}
		if part != " " || len(parts) > 0 && parts[len(parts)-1] != " " {
			parts = append(parts, part)
		}
	}
	if whole := strings.TrimSpace(strings.Join(parts, "")); h.width(whole) <= width {
		return whole
	}
	for n := len(parts); n > 0; n-- {
		if cut := strings.TrimSpace(strings.Join(parts[:n-1], "")) + more; h.width(cut) <= width {
			return cut
		}
	}
	return ""
}

const (
	longestName  = 400 // letters
	longestMarks = 8   // characters in a letter with its marks, such as a family emoji
)

// drawableCluster returns the part of a letter and its marks that can be drawn. It returns false for a letter or
// number that no font has.
func drawableCluster(cluster string) (string, bool) {
	var part []rune
	for _, r := range cluster {
		switch {
		case len(part) == longestMarks:
		case unicode.IsSpace(r):
			return " ", true
		case r == '\\' || r == '\u25cc':
		case r == '\u200c' || r == '\u200d': // these characters join letters and emoji
			if len(part) > 0 && part[0] > unicode.MaxLatin1 {
				part = append(part, r)
			}
		case unicode.In(r, unicode.C, unicode.Inherited):
		case letters.canDraw(r):
			if len(part) > 0 || !unicode.Is(unicode.M, r) {
				part = append(part, r)
			}
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			return "", false
		}
	}
	return string(part), true
}

// more marks the end of a text that was cut off.
const more = "…"

// breakLine returns the part of the text that fits into the width, and the rest.
func breakLine(h fontFace, text string, width int) (fits, rest string) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && !isNonBreaking(r) })
	text = strings.Join(parts, " ")
	if h.width(text) <= width {
		return text, ""
	}
	cut, ends := len(text), breakPositions(text)
	for i, at := range ends {
		if i > 0 && h.width(strings.TrimSpace(text[:at])) > width {
			break
		}
		cut = at
	}
	for _, at := range slices.Backward(ends) {
		if at <= cut && at > 0 && !isTooShort(text[at:]) && !isInsideKatakana(text, at) {
			cut = at
			break
		}
	}
	return strings.TrimSpace(text[:cut]), text[cut:]
}

// isNonBreaking reports whether a line must not break at this space. Such spaces are inside numbers, or between a mark
// and its word.
func isNonBreaking(space rune) bool { return space == '\u00a0' || space == '\u202f' }

// isTooShort reports whether the rest of a text, in a script without spaces, is too short for a line of its own,
// because it is probably the tail of a word.
func isTooShort(rest string) bool {
	first, _ := utf8.DecodeRuneInString(rest)
	return isWide(first) && utf8.RuneCountInString(rest) < 4
}

// isInsideKatakana reports whether a position is inside a katakana word. Such a word is hard to read if it is broken.
func isInsideKatakana(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	of := func(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }
	return of(before) && of(after)
}

// cutLine returns the part of the text that fits into the width, with an ellipsis at its end.
func cutLine(h fontFace, text string, width int) string {
	line, _ := breakLine(h, text, width-h.width(" "+more))
	return cutOff(line, len(line))
}

// cutOff returns the text up to a position, followed by an ellipsis. In scripts that use spaces, a space precedes the
// ellipsis.
func cutOff(text string, cut int) string {
	head := strings.TrimSpace(text[:cut])
	if last, _ := utf8.DecodeLastRuneInString(head); isWide(last) {
		return head + more
	}
	return head + " " + more
}

// breakPositions returns the positions at which a line of the text can end: after a space and, in languages without
// spaces, between two letters. As JIS X 4051 requires, no line begins with a closing mark or ends with an opening one.
func breakPositions(text string) (list []int) {
	before := rune(-1)
	for i, r := range text {
		switch {
		case before < 0 || r == ' ':
		case strings.ContainsRune(closing, r), strings.ContainsRune(opening, before):
		case before == ' ', isWide(before), isWide(r):
			list = append(list, i)
		}
		before = r
	}
	return list
}

const (
	closing = "、。，．,.：；:;？！?!）)」』】〉》”’％%々ー…・〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"
	opening = "（(「『【〈《“‘"
)

// isWide reports whether a letter belongs to a script without spaces.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= '\u3000' && r <= '\u303f' ||
		r == 'ー' || r >= '！' && r <= '～'
}
