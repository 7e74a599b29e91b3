package gateway

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"settable/bot/discord"
	"settable/store/ids"
)

// A reader converts Discord's events. It decodes only the fields that the bot needs, and returns no event for data that
// it can't parse.
type reader struct {
	me    ids.User
	roles *sync.Map // maps an ids.Guild to the id of the bot's own role, which users also mention
}

type userFrame struct {
	ID     ids.User `json:"id"`
	Name   string   `json:"username"`
	Global string   `json:"global_name"`
	Bot    bool     `json:"bot"`
}

type memberFrame struct {
	Nick        string     `json:"nick"`
	User        *userFrame `json:"user"`
	Permissions string     `json:"permissions"`
}

// ref returns the user, with the name that the server's members see.
func (u *userFrame) ref(m *memberFrame) discord.UserRef {
	var nick string
	if m != nil {
		nick = m.Nick
	}
	return discord.UserRef{ID: u.ID, Name: discord.FirstVisible(nick, u.Global, u.Name)}
}

// messageFrame omits components: the bot doesn't need them, and Discord keeps adding new component types.
type messageFrame struct {
	ID        ids.Message  `json:"id"`
	Channel   ids.Channel  `json:"channel_id"`
	Guild     ids.Guild    `json:"guild_id"`
	Author    userFrame    `json:"author"`
	Member    *memberFrame `json:"member"`
	Content   string       `json:"content"`
	Roles     []string     `json:"mention_roles"`
	Type      int          `json:"type"`
	Webhook   string       `json:"webhook_id"`
	Edited    string       `json:"edited_timestamp"`
	Reference struct {
		Message ids.Message `json:"message_id"`
		Type    int         `json:"type"`
	} `json:"message_reference"`
	Referenced struct {
		Author userFrame `json:"author"`
	} `json:"referenced_message"`
}

// Types of messages that users write. All other types are system messages.
const (
	messageDefault = 0
	messageReply   = 19
)

// isTyped reports whether a user wrote the message and hasn't edited it.
func (f *messageFrame) isTyped() bool {
	return !f.Author.Bot && f.Webhook == "" && f.Edited == "" && (f.Type == messageDefault || f.Type == messageReply)
}

// repliesTo reports whether the message replies to one by this user. Forwarded messages don't count.
func (f *messageFrame) repliesTo(user ids.User) bool {
	const reply = 0
	return f.Reference.Message != 0 && f.Reference.Type == reply && f.Referenced.Author.ID == user
}

// ReadMessage converts a message from one of REST's lists to a TypedMessage or an OtherMessage. It returns nil if it
// can't read the message.
func ReadMessage(raw []byte, me ids.User, guild ids.Guild) discord.Event {
	return reader{me: me, roles: &sync.Map{}}.readListed(raw, guild)
}

// readListed converts a message from one of REST's lists to an event. Such messages don't name their server.
func (r reader) readListed(raw []byte, guild ids.Guild) discord.Event {
	var f messageFrame
	if json.Unmarshal(raw, &f) != nil {
		return nil
	}
	if f.Guild == 0 {
		f.Guild = guild
	}
	return r.message(&f, time.Time{})
}

// message returns a TypedMessage, a DirectMessage, an OtherMessage or nil. A direct message becomes an event only if a
// user wrote it. received is when the message arrived, or zero for messages from REST.
func (r reader) message(f *messageFrame, received time.Time) discord.Event {
	if f.ID == 0 || f.Channel == 0 || f.Author.ID == 0 {
		return nil
	}
	mine := f.Author.ID == r.me
	author, at := f.Author.ref(f.Member), ids.Time(f.ID)
	if f.Guild == 0 {
		if mine || !f.isTyped() {
			return nil
		}
		return discord.DirectMessage{ID: f.ID, Channel: f.Channel, Author: author, At: at}
	}
	passed := discord.OtherMessage{ID: f.ID, Channel: f.Channel}
	if mine || !f.isTyped() {
		return passed
	}
	words, named := r.stripMention(f.Content, f.Guild)
	named = named || r.namesRole(f.Roles, f.Guild)
	long := utf8.RuneCountInString(words) > discord.MaxWords
	if long && named { // the bot answers everyone who mentions it
		words, long = "", false
	}
	if long || words == "" && !named {
		return passed
	}
	return discord.TypedMessage{ID: f.ID, Channel: f.Channel, Guild: f.Guild, Author: author, Content: words,
		MentionsMe: named, ReplyToMe: f.repliesTo(r.me), At: at, ReceivedAt: received}
}

