package command

import (
	"settable/bot/discord"
	"settable/bot/message"
)

// An Answer is what who called a command is shown.
type Answer struct {
	How     Manner
	Message discord.Message
	OrPost  bool // it is posted in the channel where it can't be given as an answer
}

// A Manner is who reads an answer, and where.
type Manner int

// The manners.
const (
	Silent  Manner = iota // nothing is to be said: it was answered before
	Private               // for who called alone
	Public                // for the channel
	Update                // in place of the message whose button was pressed
	Seen                  // the press worked: what came of it is to be seen
)

func text(s string) Answer {
	return Answer{How: Private, Message: discord.Message{Content: message.Cut(s, message.MostText)}}
}
