package world

import "slices"

// AddChannel opens another text channel.
func (w *World) AddChannel(name string) *Channel {
	c := &Channel{ID: w.newID(), Name: name, Position: len(w.Channels)}
	w.Channels = append(w.Channels, c)
	w.news.event("CHANNEL_CREATE", IntentGuilds, w.ChannelObject(c))
	w.news.notice(Notice{Afresh: true})
	return c
}

// RemoveChannel deletes a channel with everything in it.
func (w *World) RemoveChannel(name string) error {
	c, err := w.Channel(name)
	if err != nil {
		return err
	}
	w.Channels = slices.DeleteFunc(slices.Clone(w.Channels), func(at *Channel) bool { return at == c })
	for _, p := range c.Posts {
		w.forget(p.files())
	}
	if (place{w, c}).reaches() {
		w.news.event("CHANNEL_DELETE", IntentGuilds, w.ChannelObject(c))
	}
	w.news.notice(Notice{Afresh: true})
	return nil
}

// Deny takes permissions from the bot in a channel: exactly these are missing from now on; 0 gives all back.
func (w *World) Deny(channel string, permissions int64) error {
	c, err := w.Channel(channel)
	if err != nil {
		return err
	}
	c.Denied = permissions
	if c.may(PermissionViewChannel) {
		w.news.event("CHANNEL_UPDATE", IntentGuilds, w.ChannelObject(c))
	}
	w.Touch()
	return nil
}

// Kick takes the bot out of the guild.
func (w *World) Kick() {
	w.BotGone = true
	w.news.event("GUILD_DELETE", IntentGuilds, map[string]any{"id": w.GuildID})
}

// Invite brings the bot back into the guild.
func (w *World) Invite() {
	w.BotGone = false
	w.news.event("GUILD_CREATE", IntentGuilds, w.GuildCreate())
}

// GuildCreate is the guild with what only the gateway tells. Of the members it holds the bot alone, as
// Discord does for a bot without the members intent.
func (w *World) GuildCreate() map[string]any {
	g := w.GuildObject()
	channels := []any{}
	for _, c := range w.Channels {
		if c.With == "" && c.may(PermissionViewChannel) {
			channels = append(channels, w.ChannelObject(c))
		}
	}
	for k, v := range map[string]any{
		"joined_at": stamp(w.Joined), "large": false, "unavailable": false, "member_count": len(w.People) + 1,
		"voice_states": []any{}, "members": []any{w.Member(w.Bot)}, "channels": channels, "threads": []any{},
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{},
		"soundboard_sounds": []any{},
	} {
		g[k] = v
	}
	return g
}
