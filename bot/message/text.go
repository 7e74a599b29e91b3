package message

import (
	"embed"
	"strings"
	"unicode/utf16"

	"settable/render/words"
)

const (
	// kept is how many of the last sentences stay under the table's heading.
	kept = 5
	// sentencesSize is the room for sentences, so that heading and people fit
	// beside them into Discord's 2,000 characters.
	sentencesSize = 900
	// staySize is how long they may be together for one that was read before to
	// stay: a phone shows the picture below them.
	staySize = 350
	// SentenceSize is the most of one sentence, and beforeEach what stands before it.
	SentenceSize = 800
	beforeEach   = len("\n> ")
	// headSize is the room for the heading, and MostText for all of a message.
	headSize = 350
	MostText = 2000
)

// Cut ends a text that is too long at the last line that fits whole, or in its middle.
func Cut(text string, most int) string {
	if Size(text) <= most {
		return text
	}
	r := []rune(text)
	for Size(string(r)) > most-2 {
		r = r[:len(r)-1-(Size(string(r))-most)/4]
	}
	short := string(r)
	if i := strings.LastIndexByte(short, '\n'); i > len(short)/2 {
		short = short[:i+1]
	}
	return strings.TrimRight(short, "\\") + "…"
}

// Size is the length of a text as Discord counts it at the most.
func Size(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// Fit splits off the first sentences that one message holds.
func Fit(all []string) (now, later []string) {
	room := sentencesSize
	for i, s := range all {
		if room -= min(Size(s), SentenceSize) + beforeEach; room < 0 && i > 0 {
			return all[:i:i], all[i:]
		}
	}
	return all, nil
}

// Latest keeps the last few sentences, and all that are new.
func Latest(all []string, fresh int) []string {
	n, room := 0, staySize
	for n < len(all) && (n < kept || n < fresh) {
		if room -= Size(all[len(all)-1-n]) + beforeEach; room < 0 && n >= max(fresh, 1) {
			break
		}
		n++
	}
	return append([]string(nil), all[len(all)-n:]...)
}

// Clip keeps a text within the 100 characters of a description or a choice.
func Clip(s string) string {
	if r := []rune(s); len(r) > 100 {
		return strings.TrimSpace(string(r[:99])) + "…"
	}
	return s
}

// Words are the catalogues of what stands in messages beside what happened.
//
//go:embed words/*.yaml
var Words embed.FS

// say is a sentence that names no seats.
func say(lang *words.Language, key string, args ...any) string {
	return words.Plain(lang, key, args...)
}
