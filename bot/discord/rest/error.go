package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"settable/bot/discord"
)

// kinds maps Discord's error codes to the errors of package discord.
var kinds = map[int]error{
	10008:  discord.ErrUnknownMessage,
	10003:  discord.ErrUnknownChannel,
	10070:  discord.ErrUnknownEvent,
	50001:  discord.ErrMissingAccess,
	50013:  discord.ErrMissingAccess,
	160002: discord.ErrNoHistory,
	10062:  discord.ErrGone,
	50027:  discord.ErrGone,
	10015:  discord.ErrGone, // the interaction's token is older than 15 minutes
	40060:  discord.ErrAnswered,
	30046:  discord.ErrTooOld,
	50083:  discord.ErrArchived,
	200000: discord.ErrBlocked,
}

// Error describes a request that Discord refused or that got no response. The text contains no URL and no token.
type Error struct {
	What   string // the attempted action, such as "post a message"
	Status int    // the HTTP status; 0: no answer
	Code   int    // Discord's code; 0: none
	Text   string // the text from Discord or the network
	cause  error
	others bool // the answer is not in Discord's format, so it comes from a server in between
	unsent bool // the request was suppressed because a similar one was refused a moment ago
}

// IsRefusal reports whether a request was refused, rather than lost or postponed. An immediate retry would be refused
// again.
func IsRefusal(err error) bool {
	var e *Error
	return errors.Is(err, discord.ErrInvalid) ||
		errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && !errors.Is(err, discord.ErrLimited)
}

// IsPermanentRefusal reports whether Discord would refuse a request no matter how often it is sent. A refusal isn't
// permanent if the request was only suppressed, if a proxy refused it, or if a new token would help.
func IsPermanentRefusal(err error) bool {
	if e, is := errors.AsType[*Error](err); is && (e.unsent || e.others) {
		return false
	}
	return IsRefusal(err) && !errors.Is(err, discord.ErrUnauthorized)
}

// Unsent reports whether a request was not sent because a similar one was refused a moment ago.
func Unsent(err error) bool {
	e, is := errors.AsType[*Error](err)
	return is && e.unsent
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

// Unwrap returns the cause, or nil if the cause could contain a secret.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether the error is of the given kind, which is an error of package discord.
func (e *Error) Is(kind error) bool {
	if k, ok := kinds[e.Code]; ok && k == kind {
		return true
	}
	switch {
	case e.isKnown(): // the status would be misleading: an expired interaction has status 401, an old message 429
		return false
	case kind == discord.ErrUnauthorized:
		return e.Status == 401 && !e.others
	case kind == discord.ErrLimited:
		return e.Status == 429
	case kind == discord.ErrDown:
		return e.Status >= 500
	}
	return false
}

// isKnown reports whether kinds contains Discord's code.
func (e *Error) isKnown() bool { return kinds[e.Code] != nil }

func (s *sender) refusal(q request, status int, answer []byte) *Error {
	var body struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	text, others := http.StatusText(status)+" (not from Discord)", true
	if json.Unmarshal(answer, &body) == nil && body.Message != "" {
		text, others = body.Message, false
		if len(body.Errors) > 0 {
			text += " " + clip(string(body.Errors), 300)
		}
	}
	return &Error{What: q.what, Status: status, Code: body.Code, Text: discord.Scrub(text, s.token, q.secret),
		others: others}
}

// handleNoResponse returns the Error for a request that got no response.
func (s *sender) handleNoResponse(q request, err error) error {
	e := &Error{What: q.what, Text: discord.Scrub(err.Error(), s.token, q.secret)}
	if e.Text == err.Error() {
		e.cause = err
	}
	return e
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// reason describes what went wrong but omits the attempted action, so that an outage counts as one fault.
func reason(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	return fmt.Sprint(e.Status, e.Code, e.Text)
}
