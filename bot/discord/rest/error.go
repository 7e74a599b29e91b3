package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"settable/bot/discord"
)

// kinds maps Discord's error codes to what they mean for the bot.
var kinds = map[int]error{
	10008: discord.ErrUnknownMessage,
	10003: discord.ErrUnknownChannel,
	10070: discord.ErrUnknownEvent,
	50001: discord.ErrMissingAccess,
	50013: discord.ErrMissingAccess,
	10062: discord.ErrGone,
	50027: discord.ErrGone,
	10015: discord.ErrGone, // the webhook of an interaction whose 15 minutes are over
	40060: discord.ErrAnswered,
	30046: discord.ErrTooOld,
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
	case kind == discord.ErrUnauthorized:
		return e.Status == 401
	case kind == discord.ErrLimited:
		return e.Status == 429
	case kind == discord.ErrDown:
		return e.Status >= 500
	}
	return false
}

// known says whether Discord's code tells what it is.
func (e *Error) known() bool { return kinds[e.Code] != nil }

// refusal turns an answer that is no success into an Error.
func (s *sender) refusal(q request, status int, answer []byte) *Error {
	var body struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	text := http.StatusText(status)
	if json.Unmarshal(answer, &body) == nil && body.Message != "" {
		text = body.Message
		if len(body.Errors) > 0 {
			text += " " + clip(string(body.Errors), 300)
		}
	}
	return &Error{What: q.what, Status: status, Code: body.Code, Text: discord.Scrub(text, s.token, q.secret)}
}

// unanswered turns a request without an answer into an Error.
func (s *sender) unanswered(q request, err error) error {
	e := &Error{What: q.what, Text: discord.Scrub(err.Error(), s.token, q.secret)}
	if e.Text == err.Error() {
		e.cause = err
	}
	return e
}

// clip cuts a text off at n bytes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// reason is what went wrong, whatever was being done: an outage is one fault.
func reason(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	return fmt.Sprint(e.Status, e.Code, e.Text)
}
