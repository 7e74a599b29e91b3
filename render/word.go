package render

import (
	"image"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// A word is a text in a font. The pen starts at a fraction of a pixel, counted in 64ths. Words are cached.
type word struct {
	font    fontFace
	box     image.Rectangle // bounding box of the letters, relative to the whole pixel on the baseline
	letters []placed
	advance fixed.Int26_6
}

// placed is a letter with the position of its pen.
type placed struct {
	*glyph
	x int
}

type spelling struct {
	font    fontFace
	after   fixed.Int26_6
	letters string
}

// A wordCache caches words. When it has too many, it is emptied, because the numbers of a long poker night would
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

func spell(s spelling) *word {
	w := &word{font: s.font}
	pen := s.after
	for _, r := range s.letters {
		g := letters.glyph(s.font, r)
		if !g.box.Empty() {
			w.letters = append(w.letters, placed{g, pen.Round()})
			w.box = w.box.Union(g.box.Add(image.Pt(pen.Round(), 0)))
		}
		pen += g.advance
	}
	w.advance = pen - s.after
	if !w.box.Empty() { // words in a line share the same rows, which makes splicing faster
		w.box.Min.Y, w.box.Max.Y = min(w.box.Min.Y, -s.font.rise()-1), max(w.box.Max.Y, 1)
	}
	return w
}

// stamp writes the word into the picture, with the corner of its bounding box at the point.
func (w *word) stamp(m *image.Paletted, at image.Point, b blend) {
	for _, g := range w.letters {
		g.stamp(m, at.X-w.box.Min.X+g.x, at.Y-w.box.Min.Y, b)
	}
}

// drawableName returns the part of a person's name that can be drawn within the width, or "" if the typeface lacks
// some of its letters. A name is untrusted input. Combining marks, characters that change the text's direction, and
// symbols are removed, and a long name ends in an ellipsis.
func (h fontFace) drawableName(name string, width int) string {
	var text strings.Builder
	for i, r := range norm.NFKC.String(name) {
		switch {
		case i > 400:
		case unicode.IsSpace(r):
			text.WriteRune(' ')
		case unicode.In(r, unicode.M, unicode.C) || r == '\\':
		case letters.has(r):
			text.WriteRune(r)
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			return ""
		}
	}
	short := []rune(strings.Join(strings.Fields(text.String()), " "))
	if h.width(string(short)) <= width {
		return string(short)
	}
	for n := len(short); n > 0; n-- {
		if cut := strings.TrimRight(string(short[:n-1]), " ") + "…"; h.width(cut) <= width {
			return cut
		}
	}
	return ""
}

// more replaces the part of a text that doesn't fit.
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

// isNonBreaking reports whether a line must not break at this space, because the space is inside a number or between a
// mark and its word.
func isNonBreaking(space rune) bool { return space == '\u00a0' || space == '\u202f' }

// isTooShort reports whether the rest of a text without spaces is too short for a line of its own, because it would be
// only the end of a word.
func isTooShort(rest string) bool {
	first, _ := utf8.DecodeRuneInString(rest)
	return isWide(first) && utf8.RuneCountInString(rest) < 4
}

// isInsideKatakana reports whether a position is inside a katakana word. Breaking such a word would make it hard to
// read.
func isInsideKatakana(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	of := func(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }
	return of(before) && of(after)
}

// cutLine returns the part of the text that fits before an ellipsis.
func cutLine(h fontFace, text string, width int) string {
	line, _ := breakLine(h, text, width-h.width(" "+more))
	return cutOff(line, len(line))
}

// cutOff returns the text up to a position, followed by an ellipsis. In scripts that use spaces, a space separates
// them.
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
