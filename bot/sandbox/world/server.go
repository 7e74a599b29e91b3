package world

import (
	"fmt"
	"maps"
	"strconv"
	"time"
)

// shardMultiple is divisible by every number of shards up to ten.
const shardMultiple = 5040

// firstServer returns an id for the first server of a new world. The server belongs to shard 0 for any number of shards
// up to ten. The id is lower than all other ids in the world, with room between them for the ids of further servers.
func firstServer(now time.Time) string {
	ms := max(now.UnixMilli()-epoch, 3*shardMultiple)
	return strconv.FormatInt((ms-ms%shardMultiple-shardMultiple)<<22, 10)
}

// Found adds servers with two channels each until the world has the given number of servers. In a world from New with
// up to ten shards, server i belongs to shard i % n.
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
		w.news.event("GUILD_CREATE", s.GuildID, IntentGuilds, w.withPeople(s).Create(w.Channels))
		w.news.notice(Notice{Afresh: true})
	}
}

// Guilds holds all servers of a world.
type Guilds struct {
	Guild             // the first server, and the people of all servers
	Further []*Server `json:",omitempty"`
}

// Servers returns all servers, starting with the first one.
func (all *Guilds) Servers() []*Server { return append([]*Server{&all.Guild.Server}, all.Further...) }

// server returns the server with this id. An empty id means the first server.
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

// withPeople returns a server together with the people.
func (all *Guilds) withPeople(s *Server) *Guild {
	if s == &all.Guild.Server {
		return &all.Guild
	}
	return &Guild{Server: *s, Bot: all.Bot, AppID: all.AppID, People: all.People}
}

// In returns the guild with this id, or nil.
func (all *Guilds) In(guild string) *Guild {
	s := all.server(guild)
	if s == nil || guild == "" {
		return nil
	}
	return all.withPeople(s)
}

// Of returns the guild of a channel. For direct messages, it returns the first guild.
func (all *Guilds) Of(c *Channel) *Guild { return all.withPeople(all.server(c.Guild)) }

// Shard reports whether the shard k of n receives a guild's events. Events without a guild ("") go to shard 0.
// https://discord.com/developers/docs/events/gateway#sharding
func Shard(guild string, k, n int) bool { return n <= 1 || number(guild)>>22%uint64(n) == uint64(k) }

// Kick removes the bot from a guild. An empty guild means the first one.
func (w *World) Kick(guild string) {
	if s := w.server(guild); s != nil {
		s.BotGone = true
		w.news.event("GUILD_DELETE", s.GuildID, IntentGuilds, map[string]any{"id": s.GuildID})
	}
}

// Invite adds the bot to a guild again. An empty guild means the first one.
func (w *World) Invite(guild string) {
	if s := w.server(guild); s != nil {
		s.BotGone = false
		w.news.event("GUILD_CREATE", s.GuildID, IntentGuilds, w.withPeople(s).Create(w.Channels))
	}
}

// Create returns the data of a GUILD_CREATE event: the guild and its channels. It contains no members except the bot,
// as Discord sends it to bots without the members intent.
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
		if c.Guild == g.GuildID && c.Thread != nil && !c.Thread.isHidden() && !c.Thread.Archived {
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