// namesRole reports whether the mentioned roles include the bot's own role. When a user types a mention, Discord's
// clients suggest that role next to the bot. Without the Message Content intent, such a message arrives without its
// text.
func (r reader) namesRole(mentioned []string, guild ids.Guild) bool {
	role, ok := r.roles.Load(guild)
	return ok && slices.Contains(mentioned, role.(string))
}

// stripMention removes the mentions of the bot from a text, and reports whether there were any.
func (r reader) stripMention(content string, guild ids.Guild) (words string, named bool) {
	names := []string{"<@" + r.me.String() + ">", "<@!" + r.me.String() + ">"}
	if role, ok := r.roles.Load(guild); ok {
		names = append(names, "<@&"+role.(string)+">")
	}
	for _, n := range names {
		if strings.Contains(content, n) {
			content, named = strings.ReplaceAll(content, n, " "), true
		}
	}
	return strings.TrimSpace(content), named
}

type guildFrame struct {
	ID          ids.Guild `json:"id"`
	Locale      string    `json:"preferred_locale"`
	Unavailable bool      `json:"unavailable"`
	Roles       []struct {
		ID   string `json:"id"`
		Tags struct {
			Bot ids.User `json:"bot_id"`
		} `json:"tags"`
	} `json:"roles"`
}

// change parses an event about a server, a channel, a calendar or deleted messages. It returns nil for any other event.
func (r reader) change(kind string, raw []byte) discord.Event {
	switch kind {
	case "GUILD_CREATE":
		return r.guild(raw)
	case "GUILD_DELETE":
		var f guildFrame
		if json.Unmarshal(raw, &f) == nil && f.ID != 0 {
			return discord.GuildGone{Guild: f.ID, Outage: f.Unavailable}
		}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var f struct {
			ID    ids.Channel `json:"id"`
			Guild ids.Guild   `json:"guild_id"`
		}
		if json.Unmarshal(raw, &f) == nil && f.ID != 0 {
			return discord.ChannelGone{Guild: f.Guild, Channel: f.ID}
		}
	case "GUILD_SCHEDULED_EVENT_UPDATE", "GUILD_SCHEDULED_EVENT_DELETE":
		var f struct {
			ID    ids.Event `json:"id"`
			Guild ids.Guild `json:"guild_id"`
		}
		if json.Unmarshal(raw, &f) == nil && f.ID != 0 && f.Guild != 0 {
			return discord.CalendarChanged{Guild: f.Guild, Event: f.ID}
		}
	case "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
		var f struct {
			ID      ids.Message   `json:"id"`
			IDs     []ids.Message `json:"ids"`
			Channel ids.Channel   `json:"channel_id"`
		}
		if json.Unmarshal(raw, &f) == nil && f.Channel != 0 {
			if f.ID != 0 {
				f.IDs = append(f.IDs, f.ID)
			}
			return discord.MessageGone{IDs: f.IDs, Channel: f.Channel}
		}
	}
	return nil
}

// guild parses a GUILD_CREATE and records which of the roles belongs to the bot.
func (r reader) guild(raw []byte) discord.Event {
	var f guildFrame
	if json.Unmarshal(raw, &f) != nil || f.ID == 0 {
		return nil
	}
	if f.Unavailable {
		return discord.GuildGone{Guild: f.ID, Outage: true}
	}
	r.roles.Delete(f.ID)
	for _, role := range f.Roles {
		if role.Tags.Bot == r.me {
			r.roles.Store(f.ID, role.ID)
		}
	}
	return discord.GuildHere{Guild: f.ID, Locale: f.Locale}
}
