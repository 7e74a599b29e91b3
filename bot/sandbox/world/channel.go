package world

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Channel is a text channel of a guild or, if With is set, one person's direct messages with the bot.
type Channel struct {
	ID       string
	Name     string
	Kind     Kind `json:",omitempty"`
	Position int
	With     string  `json:",omitempty"`
	Guild    string  `json:",omitempty"` // the id of its server; "": none
	Denied   int64   // permissions the bot lacks here
	Thread   *Thread `json:",omitempty"` // nil: not a thread
	// SweptAfter is how long the bot's messages stay in the channel before another bot deletes them; 0 means forever.
	SweptAfter time.Duration `json:",omitempty"`
	Posts      []*Post
	Nonces     map[string]NonceUse `json:",omitempty"` // recently used nonces
}

// Kind is the type of a server's channel.
// https://discord.com/developers/docs/resources/channel#channel-object-channel-types
type Kind int

// Kinds of channels that people can write in.
const (
	TextChannel         Kind = 0
	VoiceChannel        Kind = 2
	AnnouncementChannel Kind = 5
	StageChannel        Kind = 13
)

type NonceUse struct {
	Message string
	At      time.Time
}

// maxPosts is the maximum number of messages in a channel. If there are more, the oldest ones are dropped.
const maxPosts = 2000

// Find returns a message by id, or nil.
func (c *Channel) Find(id string) *Post {
	byID := func(p *Post, n uint64) int { return cmp.Compare(number(p.Message.ID), n) }
	i, ok := slices.BinarySearchFunc(c.Posts, number(id), byID)
	if !ok {
		return nil
	}
	return c.Posts[i]
}

func (c *Channel) remove(p *Post) {
	if i := slices.Index(c.Posts, p); i >= 0 {
		c.Posts = slices.Delete(c.Posts, i, i+1)
	}
}

func (c *Channel) may(bits int64) bool {
	if c.Thread != nil && bits&PermissionSendMessages != 0 { // threads have their own permission for sending
		bits = bits&^PermissionSendMessages | PermissionSendInThreads
	}
	return c.Denied&bits == 0
}

// lastPublic returns the id of the newest public message, or nil if there is none.
func (c *Channel) lastPublic() any {
	for _, p := range slices.Backward(c.Posts) {
		if p.Only == "" {
			return p.Message.ID
		}
	}
	return nil
}

// Own returns the guild's channels without threads.
func (g *Guild) Own(all []*Channel) []*Channel {
	return slices.DeleteFunc(slices.Clone(all), func(c *Channel) bool {
		return c.Guild != g.GuildID || c.Thread != nil
	})
}

// ChannelObject returns a channel in Discord's JSON format.
func (g *Guild) ChannelObject(c *Channel) map[string]any {
	last := c.lastPublic()
	if c.With != "" {
		u, _ := g.User(c.With)
		return map[string]any{"id": c.ID, "type": 1, "flags": 0, "last_message_id": last, "recipients": []User{u}}
	}
	if c.Thread != nil {
		return g.threadObject(c, last)
	}
	overwrites := []any{}
	if c.Denied != 0 {
		denied := strconv.FormatInt(c.Denied, 10)
		overwrites = append(overwrites, map[string]any{"id": g.Bot.ID, "type": 1, "allow": "0", "deny": denied})
	}
	d := map[string]any{
		"id": c.ID, "type": c.Kind, "flags": 0, "guild_id": g.GuildID, "name": c.Name, "position": c.Position,
		"parent_id": nil, "topic": nil, "nsfw": false, "rate_limit_per_user": 0,
		"permission_overwrites": overwrites,
		"last_message_id":       last,
	}
	if c.Kind == VoiceChannel || c.Kind == StageChannel {
		delete(d, "topic")
		d["bitrate"], d["user_limit"], d["rtc_region"] = 64000, 0, nil
	}
	return d
}

// AddChannel adds a text channel to a guild. An empty guild means the first one.
func (w *World) AddChannel(guild, name string) (*Channel, error) {
	return w.AddChannelOf(guild, name, TextChannel)
}

// AddChannelOf adds a channel of this kind to a guild. An empty guild means the first one.
func (w *World) AddChannelOf(guild, name string, kind Kind) (*Channel, error) {
	s := w.server(guild)
	if s == nil {
		return nil, fmt.Errorf("sandbox: there is no server %q", guild)
	}
	c := &Channel{ID: w.newID(), Name: name, Kind: kind, Position: len(w.Channels), Guild: s.GuildID}
	w.Channels = append(w.Channels, c)
	w.news.event("CHANNEL_CREATE", s.GuildID, IntentGuilds, w.withPeople(s).ChannelObject(c))
	w.news.notice(Notice{Afresh: true})
	return c, nil
}

// RemoveChannel deletes a channel with its messages and threads. The deletion of the threads causes no events.
func (w *World) RemoveChannel(name string) error {
	c, err := w.Channel(name)
	if err != nil {
		return err
	}
	w.Channels = slices.DeleteFunc(slices.Clone(w.Channels), func(at *Channel) bool {
		gone := at == c || at.Thread != nil && at.Thread.Parent == c.ID
		if gone {
			for _, p := range at.Posts {
				w.forget(p.Message.Attachments)
			}
		}
		return gone
	})
	switch reaches := (place{w, c}).reachesBot(); {
	case !reaches:
	case c.Thread != nil:
		w.news.event("THREAD_DELETE", c.Guild, IntentGuilds, map[string]any{"id": c.ID, "guild_id": c.Guild,
			"parent_id": c.Thread.Parent, "type": w.Of(c).threadObject(c, nil)["type"]})
	default:
		w.news.event("CHANNEL_DELETE", c.Guild, IntentGuilds, w.Of(c).ChannelObject(c))
	}
	w.news.notice(Notice{Afresh: true})
	return nil
}

// Deny sets the permissions that the bot lacks in a channel. 0 restores them all.
func (w *World) Deny(channel string, permissions int64) error {
	c, err := w.Channel(channel)
	if err != nil {
		return err
	}
	if c.Thread != nil {
		return fmt.Errorf("sandbox: thread %q takes its permissions from its channel", channel)
	}
	c.Denied = permissions
	if c.may(PermissionViewChannel) {
		w.news.event("CHANNEL_UPDATE", c.Guild, IntentGuilds, w.Of(c).ChannelObject(c))
	}
	w.Touch()
	return nil
}
