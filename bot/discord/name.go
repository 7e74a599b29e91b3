package discord

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// maxGraphemes and maxBytes limit the length of a name in a message. Discord's own limit is 32 characters, but a
// grapheme such as a flag or a family can consist of many code points.
const (
	maxGraphemes = 32
	maxBytes     = 1200
)

// Name returns a user's name for use in a message. The name is escaped and cut between graphemes. A name with letters
// that are written from right to left is isolated from the text around it, so that a number next to the name stays on
// its side. Every name in a message must come from this function.
func Name(raw string) string {
	name := Escape(cutName(raw))
	if strings.ContainsFunc(name, isRightToLeft) {
		return "\u2068" + name + "\u2069"
	}
	return name
}

func cutName(raw string) string {
	rest, state := raw, -1
	for range maxGraphemes {
		if rest == "" {
			return raw
		}
		before := len(raw) - len(rest)
		if _, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state); len(raw)-len(rest) > maxBytes {
			return raw[:before] + "…"
		}
	}
	if rest == "" {
		return raw
	}
	return raw[:len(raw)-len(rest)] + "…"
}

func isRightToLeft(r rune) bool {
	return r >= '\u0590' && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana,
		unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam, unicode.Hanifi_Rohingya)
}
