package games

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Most of what people type has to be no move by its length alone.
const (
	longestMove = 200 // more than any move takes in plain letters: ten cards by code and a verb
	longestSaid = 600 // bytes: emoji behind a move, and full-width letters, take several each
)

// Fields are the words of something said, in lower case: how a move is dressed does not
// matter in it. Case, spaces, line breaks and commas do not; nor do a colon behind the
// verb, full stops, exclamation marks and emoji at the end, the marks of Markdown, code
// and quotation around words, and the width of letters (PLAY.md, Every move has four
// doors). Nil means that it cannot be a move: it is empty, too long, or has a character
// no move is made of (so a letter that only looks like one of ours, or an invisible
// one, makes it talk).
func Fields(said string) []string {
	if isPlain(said) {
		return strings.Fields(strings.ToLower(said))
	}
	return bareWords(said, nil)
}

// Spoken are the words of something said in any language. Nil: as with Fields.
func Spoken(said string) []string { return bareWords(said, unicode.IsLetter) }

// bareWords are the words of something said in letters of ours, and in those that letter
// takes; nil: in none but ours.
func bareWords(said string, letter func(rune) bool) []string {
	if len(said) > longestSaid || !utf8.ValidString(said) {
		return nil
	}
	var m marks
	text := m.cutTail(unquoted(strings.Map(narrow, said)))
	strange := func(r rune) bool { return (r < ' ' || r > '~') && (letter == nil || !letter(r)) }
	if len(text) > longestMove || strings.ContainsFunc(text, strange) {
		return nil
	}
	var fields []string
	for word := range strings.FieldsFuncSeq(withoutColon(strings.ToLower(text)), isGap) {
		if word = m.cut(word); word != "" {
			fields = append(fields, word)
		}
	}
	if m.open() {
		return nil
	}
	return fields
}

// isPlain tells what needs no second look: letters, digits and spaces, as lines of a
// journal are.
func isPlain(said string) bool {
	for i := range len(said) {
		c := said[i]
		if c != ' ' && c != '#' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return len(said) <= longestMove
}

func isGap(r rune) bool { return r == ' ' || r == ',' }

// narrow is the plain letter for one that a keyboard puts in its place: full-width ones,
// the spaces of French and Japanese, typographic quotes. Letters of other scripts stay
// what they are, however much they look alike.
func narrow(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		if r == '\t' || r == '\n' || r == '\r' {
			return ' '
		}
		return r
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case strings.ContainsRune("\u00a0\u202f\u3000", r):
		return ' '
	case strings.ContainsRune("“”„‟«»「」『』", r):
		return '"'
	case strings.ContainsRune("‘’‚‛‹›", r):
		return '\''
	case strings.ContainsRune("‐‑‒–—−", r):
		return '-'
	case r == '。' || r == '｡' || r == '…':
		return '.'
	case r == '、':
		return ','
	}
	return r
}

// unquoted is a block quote without its mark, and without what stands behind the name of
// whom it is said to.
func unquoted(text string) string {
	text = strings.TrimLeft(text, " ,:")
	for _, mark := range []string{"> ", ">>> "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest
		}
	}
	return text
}

// withoutColon is "set: a g l", or "set! a g l", without what stands behind the verb.
func withoutColon(text string) string {
	i := strings.IndexAny(text, ":!")
	if i > 0 && len(strings.Fields(text[:i])) == 1 && strings.Trim(text[i+1:], " ") != "" {
		return text[:i] + " " + text[i+1:]
	}
	return text
}

// around are the marks that stand on both sides of words.
const around = "`*_~|\"'"

// marks are those of them that were met an odd number of times.
type marks [len(around)]bool

func (m *marks) met(mark byte) { i := strings.IndexByte(around, mark); m[i] = !m[i] }
func (m *marks) open() bool    { return *m != marks{} }

// cut is a word without the marks at its ends.
func (m *marks) cut(word string) string {
	for word != "" && strings.IndexByte(around, word[0]) >= 0 {
		m.met(word[0])
		word = word[1:]
	}
	for word != "" && strings.IndexByte(around, word[len(word)-1]) >= 0 {
		m.met(word[len(word)-1])
		word = word[:len(word)-1]
	}
	return word
}

// shortcode is an emoji by its name, as Discord sends its own and as people type them.
var shortcode = regexp.MustCompile(`(<a?:\w+:\d+>|:[\w+-]+:)$`)

// cutTail is the text without the full stops, exclamation marks and emoji at its end,
// whatever marks stand between them.
func (m *marks) cutTail(text string) string {
	for {
		rest := strings.TrimRight(text, " .!")
		switch last, size := utf8.DecodeLastRuneInString(rest); {
		case strings.HasSuffix(rest, ":") || strings.HasSuffix(rest, ">"):
			rest = shortcode.ReplaceAllString(rest, "")
		case last >= utf8.RuneSelf:
			rest = cutEmoji(rest)
		case size > 0 && strings.ContainsRune(around, last):
			m.met(byte(last))
			rest = rest[:len(rest)-size]
		}
		if rest == text {
			return text
		}
		text = rest
	}
}

// cutEmoji is the text without the run of emoji at its end. A run does not begin with
// what is invisible by itself.
func cutEmoji(text string) string {
	rest := strings.TrimRightFunc(text, func(r rune) bool { return isEmoji(r) || joins(r) })
	first, _ := utf8.DecodeRuneInString(text[len(rest):])
	isKey := rest != "" && rest[len(rest)-1] >= '0' && rest[len(rest)-1] <= '9' // 2️⃣
	if joins(first) && !(isKey && strings.HasSuffix(text, "\u20e3")) {
		return text
	}
	return rest
}

// joins tells what only belongs to the emoji beside it: variation selectors, the joiner,
// the frame of a key, the tags of a flag.
func joins(r rune) bool {
	return r == '\ufe0e' || r == '\ufe0f' || r == '\u200d' || r == '\u20e3' || r >= 0xe0020 && r <= 0xe007f
}

// isEmoji tells a picture of its own, skin tones and flags too. A question mark is none:
// who asks does not move.
func isEmoji(r rune) bool {
	switch {
	case r == '❓' || r == '❔' || r == '⁉':
		return false
	case r == '©' || r == '®' || r == '™' || r == '‼' || r == '〰' || r == '〽' || r == '㊗' || r == '㊙':
		return true
	}
	return r >= 0x2190 && r <= 0x23ff || r >= 0x25a0 && r <= 0x27bf || r >= 0x2900 && r <= 0x297f ||
		r >= 0x2b00 && r <= 0x2bff || r >= 0x1f000 && r <= 0x1faff
}
