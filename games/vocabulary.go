package games

import (
	"strings"
	"unicode"
)

// A Vocabulary describes how players type the moves of a game in their language: its words for verbs and for arguments.
// Journals contain only the notation, so typed text is translated before it is parsed.
type Vocabulary struct {
	verbs, behind map[string]string // typed text → word of the notation
	longest       int               // the most words that stand for one word of the notation
}

// NewVocabulary returns the vocabulary with the given words for verbs and for arguments. Each key is a word of the
// notation.
func NewVocabulary(verbs, behind map[string][]string) *Vocabulary {
	v := &Vocabulary{verbs: map[string]string{}, behind: map[string]string{}, longest: 1}
	v.add(v.verbs, verbs)
	v.add(v.behind, behind)
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
// vocabulary. The game decides whether the result is a move; "passe auf", for example, is not.
func (v *Vocabulary) Notation(said string) string {
	fields := v.fields(said)
	verb, n := v.next(v.verbs, fields)
	if n == 0 {
		return ""
	}
	words := []string{verb}
	for fields = fields[n:]; len(fields) > 0; fields = fields[n:] {
		word, known := v.next(v.behind, fields)
		if n = known; n == 0 {
			word, n = fields[0], 1
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// next returns the word of the notation for the first n fields. It returns an n of 0 if no word matches.
func (v *Vocabulary) next(list map[string]string, fields []string) (word string, n int) {
	for n = min(v.longest, len(fields)); n > 0; n-- {
		if word, ok := list[strings.Join(fields[:n], " ")]; ok {
			return word, n
		}
	}
	return "", 0
}

// fields returns the words of a message, with the letters of any language. It
// separates Latin letters and digits from Chinese and Japanese characters, as in "セットabc". It also drops a mark at
// the beginning of a sentence, as in "¡Set a b c!".
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

// SimplifyTyped returns a typed text in the form in which words are compared: in lower case, without accents and
// decoration.
func SimplifyTyped(said string) string { return strings.Join((*Vocabulary)(nil).fields(said), " ") }

// withoutMarks returns a word without accents, because many people leave them out on a phone.
func withoutMarks(word string) string { return unmarked.Replace(word) }

var unmarked = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "à", "a", "â", "a", "á", "a",
	"ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ô", "o",
	"œ", "oe", "ù", "u", "û", "u", "ú", "u", "ÿ", "y")
