package discord

import (
	"log/slog"
	"regexp"
	"strings"

	"settable/store/ids"
)

// Secret is a token. It appears as "[secret]" wherever it is printed, logged or encoded, also as an exported field of a
// struct. Don't print a struct with an unexported Secret: package fmt can't call its methods.
type Secret string

const hidden = "[secret]"

func (Secret) String() string               { return hidden }
func (Secret) GoString() string             { return hidden }
func (Secret) LogValue() slog.Value         { return slog.StringValue(hidden) }
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// A Ticket contains what is needed to answer one interaction. The first answer must come within 3 s, and later ones
// within 15 minutes.
type Ticket struct {
	ID      string
	Token   Secret
	Channel ids.Channel // the channel of the interaction
}

// tokenPath finds the token of an interaction in a URL.
var tokenPath = regexp.MustCompile(`((?:interactions|webhooks)/[^/\s"]+/)[^/\s"?]+`)

// Scrub removes the tokens in URLs, and the given secrets, from a text.
func Scrub(text string, secrets ...Secret) string {
	text = tokenPath.ReplaceAllString(text, "${1}"+hidden)
	for _, s := range secrets {
		if len(s) > 0 {
			text = strings.ReplaceAll(text, string(s), hidden)
		}
	}
	return text
}
