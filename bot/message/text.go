package message

import (
	"cmp"
	"embed"
	"regexp"
	"strings"

	"settable/render"
	"settable/render/words"
)

const (
	// keptSentences is how many recent sentences stay below the table's heading.
	keptSentences = 5
	// sentencesSize is the maximum total length of the sentences. It leaves room for the heading and the players
	// within the 2,000 characters of a Discord message.
	sentencesSize = 900
	// staySize limits the total length of old sentences that stay in the table's message. More text would push the
	// picture off a phone's screen.
	staySize = 350
	// SentenceSize is the maximum length of one sentence. beforeEach is the length of the prefix of each sentence.
	SentenceSize = 800
	beforeEach   = len("\n> ")
	// headSize is the maximum length of the heading of a game that has begun. MostText is the maximum length of a whole
	// message.
	headSize = 350
	MostText = 2000
)

// Cut shortens a text that is longer than the limit `most`. It cuts after the last whole line, or anywhere if little
// would remain.
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

// sentenceEnd matches the end of a sentence.
var sentenceEnd = regexp.MustCompile(`[.!?…][”“"»)’]*(?:\s|$)|[。！？][」』）]*`)

// Brief shortens a text that is read aloud, and removes the marks for bold text. It keeps as many whole sentences as
// fit.
func Brief(text string, most int) string {
	text = strings.ReplaceAll(text, "**", "")
	if Size(text) <= most {
		return text
	}
	kept := ""
	for _, end := range sentenceEnd.FindAllStringIndex(text, -1) {
		if now := strings.TrimSpace(text[:end[1]]); Size(now)+2 <= most {
			kept = now + " …"
		}
	}
	return cmp.Or(kept, Cut(text, most))
}

// Size returns the length of a text in UTF-16 code units. The length that Discord calculates is never greater.
func Size(text string) int { return render.Size(text) }

// Fit splits the sentences into those that fit into one message and the remaining ones.
func Fit(all []string) (now, later []string) {
	room := sentencesSize
	for i, s := range all {
		if room -= min(Size(s), SentenceSize) + beforeEach; room < 0 && i > 0 {
			return all[:i:i], all[i:]
		}
	}
	return all, nil
}

// Latest returns the last few sentences. fresh is how many of them, at the end, are new; these are always included.
func Latest(all []string, fresh int) []string {
	n, room := 0, staySize
	for n < len(all) && (n < keptSentences || n < fresh) {
		if room -= Size(all[len(all)-1-n]) + beforeEach; room < 0 && n >= max(fresh, 1) {
			break
		}
		n++
	}
	return append([]string(nil), all[len(all)-n:]...)
}

// Clip shortens a text to 100 characters, Discord's limit for a description or a choice.
func Clip(s string) string {
	if r := []rune(s); len(r) > 100 {
		return strings.TrimSpace(string(r[:99])) + "…"
	}
	return s
}

// Words holds the phrase catalogues for messages, except phrases about game events.
//
//go:embed words/*.yaml
var Words embed.FS

// sentence renders a phrase that names no seats.
func sentence(lang *words.Language, key string, args ...any) string {
	return lang.Text(key, args...)
}
