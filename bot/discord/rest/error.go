package rest

import (
	"fmt"

	"settable/bot/discord"
)

// kinds maps Discord's error codes to what they mean for the bot.
var kinds = map[int]error{
	10008: discord.ErrUnknownMessage,
	10003: discord.ErrUnknownChannel,
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
