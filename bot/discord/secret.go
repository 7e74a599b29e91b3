package discord

import (
	"log/slog"
	"regexp"
	"strings"

	"settable/store/ids"
)

// Secret is a token. It prints as "[secret]" wherever it is printed, logged or
// encoded, so that a struct that holds one may be logged whole.
type Secret string

const hidden = "[secret]"

func (Secret) String() string               { return hidden }
func (Secret) GoString() string             { return hidden }
func (Secret) LogValue() slog.Value         { return slog.StringValue(hidden) }
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// A Ticket is the right to answer one interaction: the first answer within 3 s, and
// later ones within 15 minutes.
type Ticket struct {
	ID      string
	Token   Secret
	Channel ids.Channel // where the interaction was made
}

// tokenPath finds the token of an interaction in an address.
var tokenPath = regexp.MustCompile(`((?:interactions|webhooks)/[^/\s"]+/)[^/\s"?]+`)

// Scrub removes the tokens in addresses, and the given secrets, from a text.
func Scrub(text string, secrets ...Secret) string {
	text = tokenPath.ReplaceAllString(text, "${1}"+hidden)
	for _, s := range secrets {
		if len(s) > 0 {
			text = strings.ReplaceAll(text, string(s), hidden)
		}
	}
	return text
}
