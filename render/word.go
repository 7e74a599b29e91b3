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

// A word is a sequence of letters in a font. The pen starts the given number of 64ths to the right of a whole pixel. It
// is computed once and cached.
type word struct {
	font    fontFace
	box     image.Rectangle // around the letters, from the whole pixel on the baseline
	letters []placed
	advance fixed.Int26_6
}

// placed is a letter and the position of the pen at it.
type placed struct {
	*glyph
	x int
}

type spelling struct {
	font    fontFace
	after   fixed.Int26_6
	letters string
}

// A wordCache caches words. It is emptied when it has too many, because the numbers of a long evening of poker must not
// fill the memory.
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
	s.letters = string([]byte(s.letters)) // a copy, so that the whole line is not kept in memory
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

// stamp writes the word into the picture with the corner of its box at the point.
func (w *word) stamp(m *image.Paletted, at image.Point, b blend) {
	for _, g := range w.letters {
		g.stamp(m, at.X-w.box.Min.X+g.x, at.Y-w.box.Min.Y, b)
	}
}

// drawableName returns the drawable part of a person's name within the width, or "" if it has letters that the typeface
// lacks. Names are untrusted input: marks above or below letters, characters that change the direction, and non-letters
// are left out, and a name that is too long ends in an ellipsis.
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

// more replaces the part of a text that was left out.
const more = "…"

// breakLine returns as much of the text as fits the width, and the rest.
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

// isNonBreaking reports whether a line must not be broken at a space, because it is inside a number or between a mark
// and its word.
func isNonBreaking(space rune) bool { return space == '\u00a0' || space == '\u202f' }

// isTooShort reports whether the rest of a text without spaces is too short for a separate line: it would be only the
// end of a word.
func isTooShort(rest string) bool {
	first, _ := utf8.DecodeRuneInString(rest)
	return isWide(first) && utf8.RuneCountInString(rest) < 4
}

// isInsideKatakana reports whether a position is inside a word of katakana, which is read as a whole.
func isInsideKatakana(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	of := func(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }
	return of(before) && of(after)
}

// cutLine returns as much of the text as fits before an ellipsis.
func cutLine(h fontFace, text string, width int) string {
	line, _ := breakLine(h, text, width-h.width(" "+more))
	return cutOff(line, len(line))
}

// cutOff returns the text up to a position and an ellipsis, with a space between them in scripts that have spaces.
func cutOff(text string, cut int) string {
	head := strings.TrimSpace(text[:cut])
	if last, _ := utf8.DecodeLastRuneInString(head); isWide(last) {
		return head + more
	}
	return head + " " + more
}

// breakPositions returns the positions at which a line of the text may end: after a space and, in languages without
// spaces, between two letters (JIS X 4051: no line begins with a closing mark or ends with an opening one).
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

// isWide reports whether a letter belongs to a script that is written without spaces.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= '\u3000' && r <= '\u303f' ||
		r == 'ー' || r >= '！' && r <= '～'
}
