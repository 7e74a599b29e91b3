// Package discord holds the types that both halves of the connection to Discord share: gateway turns Discord's data
// into events, and rest sends messages and answers. Neither half needs the other.
package discord

import (
	"time"

	"settable/store/ids"
)

// An Event is something that happened in Discord, in the order of the gateway. An event may arrive twice, and some may
// be lost before a Gap.
type Event interface{ event() }

// UserRef is a person. Name is their name on the server; print it through Escape.
type UserRef struct {
	ID   ids.User
	Name string
}

// MaxWords is the maximum number of characters of a move. Longer messages become an OtherMessage.
const MaxWords = 200

// TypedMessage is a message by a person that is short enough to be a move.
type TypedMessage struct {
	ID         ids.Message
	Channel    ids.Channel
	Guild      ids.Guild
	Author     UserRef
	Content    string    // at most MaxWords runes, without the mention of the bot, trimmed
	MentionsMe bool      // the bot is named in the text (or by its role)
	ReplyToMe  bool      // it replies to a message of the bot's
	At         time.Time // of the id
	Came       time.Time // when this machine received it; zero: it was read by REST
}

// DirectMessage is a direct message by a person.
type DirectMessage struct {
	ID      ids.Message
	Channel ids.Channel
	Author  UserRef
	At      time.Time // of the id
}

// OtherMessage is a message that cannot be a move: by a bot (including this one), too long, edited since, or without
// readable words. It only shows that the channel has moved on.
type OtherMessage struct {
	ID      ids.Message
	Channel ids.Channel
	Mine    bool
}

// Interaction holds the fields that all interactions share.
type Interaction struct {
	Ticket
	Guild       ids.Guild // 0 in a private conversation
	User        UserRef
	ManageGuild bool        // the user may manage the server
	May         Permissions // what the bot may do in this channel
	UserMay     Permissions // what the user may do there
	Thread      bool        // the channel is a thread
	Locale      string      // of the user: "en-GB"
	Spoken      string      // the locale of the guild
	On          ids.Message // the message that was pressed, or whose button opened the form; 0: none
	Shows       string      // the description of its first picture
	At          time.Time   // of the id
	Came        time.Time   // when this machine received it
}

// InteractionOf returns the interaction in an event, or the zero Interaction if there is none.
func InteractionOf(e Event) Interaction {
	switch e := e.(type) {
	case Press:
		return e.Interaction
	case Submit:
		return e.Interaction
	case Slash:
		return e.Interaction
	case Complete:
		return e.Interaction
	}
	return Interaction{}
}

// Press is a press of a button or a choice in a select.
type Press struct {
	Interaction
	CustomID string   // from a stranger: see message.Seal
	Private  bool     // only the presser sees its message
	Values   []string // of a select
}

// Submit is a submitted modal.
type Submit struct {
	Interaction
	CustomID string
	Fields   map[string]string // by Field.ID; the chosen values of a select have spaces between them
	Private  bool              // only the presser sees the message whose button opened the modal
}

// Slash is a slash command.
type Slash struct {
	Interaction
	Name    string
	Sub     string              // the subcommand; "group sub" when grouped
	Options map[string]string   // by name; numbers and booleans printed
	Names   map[ids.User]string // the names of users among the options
}

// Complete asks for choices for an option while the user types it. It is answered by rest's Choices.
type Complete struct {
	Interaction
	Name    string
	Options map[string]string
	Focused string // the option being typed; its words so far are in Options
}

// Ready means that a new gateway session has begun. It is the first event of all, and comes again after each lost
// session.
type Ready struct {
	User           UserRef // the bot
	App            string  // the application's id
	Guilds         []ids.Guild
	GuildsKnown    bool // false: Discord's list could not be read, so nobody knows where the bot is not
	ContentAllowed bool // the Message Content intent was asked for and granted
	Again          bool // not the first: a Gap follows
}

// Away means that the connection was lost. Resumed or Ready and Gap follow.
type Away struct{}

// Resumed means that the connection is back and nothing was missed.
type Resumed struct{}

// Gap means that events may have been lost. The bot stops the clocks, reads each channel from its newest message on
// with gateway.Session.Missed, and continues.
type Gap struct {
	Since time.Time // for the log: the newest event of any channel that came before the gap; zero: none
	Why   string    // for the log
	Guild ids.Guild // only events of this guild may have been lost; 0: of any
}

// GuildHere names a guild of the bot. It comes at the start, when the bot is invited, and after an outage.
type GuildHere struct {
	Guild  ids.Guild
	Locale string // its locale in Discord
}

// IsThread reports whether a channel of this type is a thread, which has its parent's permissions.
// https://discord.com/developers/docs/resources/channel#channel-object-channel-types
func IsThread(kind int) bool { return kind >= 10 && kind <= 12 }

// GuildGone is sent when the bot was removed from a guild or, with Outage, when Discord can't serve it for now.
type GuildGone struct {
	Guild  ids.Guild
	Outage bool
}

// ChannelGone is sent when a channel or thread was deleted. The threads of a deleted channel are also gone, without
// events of their own.
type ChannelGone struct {
	Guild   ids.Guild
	Channel ids.Channel
}

// MessageGone is sent when messages were deleted.
type MessageGone struct {
	IDs     []ids.Message
	Channel ids.Channel
}

// CalendarChanged is sent when an event in a server's calendar was changed or deleted.
type CalendarChanged struct {
	Guild ids.Guild
	Event ids.Event
}

func (CalendarChanged) event() {}
func (TypedMessage) event()    {}
func (DirectMessage) event()   {}
func (OtherMessage) event()    {}
func (Press) event()           {}
func (Submit) event()          {}
func (Slash) event()           {}
func (Complete) event()        {}
func (Ready) event()           {}
func (Away) event()            {}
func (Resumed) event()         {}
func (Gap) event()             {}
func (GuildHere) event()       {}
func (GuildGone) event()       {}
func (ChannelGone) event()     {}
func (MessageGone) event()     {}
