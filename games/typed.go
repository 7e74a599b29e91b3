package games

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Longer texts can't be moves, so the bot ignores them without parsing.
const (
	longestMove    = 200 // bytes: longer than any move in plain letters
	longestMessage = 600 // bytes: emoji and full-width letters take several bytes each
)

// Fields returns the words of a message in lower case, without decoration that does not matter in a move. It ignores
// case, spaces, line breaks and commas; a colon after the verb; full stops, exclamation marks and emoji at the end;
// Markdown, code and quotation marks around words; and the width of letters (behaviour, Moves 2). It returns nil if the
// message can't be a move because it is empty, too long, or has a character that no move contains. A message with
// invisible letters, or with letters of other scripts that look like Latin ones, is therefore not a move.
func Fields(said string) []string {
	if isPlain(said) {
		return strings.Fields(strings.ToLower(said))
	}
	return bareWords(said, nil)
}

// FieldsInAnyLanguage works like Fields but also accepts letters of all other languages.
func FieldsInAnyLanguage(said string) []string { return bareWords(said, unicode.IsLetter) }

// bareWords returns the words of a message. It accepts printable ASCII and the characters for which letter returns
// true; letter may be nil.
func bareWords(said string, letter func(rune) bool) []string {
	if len(said) > longestMessage || !utf8.ValidString(said) {
		return nil
	}
	var m marks
	text := m.trimTail(withoutQuoteMark(strings.Map(plainCharacter, said)))
	strange := func(r rune) bool { return (r < ' ' || r > '~') && (letter == nil || !letter(r)) }
	if len(text) > longestMove || strings.ContainsFunc(text, strange) {
		return nil
	}
	var fields []string
	for word := range strings.FieldsFuncSeq(withoutColon(strings.ToLower(text)), isGap) {
		if word = m.trim(word); word != "" {
			fields = append(fields, word)
		}
	}
	if m.open() {
		return nil
	}
	return fields
}

// isPlain reports whether a message needs no further inspection because it consists of letters, digits, # and spaces,
// like the lines of a journal.
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

// plainCharacter returns the plain equivalent of characters that keyboards substitute: full-width letters, French and
// Japanese spaces, typographic quotes and dashes. It doesn't replace letters of other scripts, however similar they
// look.
func plainCharacter(r rune) rune {
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

// withoutQuoteMark returns the text without a block-quote mark at its start. It also drops the comma or colon that may
// follow the bot's name.
func withoutQuoteMark(text string) string {
	text = strings.TrimLeft(text, " ,:")
	for _, mark := range []string{"> ", ">>> "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest
		}
	}
	return text
}

// withoutColon removes a colon or exclamation mark directly after the verb, as in "set: a g l" or "set! a g l".
func withoutColon(text string) string {
	i := strings.IndexAny(text, ":!")
	if i > 0 && len(strings.Fields(text[:i])) == 1 && strings.Trim(text[i+1:], " ") != "" {
		return text[:i] + " " + text[i+1:]
	}
	return text
}

// around lists the marks that can enclose words.
const around = "`*_~|\"'"

// marks records which of the characters in around have been opened but not closed, because they have occurred an odd
// number of times.
type marks [len(around)]bool

func (m *marks) toggle(mark byte) { i := strings.IndexByte(around, mark); m[i] = !m[i] }
func (m *marks) open() bool       { return *m != marks{} }

// trim returns a word without the marks at its ends, and records those marks.
func (m *marks) trim(word string) string {
	for word != "" && strings.IndexByte(around, word[0]) >= 0 {
		m.toggle(word[0])
		word = word[1:]
	}
	for word != "" && strings.IndexByte(around, word[len(word)-1]) >= 0 {
		m.toggle(word[len(word)-1])
		word = word[:len(word)-1]
	}
	return word
}

// shortcode matches an emoji written as a name at the end of a text: <:name:id> for a custom emoji, as Discord sends
// it, or :name:, as people type it.
var shortcode = regexp.MustCompile(`(<a?:\w+:\d+>|:[\w+-]+:)$`)

// trimTail returns the text without the full stops, exclamation marks and emoji at its end, even if other marks
// separate them.
func (m *marks) trimTail(text string) string {
	for {
		rest := strings.TrimRight(text, " .!")
		switch last, size := utf8.DecodeLastRuneInString(rest); {
		case strings.HasSuffix(rest, ":") || strings.HasSuffix(rest, ">"):
			rest = shortcode.ReplaceAllString(rest, "")
		case last >= utf8.RuneSelf:
			rest = trimEmoji(rest)
		case size > 0 && strings.ContainsRune(around, last):
			m.toggle(byte(last))
			rest = rest[:len(rest)-size]
		}
		if rest == text {
			return text
		}
		text = rest
	}
}

// trimEmoji returns the text without the run of emoji at its end. It keeps a run that begins with an invisible
// character, so that the message is not taken for a move.
func trimEmoji(text string) string {
	rest := strings.TrimRightFunc(text, func(r rune) bool { return isEmoji(r) || modifiesEmoji(r) })
	first, _ := utf8.DecodeRuneInString(text[len(rest):])
	isKey := rest != "" && rest[len(rest)-1] >= '0' && rest[len(rest)-1] <= '9' // 2️⃣
	if modifiesEmoji(first) && !(isKey && strings.HasSuffix(text, "\u20e3")) {
		return text
	}
	return rest
}

// modifiesEmoji reports whether a character only modifies the emoji next to it. Such characters are variation
// selectors, the zero-width joiner, the frame of a keycap and the tags of a flag.
func modifiesEmoji(r rune) bool {
	return r == '\ufe0e' || r == '\ufe0f' || r == '\u200d' || r == '\u20e3' || r >= 0xe0020 && r <= 0xe007f
}

// isEmoji reports whether a character is an emoji by itself. Skin tones and the letters of flags count too. A question
// mark doesn't count, because a question isn't a move.
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
