package discord

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// What the bot reacts to among Discord's refusals. Test with errors.Is.
var (
	ErrUnknownMessage = errors.New("the message is gone")
	ErrUnknownChannel = errors.New("the channel is gone")
	ErrMissingAccess  = errors.New("the bot lacks a permission there")
	ErrGone           = errors.New("the interaction can no longer be answered")
	ErrAnswered       = errors.New("the interaction was answered already")
	ErrTooOld         = errors.New("the message is too old to be edited that often")
	ErrLimited        = errors.New("too many requests for now")
	ErrUnauthorized   = errors.New("the token was refused")
	ErrBreaker        = errors.New("too many refused requests in ten minutes; sending none for a while")
	ErrInvalid        = errors.New("a field is outside Discord's limits")
	ErrDown           = errors.New("the other side is out of order")
	ErrClosed         = errors.New("the session is closed")
)

// kinds maps Discord's error codes to what they mean for the bot.
var kinds = map[int]error{
	10008: ErrUnknownMessage,
	10003: ErrUnknownChannel,
	50001: ErrMissingAccess,
	50013: ErrMissingAccess,
	10062: ErrGone,
	50027: ErrGone,
	10015: ErrGone, // the webhook of an interaction whose 15 minutes are over
	40060: ErrAnswered,
	30046: ErrTooOld,
}

// Error is a request that Discord refused or that never arrived. Its text holds
// no address and no token.
type Error struct {
	What   string // what was being done: "post a message"
	Status int    // HTTP; 0: no answer
	Code   int    // Discord's; 0: none
	Text   string // Discord's words, or the network's
	cause  error
}

func (e *Error) Error() string {
	switch {
	case e.Status == 0:
		return e.What + ": " + e.Text
	case e.Code == 0:
		return fmt.Sprintf("%s: HTTP %d: %s", e.What, e.Status, e.Text)
	}
	return fmt.Sprintf("%s: HTTP %d, code %d: %s", e.What, e.Status, e.Code, e.Text)
}

// Unwrap gives the cause, when it is one that cannot hold a secret.
func (e *Error) Unwrap() error { return e.cause }

// Is finds the kinds above.
func (e *Error) Is(kind error) bool {
	if k, ok := kinds[e.Code]; ok && k == kind {
		return true
	}
	switch {
	case e.known(): // its status says less: a dead interaction is a 401, an old message a 429
		return false
	case kind == ErrUnauthorized:
		return e.Status == 401
	case kind == ErrLimited:
		return e.Status == 429
	case kind == ErrDown:
		return e.Status >= 500
	}
	return false
}

// known says whether Discord's code tells what it is.
func (e *Error) known() bool { return kinds[e.Code] != nil }

// Refused is a session that Discord will not have: trying again is of no use
// until the host has changed something.
type Refused struct {
	Code int    // the gateway's close code, or 401
	Text string // one clear line: what is wrong and which switch to turn
}

func (r *Refused) Error() string { return r.Text }

// refusals are the close codes after which a new attempt ends in the same way.
var refusals = map[int]string{
	401:  "Discord refused the token: copy it anew from the Bot page of the Developer Portal (Reset Token) and set SETTABLE_TOKEN",
	4004: "Discord refused the token: copy it anew from the Bot page of the Developer Portal (Reset Token) and set SETTABLE_TOKEN",
	4010: "Discord refused the shard: this bot runs unsharded",
	4011: "Discord wants this bot split into shards: it is in too many servers for one session",
	4012: "Discord no longer speaks the version of its gateway that this bot was built for: install a newer version",
	4013: "Discord refused the intents: this version of the bot asks for one that does not exist; install a newer version",
	4014: "Discord refused the Message Content intent: turn on MESSAGE CONTENT INTENT on the Bot page of the Developer Portal, or run without it (typed moves then need a mention)",
}

func refusal(code int) *Refused {
	if text, ok := refusals[code]; ok {
		return &Refused{Code: code, Text: text}
	}
	return nil
}

// tokenPath is where an interaction's token stands in an address.
var tokenPath = regexp.MustCompile(`((?:interactions|webhooks)/[^/\s"]+/)[^/\s"?]+`)

// scrub takes addresses' tokens and the given secrets out of a text.
func scrub(text string, secrets ...Secret) string {
	text = tokenPath.ReplaceAllString(text, "${1}"+hidden)
	for _, s := range secrets {
		if len(s) > 0 {
			text = strings.ReplaceAll(text, string(s), hidden)
		}
	}
	return text
}
