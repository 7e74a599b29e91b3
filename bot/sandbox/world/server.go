package world

import (
	"fmt"
	"maps"
	"strconv"
	"time"
)

// evenly can be divided by every number of shards up to ten.
const evenly = 5040

// firstServer returns the id of the first server of a world that begins now. It belongs
// to shard 0 for any number of shards up to ten. It is older than everything else,
// with room after it for the ids of further servers.
func firstServer(now time.Time) string {
	ms := max(now.UnixMilli()-epoch, 3*evenly)
	return strconv.FormatInt((ms-ms%evenly-evenly)<<22, 10)
}

// Found adds servers until there are this many, each with two channels of its own. In a world
// made by New, server i belongs to shard i modulo their number, which may be up to ten.
func (w *World) Found(servers int) {
	first := number(w.GuildID) >> 22
	for i := len(w.Further) + 1; i < servers; i++ {
		s := &Server{GuildID: strconv.FormatUint((first+uint64(i))<<22, 10),
			GuildName: fmt.Sprintf("%s %d", w.GuildName, i+1), Joined: w.Joined}
		w.Further = append(w.Further, s)
		for position, name := range []string{"card-night", "side-table"} {
			w.Channels = append(w.Channels, &Channel{ID: w.newID(), Name: fmt.Sprintf("%s-%d", name, i+1),
				Position: position, Guild: s.GuildID})
		}
		w.news.event("GUILD_CREATE", s.GuildID, IntentGuilds, w.in(s).Create(w.Channels))
		w.news.notice(Notice{Afresh: true})
	}
}

// Guilds are all the servers of a world.
type Guilds struct {
	Guild             // the first one, and who is in all of them
	Further []*Server `json:",omitempty"`
}

// Servers returns all there are, the first one first.
func (all *Guilds) Servers() []*Server { return append([]*Server{&all.Guild.Server}, all.Further...) }

// server returns the server with that id; "" is the first one.
func (all *Guilds) server(guild string) *Server {
	if guild == "" || guild == all.GuildID {
		return &all.Guild.Server
	}
	for _, s := range all.Further {
		if s.GuildID == guild {
			return s
		}
	}
	return nil
}

// in returns a server together with the people in it.
func (all *Guilds) in(s *Server) *Guild {
	if s == &all.Guild.Server {
		return &all.Guild
	}
	return &Guild{Server: *s, Bot: all.Bot, AppID: all.AppID, People: all.People}
}

// In returns the guild with that id, as it is now; nil where there is none.
func (all *Guilds) In(guild string) *Guild {
	s := all.server(guild)
	if s == nil || guild == "" {
		return nil
	}
	return all.in(s)
}

// Of returns the guild of a channel. A conversation with the bot has none, and gives the first.
func (all *Guilds) Of(c *Channel) *Guild { return all.in(all.server(c.Guild)) }

// Shard reports whether a session of shard k of n hears what happens in a guild; "" is none, of which the first hears.
//
// https://discord.com/developers/docs/events/gateway#sharding
func Shard(guild string, k, n int) bool { return n <= 1 || number(guild)>>22%uint64(n) == uint64(k) }

// Kick takes the bot out of a guild; "" is the first.
func (w *World) Kick(guild string) {
	if s := w.server(guild); s != nil {
		s.BotGone = true
		w.news.event("GUILD_DELETE", s.GuildID, IntentGuilds, map[string]any{"id": s.GuildID})
	}
}

// Invite brings the bot back into a guild; "" is the first.
func (w *World) Invite(guild string) {
	if s := w.server(guild); s != nil {
		s.BotGone = false
		w.news.event("GUILD_CREATE", s.GuildID, IntentGuilds, w.in(s).Create(w.Channels))
	}
}

// Create returns the guild with what only the gateway tells, with those of the channels that are its own. Of the
// members it holds the bot alone, as Discord does for a bot without the members intent.
func (g *Guild) Create(all []*Channel) map[string]any {
	d := g.GuildObject()
	channels := []any{}
	for _, c := range g.Own(all) {
		if c.may(PermissionViewChannel) {
			channels = append(channels, g.ChannelObject(c))
		}
	}
	threads := []any{}
	for _, c := range all {
		if c.Guild == g.GuildID && c.Thread != nil && !c.Thread.hidden() && !c.Thread.Archived {
			threads = append(threads, g.ChannelObject(c))
		}
	}
	maps.Copy(d, map[string]any{
		"joined_at": stamp(g.Joined), "large": false, "unavailable": false, "member_count": len(g.People) + 1,
		"voice_states": []any{}, "members": []any{g.Member(g.Bot)}, "channels": channels, "threads": threads,
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{},
		"soundboard_sounds": []any{},
	})
	return d
}
