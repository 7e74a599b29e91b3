package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What stands between words and round them is the language's own, too: words.comma and its
// like are in the catalogues.

// Row is "Ann, Bob, Cid": what stands side by side and is no sentence.
func Row(l *Language, all []string) string { return strings.Join(all, l.Key("words.comma")) }

// Apart is a row of what has commas itself: "a, b; c, d".
func Apart(l *Language, all []string) string { return strings.Join(all, l.Key("words.semicolon")) }

// Beside is "Ann 3 · Bob 2": what is told of several, each with what belongs to it.
func Beside(l *Language, all []string) string { return strings.Join(all, l.Key("words.beside")) }

// Prose is one sentence behind the other.
func Prose(l *Language, sentences ...string) string {
	return strings.Join(sentences, Between(l))
}

// Between is what stands between two sentences.
func Between(l *Language) string { return texts(l, "words.prose", "sentence", "", "next", "") }

// Labelled is "Table: ten cards".
func Labelled(l *Language, label, what string) string {
	return texts(l, "words.labelled", "label", label, "what", what)
}

// Label is what stands before lines of its own: "Table:".
func Label(l *Language, label string) string { return strings.TrimSpace(Labelled(l, label, "")) }

// Aside is what is said of something behind it: " (two cards)".
func Aside(l *Language, what string) string { return texts(l, "words.aside", "what", what) }

// Quoted is what somebody said: "“none”".
func Quoted(l *Language, what string) string { return texts(l, "words.quoted", "what", what) }

// ends are the marks with which a sentence may end, in any language.
const ends = ".!?:…。！？："

// Sentence is a text with a mark at its end.
func Sentence(l *Language, text string) string {
	text = strings.TrimSpace(text)
	last, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || strings.ContainsRune(ends, last) {
		return text
	}
	return text + l.Key("words.stop")
}

// Capital is a text that begins with a capital, whatever stands first in it.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// texts is say where texts alone are put in, as of every card on a table: nothing is made but the sentence.
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

// filled has names and values in turn put into a sentence, if it has one form and lacks nothing.
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
	return string(text), len(text) > 0 // of nothing: say knows whether that is right
}
