// Package discord holds the types that both halves of the connection to Discord share: gateway turns Discord's data
// into events, and rest sends messages and answers. Neither half depends on the other.
package discord

import (
	"time"

	"settable/store/ids"
)

// An Event is something that happened in Discord. Events arrive in the order of the gateway. An event can arrive twice,
// and some may be lost before a Gap.
type Event interface{ event() }

// UserRef identifies a user. Name is the user's name on the server, and must be escaped with Escape before it is
// printed.
type UserRef struct {
	ID   ids.User
	Name string
}

// MaxWords is the maximum number of characters of a move. A longer message becomes an OtherMessage.
const MaxWords = 200

// TypedMessage is a user's message that is short enough to be a move.
type TypedMessage struct {
	ID         ids.Message
	Channel    ids.Channel
	Guild      ids.Guild
	Author     UserRef
	Content    string    // at most MaxWords runes, without the mention of the bot, trimmed
	MentionsMe bool      // the text mentions the bot or its role
	ReplyToMe  bool      // the message replies to a message of the bot
	At         time.Time // from the id
	ReceivedAt time.Time // when this machine received the message; zero: it was read by REST
}

// DirectMessage is a direct message from a user.
type DirectMessage struct {
	ID      ids.Message
	Channel ids.Channel
	Author  UserRef
	At      time.Time // from the id
}

// OtherMessage is a message that cannot be a move: one from a bot (including this one), or one that is too long, was
// edited, or has no readable words. Such a message only shows that there are newer messages in the channel.
type OtherMessage struct {
	ID      ids.Message
	Channel ids.Channel
}

// Interaction holds the fields that all interactions share.
type Interaction struct {
	Ticket
	Guild       ids.Guild // 0 in a private conversation
	User        UserRef
	ManageGuild bool        // the user has the Manage Server permission
	May         Permissions // what the bot may do in this channel
	UserMay     Permissions // what the user may do in this channel
	Thread      bool        // the channel is a thread
	Locale      string      // the user's locale, such as "en-GB"
	Spoken      string      // the locale of the server
	On          ids.Message // the message that was pressed, or whose button opened the form; 0: none
	Shows       string      // the description of that message's first picture
	At          time.Time   // from the id
	ReceivedAt  time.Time   // when this machine received the interaction
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

// Press is sent when a user has pressed a button or chosen values in a select menu.
type Press struct {
	Interaction
	CustomID string // untrusted: see message.Seal
	Private  bool   // only the user who pressed sees the message with the button
}

// Submit is sent when a user has submitted a modal.
type Submit struct {
	Interaction
	CustomID string
	Fields   map[string]string // by Field.ID; the chosen values of a select menu are separated by spaces
	Private  bool              // only this user sees the message whose button opened the modal
}

// Slash is sent when a user has used one of the bot's slash commands.
type Slash struct {
	Interaction
	Name    string
	Sub     string              // the subcommand
	Options map[string]string   // by name; numbers and booleans as text
	Names   map[ids.User]string // the names of users that the options mention
}

// Complete is an autocomplete request: Discord asks for choices for an option while the user types its value. Answer
// it with Choices of rest.Client.
type Complete struct {
	Interaction
	Name    string
	Options map[string]string
	Focused string // the option that the user is typing; its text so far is in Options
}

// Ready is sent when a new gateway session has begun. It is the very first event, and comes again after each lost
// session.
type Ready struct {
	User           UserRef // the bot
	App            string  // the application's id
	Guilds         []ids.Guild
	GuildsKnown    bool // false: Discord's list of servers could not be read, so a server that is missing may still have the bot
	ContentAllowed bool // the Message Content intent was requested and granted
	Again          bool // not the first Ready, so a Gap follows
}

// Disconnected is sent when the connection was lost. The next event is Resumed, or Ready followed by Gap.
type Disconnected struct{}

// Resumed is sent when the connection is back and no event was missed.
type Resumed struct{}

// Gap is sent when events may have been lost. The bot stops the clocks, uses gateway.Session.Missed to read each
// channel from its newest known message on, and continues.
type Gap struct {
	Since time.Time // for the log: the newest event of any channel before the gap; zero: none
	Why   string    // for the log
	Guild ids.Guild // only events of this server may have been lost; 0: events of any server
}

// GuildHere reports that the bot is on a server. It is sent at startup, when the bot is added to a server, and when a
// server becomes available again after an outage.
type GuildHere struct {
	Guild  ids.Guild
	Locale string // the server's locale in Discord
}

// IsThread reports whether a channel of this type is a thread. Threads have their parent's permissions.
// https://discord.com/developers/docs/resources/channel#channel-object-channel-types
func IsThread(kind int) bool { return kind >= 10 && kind <= 12 }

// GuildGone is sent when the bot was removed from a server or, with Outage, when Discord temporarily can't serve the
// server.
type GuildGone struct {
	Guild  ids.Guild
	Outage bool
}

// ChannelGone is sent when a channel or thread was deleted. The threads of a deleted channel are also gone, but
// Discord sends no separate events for them.
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
func (Disconnected) event()    {}
func (Resumed) event()         {}
func (Gap) event()             {}
func (GuildHere) event()       {}
func (GuildGone) event()       {}
func (ChannelGone) event()     {}
func (MessageGone) event()     {}
