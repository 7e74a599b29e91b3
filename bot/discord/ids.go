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

// A Shard holds the servers whose number is K. A server's number is its id without the lowest 22 bits, modulo Of. If Of
// is 0 or 1, the shard holds all servers. https://discord.com/developers/docs/events/gateway#sharding
type Shard struct{ K, Of int }

// Mention returns a mention of a user. The mention pings the user if the Message lists the id under Mention, and
// otherwise only shows the name.
func Mention(u ids.User) string { return "<@" + u.String() + ">" }

// Timestamp returns a text that Discord shows as a time in each reader's own time zone. The style f shows the date
// and time, F adds the day of the week, D shows only the date, and R the distance from now.
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func Timestamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }

// markdown lists the characters that have a special meaning in a Discord message.
const markdown = "\\*_~`|>#[]<:-+.!/"

// Escape makes a user's name harmless in a message: it can't act as markdown, a link, an emoji code or @everyone. The
// escaped name looks like the original.
func Escape(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '@':
			b.WriteString("@\u200b") // a backslash does not stop @everyone
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case isBidi(r):
			// This character is dropped, because it could reverse the direction of the rest of the sentence.
		case strings.ContainsRune(markdown, r) && !harmless(name, i, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// FirstVisible returns the first of a user's names that has a visible character, or the last name if none does.
func FirstVisible(names ...string) string {
	shows := func(name string) bool { return strings.ContainsFunc(name, isSeen) }
	if i := slices.IndexFunc(names, shows); i >= 0 {
		return names[i]
	}
	return names[len(names)-1]
}

// isSeen reports whether a character is visible. Unicode classifies the fillers of Hangul and the empty Braille pattern
// as letters and symbols, but they are invisible, and users use them as empty names.
func isSeen(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.White_Space, unicode.M) &&
		!strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r)
}

// Unescape removes everything that Name and Escape have added to a name.
func Unescape(text string) string { return unescaped.Replace(text) }

var unescaped = strings.NewReplacer("\\", "", "\u200b", "", "\u2068", "", "\u2069", "")

// harmless reports whether a character needs no backslash at this position, as in "Anne-Marie" and "J. R.". Some
// characters are special only at the start of a line, and "." only after a number there.
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
