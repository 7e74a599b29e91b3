package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks holds a language's punctuation.
type marks struct{ words *lexicon }

// Row joins parts of sentences with commas, as in "Ann, Bob, Cid".
func (m *marks) Row(all []string) string { return strings.Join(all, m.words.Key("words.comma")) }

// Apart joins parts that contain commas, as in "a, b; c, d".
func (m *marks) Apart(all []string) string { return strings.Join(all, m.words.Key("words.semicolon")) }

// Beside joins short descriptions, as in "Ann 3 · Bob 2".
func (m *marks) Beside(all []string) string { return strings.Join(all, m.words.Key("words.beside")) }

// List joins items as prose, as in "Ann, Bob and Cid".
func (m *marks) List(all []string) string { return m.join("words.and", all) }

// join joins items with commas, and the last two with the word for the given key.
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

// Prose joins sentences into a paragraph.
func (m *marks) Prose(sentences ...string) string { return strings.Join(sentences, m.Between()) }

// Between returns the separator between two sentences.
func (m *marks) Between() string { return m.words.texts("words.prose", "sentence", "", "next", "") }

// Labelled puts a label before a text, as in "Table: ten cards".
func (m *marks) Labelled(label, what string) string {
	return m.words.texts("words.labelled", "label", label, "what", what)
}

// Label returns a label that has its own line, such as "Table:".
func (m *marks) Label(label string) string { return strings.TrimSpace(m.Labelled(label, "")) }

// Aside returns a remark in brackets for the end of a text, such as " (two cards)".
func (m *marks) Aside(what string) string { return m.words.texts("words.aside", "what", what) }

// Quoted returns a text in quotation marks, such as "“none”".
func (m *marks) Quoted(what string) string { return m.words.texts("words.quoted", "what", what) }

// ends lists the punctuation marks that can end a sentence, in all languages.
const ends = ".!?:…。！？："

// Sentence adds a full stop to a text that has no final mark.
func (m *marks) Sentence(text string) string {
	text = strings.TrimSpace(text)
	last, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || strings.ContainsRune(ends, last) {
		return text
	}
	return text + m.words.Key("words.stop")
}

// Capital returns a text with its first letter in upper case.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
