package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The marks between and around words belong to the language too: words.comma and the like are in the
// catalogues.

// Row joins parts that are no sentence: "Ann, Bob, Cid".
func Row(l *Language, all []string) string { return strings.Join(all, l.Key("words.comma")) }

// Apart joins parts that have commas themselves: "a, b; c, d".
func Apart(l *Language, all []string) string { return strings.Join(all, l.Key("words.semicolon")) }

// Beside joins parts about several people or things: "Ann 3 · Bob 2".
func Beside(l *Language, all []string) string { return strings.Join(all, l.Key("words.beside")) }

// Prose joins sentences into a text.
func Prose(l *Language, sentences ...string) string {
	return strings.Join(sentences, Between(l))
}

// Between is what separates two sentences.
func Between(l *Language) string { return texts(l, "words.prose", "sentence", "", "next", "") }

// Labelled puts a label before a text: "Table: ten cards".
func Labelled(l *Language, label, what string) string {
	return texts(l, "words.labelled", "label", label, "what", what)
}

// Label is a label on a line of its own: "Table:".
func Label(l *Language, label string) string { return strings.TrimSpace(Labelled(l, label, "")) }

// Aside is a remark behind something: " (two cards)".
func Aside(l *Language, what string) string { return texts(l, "words.aside", "what", what) }

// Quoted is a text in quotation marks: "“none”".
func Quoted(l *Language, what string) string { return texts(l, "words.quoted", "what", what) }

// ends are the marks with which a sentence may end, in any language.
const ends = ".!?:…。！？："

// Sentence is a text with a full stop at its end, unless it has another such mark.
func Sentence(l *Language, text string) string {
	text = strings.TrimSpace(text)
	last, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || strings.ContainsRune(ends, last) {
		return text
	}
	return text + l.Key("words.stop")
}

// Capital is a text with a capital for its first character; one that has no capital stays as it is.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// texts is say for arguments that are all texts, as for every card on a table. It allocates only the
// sentence.
func texts(l *Language, key string, args ...string) string {
	if text, ok := filled(l, key, args); ok {
		return text
	}
	given := make([]any, len(args))
	for i, arg := range args {
		given[i] = arg
	}
	return l.say(key, given...)
}

// filled puts arguments, given as names and values by turns, into a sentence. It returns false where
// the sentence has several forms or lacks an argument.
func filled(l *Language, key string, args []string) (string, bool) {
	if l == nil {
		return "", false
	}
	cut := l.sentences[key].cut
	if len(cut) != 1 {
		return "", false
	}
	var room [160]byte
	text := room[:0]
	for _, p := range cut[0].text {
		if p.arg == "" {
			text = append(text, p.text...)
			continue
		}
		i := 0
		for i < len(args) && args[i] != p.arg {
			i += 2
		}
		if i >= len(args) {
			return "", false
		}
		text = append(text, isolated(args[i+1])...)
	}
	return string(text), len(text) > 0 // say decides about an empty text
}
