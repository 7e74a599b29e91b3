package settings

import (
	"strings"
	"time"
	_ "time/tzdata" // a machine need not have the database of time zones
	"unicode"

	"settable/store"
)

// Zone is the time zone of a server.
func (c *Cache) Zone(g store.GuildID) *time.Location {
	zone, err := time.LoadLocation(c.Of(g).Zone)
	if err != nil { // it was known when it was set
		c.log.Error("reading a time zone", "error", err)
		return time.UTC
	}
	return zone
}

// ParseZone is the time zone that somebody names, as it is called, however they write it:
// "europe/berlin" is Europe/Berlin. The machine's own is not theirs to name.
func ParseZone(text string) (name string, known bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), " ", "_")
	for _, try := range []string{text, titled(text), strings.ToUpper(text)} {
		if zone, err := time.LoadLocation(try); err == nil && try != "" && zone != time.Local {
			return zone.String(), true
		}
	}
	return "", false
}

// titled begins each word of a name with a capital: America/New_York.
func titled(text string) string {
	begins := true
	return strings.Map(func(r rune) rune {
		defer func() { begins = r == '/' || r == '_' || r == '-' }()
		if begins {
			return unicode.ToUpper(r)
		}
		return unicode.ToLower(r)
	}, text)
}
