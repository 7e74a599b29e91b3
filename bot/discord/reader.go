package discord

import (
	"encoding/json"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxWords is how long a message may be and still be a move; longer ones are Passed.
const MaxWords = 200

// reader turns raw frames into events. It is tolerant of anything: what it does
// not understand gives no event. Foreign components are never looked at, so an
// unknown kind of them cannot spoil the message around it.
type reader struct {
	me    UserID
	roles *sync.Map // GuildID: the bot's own role there; people pick it for a mention, too
}

type userFrame struct {
	ID     UserID `json:"id"`
	Name   string `json:"username"`
	Global string `json:"global_name"`
	Bot    bool   `json:"bot"`
}

type memberFrame struct {
	Nick        string     `json:"nick"`
	User        *userFrame `json:"user"`
	Permissions string     `json:"permissions"`
}

// called is what people call the user here.
func (u *userFrame) called(m *memberFrame) UserRef {
	ref := UserRef{ID: u.ID, Name: u.Name, Bot: u.Bot}
	if u.Global != "" {
		ref.Name = u.Global
	}
	if m != nil && m.Nick != "" {
		ref.Name = m.Nick
	}
	return ref
}

type messageFrame struct {
	ID        MessageID       `json:"id"`
	Channel   ChannelID       `json:"channel_id"`
	Guild     GuildID         `json:"guild_id"`
	Author    *userFrame      `json:"author"`
	Member    *memberFrame    `json:"member"`
	Content   json.RawMessage `json:"content"`
	Webhook   string          `json:"webhook_id"`
	Type      int             `json:"type"`
	Reference *struct {
		Type    int       `json:"type"`
		Message MessageID `json:"message_id"`
	} `json:"message_reference"`
	Referenced *struct {
		Author *userFrame `json:"author"`
	} `json:"referenced_message"`
}

// Discord's numbers for messages people write; others are announcements.
const (
	typeWritten = 0
	typeReply   = 19
)

// message reads a message; guild is used where the frame names none (REST
// answers). Private conversations give no event: tables stand in guilds.
func (r reader) message(raw []byte, guild GuildID) Event {
	var f messageFrame
	if json.Unmarshal(raw, &f) != nil || f.ID == "" || f.Channel == "" || f.Author == nil {
		return nil
	}
	if f.Guild == "" {
		f.Guild = guild
	}
	if f.Guild == "" {
		return nil
	}
	passed := Passed{ID: f.ID, Channel: f.Channel, Mine: f.Author.ID == r.me}
	if passed.Mine || f.Author.Bot || f.Webhook != "" || f.Type != typeWritten && f.Type != typeReply {
		return passed
	}
	// A character takes at most 12 bytes in JSON: far longer needs no decoding.
	var content string
	if len(f.Content) > 12*(MaxWords+60) || json.Unmarshal(f.Content, &content) != nil {
		return passed
	}
	words, named := r.strip(content, f.Guild)
	said := Said{ID: f.ID, Channel: f.Channel, Guild: f.Guild, Author: f.Author.called(f.Member),
		Content: words, MentionsMe: named, At: At(f.ID)}
	if f.Reference != nil && f.Reference.Type == 0 {
		said.ReplyTo = f.Reference.Message
		said.ReplyToMe = f.Referenced != nil && f.Referenced.Author != nil && f.Referenced.Author.ID == r.me
	}
	if utf8.RuneCountInString(words) > MaxWords || words == "" && !named {
		return passed
	}
	return said
}

// strip takes the mentions of the bot out of a text.
func (r reader) strip(content string, guild GuildID) (words string, named bool) {
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
