package world

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Thread holds the properties of a thread.
type Thread struct {
	Parent           string
	Private          bool `json:",omitempty"`
	BotIsIn          bool `json:",omitempty"`
	Archived, Locked bool `json:",omitempty"`
}

// isHidden reports whether the bot can't see the thread, because the thread is private and the bot isn't a member.
// The bot still receives interactions from such a thread, which claim that it has all permissions.
func (t *Thread) isHidden() bool { return t != nil && t.Private && !t.BotIsIn }

// threadObject returns a thread in Discord's JSON format.
func (g *Guild) threadObject(c *Channel, last any) map[string]any {
	t, kind := c.Thread, 11
	if t.Private {
		kind = 12
	}
	meta := map[string]any{"archived": t.Archived, "locked": t.Locked, "auto_archive_duration": 1440,
		"archive_timestamp": stamp(g.Joined), "create_timestamp": stamp(g.Joined)}
	if t.Private {
		meta["invitable"] = true
	}
	return map[string]any{
		"id": c.ID, "type": kind, "flags": 0, "guild_id": g.GuildID, "name": c.Name, "parent_id": t.Parent,
		"owner_id": g.Owner(), "rate_limit_per_user": 0, "message_count": len(c.Posts), "member_count": 2,
		"total_message_sent": len(c.Posts), "thread_metadata": meta, "last_message_id": last,
	}
}

// AddThread opens a thread in a channel. The bot can't see a private thread until someone mentions it there.
func (w *World) AddThread(parent, name string, private bool) (*Channel, error) {
	in, err := w.Channel(parent)
	if err != nil {
		return nil, err
	}
	if in.Thread != nil || in.With != "" || in.Kind != TextChannel {
		return nil, fmt.Errorf("sandbox: there are no threads in %q", parent)
	}
	c := &Channel{ID: w.newID(), Name: name, Guild: in.Guild, Denied: in.Denied,
		Thread: &Thread{Parent: in.ID, Private: private}}
	w.Channels = append(w.Channels, c)
	if (place{w, c}).reachesBot() {
		w.news.event("THREAD_CREATE", c.Guild, IntentGuilds, w.Of(c).ChannelObject(c))
	}
	w.news.notice(Notice{Afresh: true})
	return c, nil
}

// addBot makes the bot a member of a thread.
func (w *World) addBot(c *Channel) {
	if c.Thread == nil || c.Thread.BotIsIn {
		return
	}
	c.Thread.BotIsIn = true
	d := w.Of(c).ChannelObject(c)
	d["member"] = map[string]any{"id": c.ID, "user_id": w.Bot.ID, "join_timestamp": stamp(w.now()), "flags": 0}
	w.news.event("THREAD_CREATE", c.Guild, IntentGuilds, d)
	w.Touch()
}

// Archive archives a thread. A new message from the bot reopens it, unless it is locked.
func (w *World) Archive(thread string, locked bool) error {
	c, err := w.Channel(thread)
	if err != nil || c.Thread == nil {
		return fmt.Errorf("sandbox: %q isn't a thread", thread)
	}
	c.Thread.Archived, c.Thread.Locked = true, locked
	if (place{w, c}).reachesBot() {
		w.news.event("THREAD_UPDATE", c.Guild, IntentGuilds, w.Of(c).ChannelObject(c))
	}
	w.Touch()
	return nil
}

// TimeOutBot times the bot out on a server, on behalf of a moderator. During a timeout, the bot can only read. The
// zero time ends the timeout. An empty guild means the first server.
func (w *World) TimeOutBot(guild string, until time.Time) {
	s := w.server(guild)
	if s == nil {
		return
	}
	s.TimedOut = until
	g := w.withPeople(s)
	m := g.Member(g.Bot)
	// a bot receives updates of its own membership even without the members intent
	w.news.event("GUILD_MEMBER_UPDATE", s.GuildID, 0, map[string]any{
		"guild_id": s.GuildID, "user": g.Bot, "roles": m.Roles, "joined_at": m.JoinedAt, "nick": nil,
		"avatar": nil, "banner": nil, "premium_since": nil, "deaf": false, "mute": false, "pending": false, "flags": 0,
		"communication_disabled_until": m.CommunicationDisabledUntil,
	})
}

func (w *World) isTimedOut(c *Channel) bool {
	return c.With == "" && w.now().Before(w.Of(c).TimedOut)
}

// Block makes AutoMod refuse messages that contain these words on a server. An empty guild means the first server.
func (w *World) Block(guild string, words ...string) {
	if s := w.server(guild); s != nil {
		s.Blocked = nil
		for _, word := range words {
			s.Blocked = append(s.Blocked, strings.ToLower(word))
		}
		w.Touch()
	}
}

func (s *Server) isBlocked(text string) bool {
	return slices.ContainsFunc(s.Blocked, func(word string) bool {
		return strings.Contains(strings.ToLower(text), word)
	})
}

// blocks reports whether AutoMod blocks a draft in a channel. AutoMod reads the content and the embeds, but not the
// pictures.
func (w *World) blocks(c *Channel, d Draft) bool {
	g := w.Of(c)
	return c.With == "" && (g.isBlocked(d.Content.Value) || slices.ContainsFunc(d.Embeds.Value,
		func(e Embed) bool { return g.isBlocked(e.Description) }))
}

// Sweep deletes a message on behalf of another bot that has the Manage Messages permission.
func (w *World) Sweep(channel, message string) {
	if c, err := w.Channel(channel); err == nil {
		if p := c.Find(message); p != nil {
			place{w, c}.drop(p)
		}
	}
}
