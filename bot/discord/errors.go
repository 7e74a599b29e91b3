package discord

import "errors"

// The bot handles these errors from Discord specially. Test for them with errors.Is.
var (
	ErrUnknownMessage = errors.New("the message no longer exists")
	ErrUnknownChannel = errors.New("the channel no longer exists")
	ErrUnknownEvent   = errors.New("the event no longer exists")
	ErrMissingAccess  = errors.New("the bot lacks a permission there")
	ErrNoHistory      = errors.New("the bot can't reply there, because it can't read the message history")
	ErrGone           = errors.New("the interaction can no longer be answered")
	ErrAnswered       = errors.New("the interaction has already been answered")
	ErrTooOld         = errors.New("the message is too old to be edited so often")
	ErrArchived       = errors.New("the thread is archived; only a new message reopens it")
	ErrBlocked        = errors.New("AutoMod blocked the message")
	ErrLimited        = errors.New("rate limited")
	ErrUnauthorized   = errors.New("the token was rejected by Discord")
	ErrBreaker        = errors.New("too many refused requests in ten minutes; sending none for a while")
	ErrInvalid        = errors.New("a field is outside Discord's limits")
	ErrDown           = errors.New("server error from Discord")
	ErrClosed         = errors.New("the session is closed")
)
