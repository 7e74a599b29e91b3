package words

import (
	"strings"
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
func Between(l *Language) string { return l.say("words.prose", "sentence", "", "next", "") }

// Labelled is "Table: ten cards".
func Labelled(l *Language, label, what string) string {
	return l.say("words.labelled", "label", label, "what", what)
}

// Label is what stands before lines of its own: "Table:".
func Label(l *Language, label string) string { return strings.TrimSpace(Labelled(l, label, "")) }

// Aside is what is said of something behind it: " (two cards)".
func Aside(l *Language, what string) string { return l.say("words.aside", "what", what) }

// Quoted is what somebody said: "“none”".
func Quoted(l *Language, what string) string { return l.say("words.quoted", "what", what) }

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
