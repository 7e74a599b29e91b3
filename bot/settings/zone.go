package settings

import (
	"strings"
	"time"
	_ "time/tzdata" // some machines have no time zone database
	"unicode"

	"settable/store/ids"
)

// Zone returns the time zone of a server, or UTC if the setting can't be read.
func (c *Cache) Zone(g ids.Guild) *time.Location {
	zone, err := time.LoadLocation(c.Of(g).Zone)
	if err != nil { // unusual, because the zone was checked when it was set
		c.log.Error("loading a time zone failed", "error", err)
		return time.UTC
	}
	return zone
}

// ParseZone returns the official name of a time zone, whatever its case: for "europe/berlin" it returns
// "Europe/Berlin". It does not accept the machine's local zone.
func ParseZone(text string) (name string, known bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), " ", "_")
	for _, try := range []string{text, titleCase(text), strings.ToUpper(text)} {
		if zone, err := time.LoadLocation(try); err == nil && try != "" && zone != time.Local {
			return zone.String(), true
		}
	}
	return "", false
}

// titleCase begins each word of a name with a capital, as in America/New_York.
func titleCase(text string) string {
	begins := true
	return strings.Map(func(r rune) rune {
		defer func() { begins = r == '/' || r == '_' || r == '-' }()
		if begins {
			return unicode.ToUpper(r)
		}
		return unicode.ToLower(r)
	}, text)
}
