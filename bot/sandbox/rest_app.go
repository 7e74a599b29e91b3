package sandbox

import (
	"encoding/json"
	"strconv"
)

func (c *call) getGateway() (answer, error) {
	return okay(map[string]string{"url": c.socketURL()})
}

func (c *call) getGatewayBot() (answer, error) {
	return okay(map[string]any{
		"url": c.socketURL(), "shards": 1,
		"session_start_limit": map[string]int{
			"total": sessionsADay, "remaining": max(sessionsADay-c.limits.identified, 0), "reset_after": 86400000, "max_concurrency": 1,
		},
	})
}

func (c *call) getMe() (answer, error) {
	return okay(struct {
		User
		MFA      bool    `json:"mfa_enabled"`
		Locale   string  `json:"locale"`
		Verified bool    `json:"verified"`
		Email    *string `json:"email"`
	}{User: c.world.Bot, Locale: "en-US", Verified: true})
}

func (c *call) getUser() (answer, error) {
	u, ok := c.world.user(c.path("user"))
	if !ok {
		return answer{}, errUnknownUser
	}
	return okay(u)
}

func (c *call) getMyGuilds() (answer, error) {
	guilds := []any{}
	if !c.world.BotGone {
		guilds = append(guilds, map[string]any{
			"id": c.world.GuildID, "name": c.world.GuildName, "icon": nil, "banner": nil, "owner": false,
			"permissions": strconv.FormatInt(permBot, 10), "features": []string{},
		})
	}
	return okay(guilds)
}

// appFlags tells whether the privileged intent is on: the flag of an application in fewer than a hundred guilds.
func (s *Server) appFlags() int {
	const limitedContent, commandBadge = 1 << 19, 1 << 23
	if s.opt.MessageContent {
		return commandBadge | limitedContent
	}
	return commandBadge
}

func (c *call) getApplication() (answer, error) {
	owner, _ := c.world.user(c.owner())
	return okay(map[string]any{
		"id": c.world.AppID, "name": c.world.Bot.Name(), "icon": nil, "description": "", "type": nil, "bot": c.world.Bot,
		"verify_key": "0000000000000000000000000000000000000000000000000000000000000000", "flags": c.appFlags(),
		"flags_new": strconv.Itoa(c.appFlags()), "bot_public": true, "bot_require_code_grant": false, "redirect_uris": []string{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": 1,
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "event_webhooks_url": nil,
		"event_webhooks_status": 1, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []string{},
	})
}

// openDirect gives the conversation with one person, new or known.
func (c *call) openDirect() (answer, error) {
	var body struct {
		Recipient string `json:"recipient_id"`
	}
	if err := c.body.decode(&body); err != nil {
		return answer{}, err
	}
	if _, err := c.world.person(body.Recipient); err != nil {
		return answer{}, errUnknownUser
	}
	return okay(c.channelObject(c.direct(body.Recipient)))
}

// direct finds or opens the conversation of a person with the bot.
func (s *Server) direct(user string) *channel {
	for _, at := range s.world.Channels {
		if at.With == user {
			return at
		}
	}
	at := &channel{ID: s.world.Flake.next(s.now()), With: user}
	s.world.Channels = append(s.world.Channels, at)
	s.notify()
	return at
}

// Direct gives the id of the private conversation of a person with the bot.
func (s *Server) Direct(user string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.world.person(user)
	if err != nil {
		return "", err
	}
	return s.direct(p.ID).ID, nil
}

// here checks the guild of the path.
func (c *call) here() error {
	switch {
	case c.path("guild") != c.world.GuildID:
		return errUnknownGuild
	case c.world.BotGone:
		return errNoAccess
	}
	return nil
}

func (c *call) getGuild() (answer, error) {
	if err := c.here(); err != nil {
		return answer{}, err
	}
	return okay(c.guild())
}

func (c *call) getGuildRoles() (answer, error) {
	if err := c.here(); err != nil {
		return answer{}, err
	}
	return okay([]any{c.role()})
}

func (c *call) getGuildChannels() (answer, error) {
	if err := c.here(); err != nil {
		return answer{}, err
	}
	all := []any{}
	for _, at := range c.world.Channels {
		if at.With == "" {
			all = append(all, c.channelObject(at))
		}
	}
	return okay(all)
}

func (c *call) getMember() (answer, error) {
	if err := c.here(); err != nil {
		return answer{}, err
	}
	u, ok := c.world.user(c.path("user"))
	if !ok {
		return answer{}, errUnknownMember
	}
	return okay(c.world.member(u))
}

func (c *call) getChannel() (answer, error) {
	at, err := c.channel(permViewChannel)
	if err != nil {
		return answer{}, err
	}
	return okay(c.channelObject(at))
}

// channel is the channel of the path, if the bot may do what it wants there.
func (c *call) channel(need int64) (*channel, error) {
	id := c.path("channel")
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		return nil, badBody("channel_id", "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
	}
	at, err := c.world.channel(id)
	switch {
	case err != nil || at.ID != id: // a channel's name may be a number
		return nil, errUnknownChannel
	case !at.may(permViewChannel), c.world.BotGone && at.With == "":
		return nil, errNoAccess
	case !at.may(need):
		return nil, errNoPermission
	}
	return at, nil
}

// scheduled is an event in the guild's calendar.
type scheduled struct {
	ID, Name, Start string
	End, About      *string
	Place           string
}

type scheduledBody struct {
	Name      string          `json:"name"`
	About     *string         `json:"description"`
	Start     string          `json:"scheduled_start_time"`
	End       *string         `json:"scheduled_end_time"`
	Privacy   int             `json:"privacy_level"`
	Kind      int             `json:"entity_type"`
	Channel   json.RawMessage `json:"channel_id"`
	Image     json.RawMessage `json:"image"`
	Where     *where          `json:"entity_metadata"`
	Recurring json.RawMessage `json:"recurrence_rule"`
}

type where struct {
	Location string `json:"location"`
}
