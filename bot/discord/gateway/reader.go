package gateway

import (
	"bytes"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"settable/bot/discord"
)

// reader turns raw frames into events. What it does not understand gives no event. It never
// looks at components of messages, so an unknown kind of them can't spoil the message.
type reader struct {
	me    discord.UserID
	roles *sync.Map // GuildID: the id of the bot's own role, which people also mention
	came  time.Time // when the frame came that is being read; zero: it is not a frame
}

// now is a reader for a frame that has just come. It is a copy, because lists are read at the same time.
func (r reader) now() reader {
	r.came = time.Now()
	return r
}

type userFrame struct {
	ID     discord.UserID `json:"id"`
	Name   string         `json:"username"`
	Global string         `json:"global_name"`
}

type memberFrame struct {
	Nick        string     `json:"nick"`
	User        *userFrame `json:"user"`
	Permissions string     `json:"permissions"`
}

// ref is the user with the name by which people know them here.
func (u *userFrame) ref(m *memberFrame) discord.UserRef {
	var nick string
	if m != nil {
		nick = m.Nick
	}
	return discord.UserRef{ID: u.ID, Name: discord.Called(nick, u.Global, u.Name)}
}

// messageFrame has the fields of a message, undecoded.
type messageFrame struct {
	id, channel, guild    []byte
	author, member        []byte
	content               []byte // with its quotes
	roles                 []byte // the list of those that are mentioned
	kind                  int64  // -1: not a number
	webhook, edited       bool
	reference, referenced []byte
}

func parseMessage(raw []byte) (m messageFrame) {
	for f := fieldsOf(raw); f.next(); {
		switch string(f.key) {
		case "id":
			m.id = unquote(f.value)
		case "channel_id":
			m.channel = unquote(f.value)
		case "guild_id":
			m.guild = unquote(f.value)
		case "author":
			m.author = f.value
		case "member":
			m.member = f.value
		case "content":
			m.content = f.value
		case "mention_roles":
			m.roles = f.value
		case "type":
			if n, ok := integer(f.value); ok {
				m.kind = n
			} else {
				m.kind = -1
			}
		case "webhook_id":
			m.webhook = len(unquote(f.value)) > 0
		case "edited_timestamp":
			m.edited = string(f.value) != "null"
		case "message_reference":
			m.reference = f.value
		case "referenced_message":
			m.referenced = f.value
		}
	}
	return m
}

// Discord's numbers for messages that people write. Others are announcements.
const (
	messageDefault = 0
	messageReply   = 19
)

// ReadMessage reads a message as REST lists it, into a Said or a Passed; nil if it
// is no message of a guild.
func ReadMessage(raw []byte, me discord.UserID, guild discord.GuildID) discord.Event {
	return reader{me: me, roles: &sync.Map{}}.read(raw, guild)
}

// read reads a message. guild is used if the message names none, as in REST's lists.
// Of private conversations only what a person writes gives an event.
func (r reader) read(raw []byte, guild discord.GuildID) discord.Event {
	return r.event(parseMessage(raw), guild)
}

// event is a Said, a Direct or a Passed; nil if it is none of these.
func (r reader) event(f messageFrame, guild discord.GuildID) discord.Event {
	who, bot := author(f)
	if len(f.guild) > 0 {
		guild = discord.GuildID(f.guild)
	}
	if !isID(discord.MessageID(f.id)) || len(f.channel) == 0 || who.ID == "" || who.ID == "0" {
		return nil
	}
	if guild == "" {
		return r.direct(f, who, bot)
	}
	passed := discord.Passed{ID: discord.MessageID(f.id), Channel: discord.ChannelID(f.channel)}
	passed.Mine = who.ID == r.me
	if passed.Mine || bot || f.webhook || f.edited || f.kind != messageDefault && f.kind != messageReply {
		return passed
	}
	// A character takes at most 12 bytes in JSON, so far longer content need not be decoded.
	long := len(f.content) > 12*(discord.MaxWords+60)
	if long && bytes.IndexByte(f.content, '@') < 0 {
		return passed
	}
	words, named := r.stripMention(decodeString(f.content), guild)
	named = named || r.namesRole(f.roles, guild)
	long = utf8.RuneCountInString(words) > discord.MaxWords
	if long && named { // whoever mentions the bot is answered
		words, long = "", false
	}
	said := discord.Said{ID: passed.ID, Channel: passed.Channel, Guild: guild, Author: who,
		Content: words, MentionsMe: named, ReplyToMe: r.replies(f), At: discord.At(passed.ID), Came: r.came}
	if long || words == "" && !named {
		return passed
	}
	return said
}

// direct is a message in a private conversation. The bot's own messages there, and private answers to
// interactions, give no event.
func (r reader) direct(f messageFrame, who discord.UserRef, bot bool) discord.Event {
	if bot || who.ID == r.me || f.webhook || f.edited || f.kind != messageDefault && f.kind != messageReply {
		return nil
	}
	id := discord.MessageID(f.id)
	return discord.Direct{ID: id, Channel: discord.ChannelID(f.channel), Author: who, At: discord.At(id)}
}

// author is who wrote a message, by the name by which people know them here.
func author(f messageFrame) (who discord.UserRef, bot bool) {
	var global, nick string
	for u := fieldsOf(f.author); u.next(); {
		switch string(u.key) {
		case "id":
			who.ID = discord.UserID(unquote(u.value))
		case "username":
			who.Name = decodeString(u.value)
		case "global_name":
			global = decodeString(u.value)
		case "bot":
			bot = string(u.value) == "true"
		}
	}
	for m := fieldsOf(f.member); m.next(); {
		if string(m.key) == "nick" {
			nick = decodeString(m.value)
		}
	}
	who.Name = discord.Called(nick, global, who.Name)
	return who, bot
}

// replies says whether a message replies to one of the bot's own.
func (r reader) replies(f messageFrame) bool {
	answers := false
	for m := fieldsOf(f.reference); m.next(); {
		switch string(m.key) {
		case "message_id":
			answers = len(unquote(m.value)) > 0
		case "type":
			if n := string(m.value); n != "0" && n != "null" { // forwarded, not replied to
				return false
			}
		}
	}
	mine := false
	for m := fieldsOf(f.referenced); answers && m.next(); {
		if string(m.key) == "author" {
			who, _ := author(messageFrame{author: m.value})
			mine = who.ID == r.me
		}
	}
	return mine
}

// namesRole says whether the bot's own role is in a list of mentioned roles. Discord's clients offer it
// beside the bot; without the Message Content intent such a message comes without its words.
func (r reader) namesRole(list []byte, guild discord.GuildID) bool {
	if !mentions(list) {
		return false
	}
	role, ok := r.roles.Load(guild)
	return ok && bytes.Contains(list, []byte(`"`+role.(string)+`"`))
}

// mentions says whether a list of mentioned roles is not empty.
func mentions(list []byte) bool { return len(list) > len("[]") }

// stripMention removes the mentions of the bot from a text. named says whether there were any.
func (r reader) stripMention(content string, guild discord.GuildID) (words string, named bool) {
	names := []string{"<@" + string(r.me) + ">", "<@!" + string(r.me) + ">"}
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
