package discord

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"settable/store/ids"
)

// Shard K of Of holds the servers whose id without its lowest 22 bits, modulo Of, is K. Of 0 or 1 means all servers.
// https://discord.com/developers/docs/events/gateway#sharding
type Shard struct{ K, Of int }

// Mention pings the user in a Message that lists the id under Mention, and only shows the name elsewhere.
func Mention(u ids.User) string { return "<@" + u.String() + ">" }

// Timestamp shows a time by each reader's own clock: with f the date and time, with F also the day of the week, with D
// only the date, with R the distance from now.
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func Timestamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }

// markdown are the characters that mean something in a Discord message.
const markdown = "\\*_~`|>#[]<:-+.!/"

// Escape makes a person's name harmless in a message: it can contain no markdown,
// link, emoji code or @everyone. It reads the same as before.
func Escape(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '@':
			b.WriteString("@\u200b") // a backslash does not stop @everyone
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case isBidi(r):
			// Dropped, because it could reverse the rest of the sentence.
		case strings.ContainsRune(markdown, r) && !harmless(name, i, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// FirstVisible returns the first of a person's names that shows anything, or the last one if none does.
func FirstVisible(names ...string) string {
	shows := func(name string) bool { return strings.ContainsFunc(name, isSeen) }
	if i := slices.IndexFunc(names, shows); i >= 0 {
		return names[i]
	}
	return names[len(names)-1]
}

// isSeen reports whether a character shows anything. Unicode calls the fillers of Hangul and the empty Braille pattern
// letters and symbols, but they are invisible; people use them as empty names.
func isSeen(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.White_Space, unicode.M) &&
		!strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r)
}

// Unescape removes what Name and Escape have added to a name.
func Unescape(text string) string { return unescaped.Replace(text) }

var unescaped = strings.NewReplacer("\\", "", "\u200b", "", "\u2068", "", "\u2069", "")

// harmless reports whether a character needs no backslash at this place, as in "Anne-Marie" and "J. R.": some mean
// something only at the start of a line, and "." only after a number there.
func harmless(name string, i int, r rune) bool {
	switch r {
	case '-', '+', '!', '#':
		return i > 0
	case '.':
		return strings.Trim(name[:i], "0123456789") != ""
	case '>':
		return i > 0 && !strings.ContainsRune(name[:i], '<')
	}
	return false
}

func isBidi(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// NewNonce returns a random nonce of at most 25 characters.
func NewNonce() string {
	return strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64()>>8, 36)
}
