package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are the language's marks between and around words.
type marks struct{ words *lexicon }

// Row joins parts that are not sentences: "Ann, Bob, Cid".
func (m *marks) Row(all []string) string { return strings.Join(all, m.words.Key("words.comma")) }

// Apart joins parts that contain commas: "a, b; c, d".
func (m *marks) Apart(all []string) string { return strings.Join(all, m.words.Key("words.semicolon")) }

// Beside joins parts about several people or things: "Ann 3 · Bob 2".
func (m *marks) Beside(all []string) string { return strings.Join(all, m.words.Key("words.beside")) }

// List joins a list into words: "Ann, Bob and Cid".
func (m *marks) List(all []string) string { return m.join("words.and", all) }

// join joins a list with commas, and its last part with the sentence of a key.
func (m *marks) join(key string, all []string) string {
	switch len(all) {
	case 0:
		return ""
	case 1:
		return all[0]
	}
	last := len(all) - 1
	return m.words.texts(key, "all", m.Row(all[:last]), "last", all[last])
}

// Prose joins sentences into a text.
func (m *marks) Prose(sentences ...string) string { return strings.Join(sentences, m.Between()) }

// Between returns what separates two sentences.
func (m *marks) Between() string { return m.words.texts("words.prose", "sentence", "", "next", "") }

// Labelled puts a label before a text: "Table: ten cards".
func (m *marks) Labelled(label, what string) string {
	return m.words.texts("words.labelled", "label", label, "what", what)
}

// Label returns a label on a line of its own: "Table:".
func (m *marks) Label(label string) string { return strings.TrimSpace(m.Labelled(label, "")) }

// Aside returns a remark to be appended: " (two cards)".
func (m *marks) Aside(what string) string { return m.words.texts("words.aside", "what", what) }

// Quoted returns a text in quotation marks: "“none”".
func (m *marks) Quoted(what string) string { return m.words.texts("words.quoted", "what", what) }

// ends are the marks that may end a sentence, in any language.
const ends = ".!?:…。！？："

// Sentence returns a text with a full stop at its end, unless it has another final mark.
func (m *marks) Sentence(text string) string {
	text = strings.TrimSpace(text)
	last, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || strings.ContainsRune(ends, last) {
		return text
	}
	return text + m.words.Key("words.stop")
}

// Capital returns a text with its first character in upper case, if it has one.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
