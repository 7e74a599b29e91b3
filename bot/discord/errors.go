package discord

import "errors"

// The refusals of Discord to which the bot reacts. Test for them with errors.Is.
var (
	ErrUnknownMessage = errors.New("the message is gone")
	ErrUnknownChannel = errors.New("the channel is gone")
	ErrUnknownEvent   = errors.New("the event is in no calendar any more")
	ErrMissingAccess  = errors.New("the bot lacks a permission there")
	ErrNoHistory      = errors.New("the bot may not refer to messages there")
	ErrGone           = errors.New("the interaction can no longer be answered")
	ErrAnswered       = errors.New("the interaction was answered already")
	ErrTooOld         = errors.New("the message is too old to be edited that often")
	ErrArchived       = errors.New("the thread is archived: only a new message opens it")
	ErrBlocked        = errors.New("AutoMod blocked the message")
	ErrLimited        = errors.New("too many requests for now")
	ErrUnauthorized   = errors.New("the token was refused")
	ErrBreaker        = errors.New("too many refused requests in ten minutes; sending none for a while")
	ErrInvalid        = errors.New("a field is outside Discord's limits")
	ErrDown           = errors.New("the other side is out of order")
	ErrClosed         = errors.New("the session is closed")
)
