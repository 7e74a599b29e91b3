package games

import (
	"strings"
	"unicode"
)

// A Vocabulary describes how players type the moves of a game in their language: its words for verbs and for arguments.
// Journals contain only the notation, so typed text is translated before it is parsed.
type Vocabulary struct {
	verbs, arguments map[string]string // typed text → word of the notation
	longest          int               // the maximum number of typed words that stand for one word of the notation
}

// NewVocabulary returns a vocabulary. verbs and arguments map words of the notation to the words that players type for
// them.
func NewVocabulary(verbs, arguments map[string][]string) *Vocabulary {
	v := &Vocabulary{verbs: map[string]string{}, arguments: map[string]string{}, longest: 1}
	v.add(v.verbs, verbs)
	v.add(v.arguments, arguments)
	return v
}

func (v *Vocabulary) add(to map[string]string, list map[string][]string) {
	for notation, all := range list {
		to[notation] = notation
		for _, typed := range all {
			fields := v.fields(typed)
			to[strings.Join(fields, " ")] = notation
			v.longest = max(v.longest, len(fields))
		}
	}
}

// Notation translates a typed text into the notation. It returns "" if the text does not begin with a verb of the
// vocabulary. The result need not be a move: it is up to the game to refuse a translation of "passe auf", for example.
func (v *Vocabulary) Notation(said string) string {
	fields := v.fields(said)
	verb, n := v.next(v.verbs, fields)
	if n == 0 {
		return ""
	}
	words := []string{verb}
	for fields = fields[n:]; len(fields) > 0; fields = fields[n:] {
		word, known := v.next(v.arguments, fields)
		if n = known; n == 0 {
			word, n = fields[0], 1
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// next translates the start of a text to a word of the notation. n is the number of translated fields. It is 0 if no
// word matches.
func (v *Vocabulary) next(list map[string]string, fields []string) (word string, n int) {
	for n = min(v.longest, len(fields)); n > 0; n-- {
		if word, ok := list[strings.Join(fields[:n], " ")]; ok {
			return word, n
		}
	}
	return "", 0
}

// fields splits a message in any language into words. It separates Latin letters and digits from Chinese and Japanese
// characters, as in "セットabc", and drops a leading ¡, as in "¡Set a b c!".
func (v *Vocabulary) fields(said string) (fields []string) {
	for _, field := range FieldsInAnyLanguage(strings.TrimLeft(said, " ¡")) {
		begin, before := 0, rune(0)
		for i, r := range field {
			if i > 0 && (isCJK(before) && r < unicode.MaxASCII || isCJK(r) && before < unicode.MaxASCII) {
				fields, begin = append(fields, withoutMarks(field[begin:i])), i
			}
			before = r
		}
		fields = append(fields, withoutMarks(field[begin:]))
	}
	return fields
}

func isCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー'
}

// SimplifyTyped returns a typed text in lower case and without accents and decoration, for comparisons.
func SimplifyTyped(said string) string { return strings.Join((*Vocabulary)(nil).fields(said), " ") }

// withoutMarks returns a word without accents, because many people leave them out on a phone.
func withoutMarks(word string) string { return unmarked.Replace(word) }

var unmarked = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "à", "a", "â", "a", "á", "a",
	"ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ô", "o",
	"œ", "oe", "ù", "u", "û", "u", "ú", "u", "ÿ", "y")
