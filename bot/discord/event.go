// Package discord holds the small types that both halves of the way to Discord
// share: the gateway, which turns what happens into events, and rest, which sends
// messages and answers. Neither half needs the other.
package discord

import "time"

// An Event is something that happened in Discord, in the order of the gateway.
// The same event may come twice, and after a Gap some may never come.
type Event interface{ event() }

// UserRef is a person, with the name to print (through Escape) in this guild.
type UserRef struct {
	ID   UserID
	Name string
}

// MaxWords is how long a message may be and still be a move; longer ones are Passed.
const MaxWords = 200

// Said is a message by a person, short enough to be a move.
type Said struct {
	ID         MessageID
	Channel    ChannelID
	Guild      GuildID
	Author     UserRef
	Content    string    // at most MaxWords runes, without the mention of the bot, trimmed
	MentionsMe bool      // the bot is named in the text (or by its role)
	ReplyToMe  bool      // it replies to a message of the bot's
	At         time.Time // of the id
	Came       time.Time // when its frame came, by this machine; zero: it was read by REST
}

// Passed is a message that cannot be a move: by a bot (this one too), too long,
// edited since, or without readable words. It only tells that the channel moved on.
type Passed struct {
	ID      MessageID
	Channel ChannelID
	Mine    bool
}

// Interaction is what all interactions have in common.
type Interaction struct {
	Ticket
	Channel     ChannelID
	Guild       GuildID // empty in a private conversation
	User        UserRef
	ManageGuild bool        // the user may manage the server
	May         Permissions // what the bot may do in this channel
	Thread      bool        // the channel is a thread
	Locale      string      // of the user: "en-GB"
	Spoken      string      // the locale of the guild
	Shows       string      // what the first picture tells of the message that was pressed in, if any
	At          time.Time   // of the id
	Came        time.Time   // when its frame came, by this machine
}

// Asked is the interaction that an event is; the zero one: it is none.
func Asked(e Event) Interaction {
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

// Press is a button pressed or a select chosen from.
type Press struct {
	Interaction
	CustomID string   // input of a stranger
	Private  bool     // its message is seen by the presser alone
	Values   []string // of a select
}

// Submit is a modal sent off.
type Submit struct {
	Interaction
	CustomID string
	Fields   map[string]string // by Field.ID
	Private  bool              // the message whose button opened the modal is seen by the presser alone
}

// Slash is a slash command.
type Slash struct {
	Interaction
	Name    string
	Sub     string            // the subcommand; "group sub" when grouped
	Options map[string]string // by name; numbers and booleans printed
	Names   map[UserID]string // what the users among the options are called
}

// Complete asks for the choices of an option while it is typed. It is answered by REST.Choices.
type Complete struct {
	Interaction
	Name    string
	Options map[string]string
	Focused string // the option being typed; its words so far are in Options
}

// Ready is a fresh session: the first event of all, and again after each one that was lost.
type Ready struct {
	User           UserRef // the bot
	App            string  // the application's id
	Guilds         []GuildID
	ContentAllowed bool // the Message Content intent was asked for and not refused
	Again          bool // not the first: a Gap follows
}

// Away says that the connection was lost. Resumed or Ready and Gap follow.
type Away struct{}

// Resumed says that the connection is back and nothing was missed.
type Resumed struct{}

// Gap says that events may have been lost since then: freeze deadlines, catch
// up with Session.Missed, go on.
type Gap struct {
	Since time.Time // the newest event known to have come before the gap; zero: none
	Why   string    // for the log
}

// GuildHere is a guild that is there to be played in: at the start, when the
// bot is invited, and after an outage.
type GuildHere struct {
	Guild  GuildID
	Locale string // in which Discord speaks to it
}

// IsThread says whether a channel of that type is a thread; its permissions are its parent's.
// https://discord.com/developers/docs/resources/channel#channel-object-channel-types
func IsThread(kind int) bool { return kind >= 10 && kind <= 12 }

// GuildGone is a guild that cannot be played in any more (Outage: for now).
type GuildGone struct {
	Guild  GuildID
	Outage bool
}

// ChannelGone is a channel or thread that was deleted.
type ChannelGone struct{ Channel ChannelID }

// MessageGone is one or more messages that were deleted.
type MessageGone struct {
	IDs     []MessageID
	Channel ChannelID
}

func (Said) event()        {}
func (Passed) event()      {}
func (Press) event()       {}
func (Submit) event()      {}
func (Slash) event()       {}
func (Complete) event()    {}
func (Ready) event()       {}
func (Away) event()        {}
func (Resumed) event()     {}
func (Gap) event()         {}
func (GuildHere) event()   {}
func (GuildGone) event()   {}
func (ChannelGone) event() {}
func (MessageGone) event() {}
