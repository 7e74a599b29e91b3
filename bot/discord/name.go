package discord

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// maxGraphemes and mostBytes are the most that a name may take in a message. Discord's own limit is 32
// characters; a character here may be many code points, such as a flag or a family.
const (
	maxGraphemes = 32
	maxBytes     = 1200
)

// Name returns a person's name, ready to be put into a message. It is cut between characters, escaped, and
// isolated from the text around it if it has letters that are written from right to left, so that a number
// beside it stays on its side. Every name that a message shows comes from here.
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
