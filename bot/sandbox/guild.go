package sandbox

import "strconv"

// role is the guild's only role, @everyone, whose id is the guild's.
func (s *Server) role() map[string]any {
	return map[string]any{
		"id": s.world.GuildID, "name": "@everyone", "permissions": strconv.FormatInt(permEveryone, 10), "position": 0,
		"color": 0, "colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist": false, "managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}

func (s *Server) owner() string {
	for _, p := range s.world.People {
		if p.Manage {
			return p.ID
		}
	}
	return s.world.Bot.ID
}

// guild is the guild object as REST and gateway share it.
func (s *Server) guild() map[string]any {
	return map[string]any{
		"id": s.world.GuildID, "name": s.world.GuildName, "icon": nil, "description": nil, "splash": nil,
		"discovery_splash": nil, "features": []string{}, "banner": nil, "owner_id": s.owner(), "application_id": nil,
		"region": "us-east", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil, "system_channel_flags": 0,
		"widget_enabled": false, "widget_channel_id": nil, "verification_level": 0, "roles": []any{s.role()},
		"default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": nil,
		"max_members": 500000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": nil,
		"premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": nil,
		"safety_alerts_channel_id": nil, "public_updates_channel_id": nil, "premium_progress_bar_enabled": false,
		"nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil, "home_header": nil,
		"hub_type": nil,
	}
}

// guildCreate is the guild with what only the gateway tells. Of the members it holds the bot alone, as Discord does
// for a bot without the members intent.
func (s *Server) guildCreate() map[string]any {
	g := s.guild()
	channels := []any{}
	for _, c := range s.world.Channels {
		if c.With == "" && c.may(permViewChannel) {
			channels = append(channels, s.channelObject(c))
		}
	}
	for k, v := range map[string]any{
		"joined_at": stamp(s.world.Joined), "large": false, "unavailable": false, "member_count": len(s.world.People) + 1,
		"voice_states": []any{}, "members": []any{s.world.member(s.world.Bot)}, "channels": channels, "threads": []any{},
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{},
	} {
		g[k] = v
	}
	return g
}

// channelObject is a channel in Discord's shape.
func (s *Server) channelObject(c *channel) map[string]any {
	var last any
	for _, p := range c.Posts {
		if p.Only == "" {
			last = p.Message.ID
		}
	}
	if c.With != "" {
		u, _ := s.world.user(c.With)
		return map[string]any{"id": c.ID, "type": 1, "flags": 0, "last_message_id": last, "recipients": []User{u}}
	}
	overwrites := []any{}
	if c.Denied != 0 {
		overwrites = append(overwrites, map[string]any{"id": s.world.Bot.ID, "type": 1, "allow": "0", "deny": strconv.FormatInt(c.Denied, 10)})
	}
	return map[string]any{
		"id": c.ID, "type": 0, "flags": 0, "guild_id": s.world.GuildID, "name": c.Name, "position": c.Position,
		"parent_id": nil, "topic": nil, "nsfw": false, "rate_limit_per_user": 0, "permission_overwrites": overwrites,
		"last_message_id": last,
	}
}

// AddChannel opens another text channel and gives its id.
func (s *Server) AddChannel(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &channel{ID: s.world.Flake.next(s.now()), Name: name, Position: len(s.world.Channels)}
	s.world.Channels = append(s.world.Channels, c)
	s.dispatch("CHANNEL_CREATE", intentGuilds, func(*session) any { return s.channelObject(c) })
	s.rehello()
	s.notify()
	return c.ID
}

// RemoveChannel deletes a channel with everything in it.
func (s *Server) RemoveChannel(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.world.channel(name)
	if err != nil {
		return err
	}
	for i, at := range s.world.Channels {
		if at == c {
			s.world.Channels = append(s.world.Channels[:i:i], s.world.Channels[i+1:]...)
		}
	}
	for _, p := range c.Posts {
		s.forgetFiles(p)
	}
	if s.hears(c) {
		s.dispatch("CHANNEL_DELETE", intentGuilds, func(*session) any { return s.channelObject(c) })
	}
	s.rehello()
	s.notify()
	return nil
}

// Permissions that Deny can take away.
const (
	PermissionViewChannel  = permViewChannel
	PermissionSendMessages = permSendMessages
	PermissionAttachFiles  = permAttachFiles
	PermissionReadHistory  = permReadHistory
	PermissionAddReactions = permAddReactions
	PermissionEmbedLinks   = permEmbedLinks
)

// Deny takes permissions from the bot in a channel: exactly these are missing from now on; 0 gives all back.
func (s *Server) Deny(channelName string, permissions int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.world.channel(channelName)
	if err != nil {
		return err
	}
	c.Denied = permissions
	if c.may(permViewChannel) {
		s.dispatch("CHANNEL_UPDATE", intentGuilds, func(*session) any { return s.channelObject(c) })
	}
	s.notify()
	return nil
}

// Kick takes the bot out of the guild; Invite brings it back.
func (s *Server) Kick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.BotGone = true
	s.dispatch("GUILD_DELETE", intentGuilds, func(*session) any { return map[string]any{"id": s.world.GuildID} })
	s.notify()
}

// Invite brings the bot back into the guild.
func (s *Server) Invite() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.BotGone = false
	s.dispatch("GUILD_CREATE", intentGuilds, func(*session) any { return s.guildCreate() })
	s.notify()
}

// Guild is the guild's id, Application the bot's application id; the bot's user has the same one.
func (s *Server) Guild() string { return s.world.GuildID }

// Application is the application's id, which is the bot's user id too.
func (s *Server) Application() string { return s.world.AppID }

// Channel gives a channel's id by its name, "" where there is none.
func (s *Server) Channel(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, err := s.world.channel(name); err == nil {
		return c.ID
	}
	return ""
}

// User gives a person's user by name, such as "Ann"; the zero User where there is none.
func (s *Server) User(name string) User {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, err := s.world.person(name); err == nil {
		return p.User
	}
	return User{}
}
