package api

import (
	"strconv"

	"settable/bot/sandbox/world"
)

func getGateway(c *call) (answer, error) {
	return okay(map[string]string{"url": c.api.GatewayURL})
}

func getGatewayBot(c *call) (answer, error) {
	return okay(map[string]any{
		"url": c.api.GatewayURL, "shards": c.api.Shards,
		"session_start_limit": map[string]int{
			"total": world.SessionsADay, "remaining": max(world.SessionsADay-c.api.Identified(), 0),
			"reset_after": 86400000, "max_concurrency": max(1, c.api.MaxConcurrency),
		},
	})
}

func getMe(c *call) (answer, error) {
	return okay(struct {
		world.User
		MFA      bool    `json:"mfa_enabled"`
		Locale   string  `json:"locale"`
		Verified bool    `json:"verified"`
		Email    *string `json:"email"`
	}{User: c.world.Bot, Locale: "en-US", Verified: true})
}

func getApplication(c *call) (answer, error) {
	owner, _ := c.world.User(c.world.Owner())
	flags := c.world.Rules.AppFlags()
	return okay(map[string]any{
		"id": c.world.AppID, "name": c.world.Bot.Name(), "icon": nil, "description": "", "type": nil, "bot": c.world.Bot,
		"verify_key": "0000000000000000000000000000000000000000000000000000000000000000",
		"flags":      flags, "flags_new": strconv.Itoa(flags), "bot_public": true, "bot_require_code_grant": false,
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": owner, "approximate_guild_count": len(c.world.Servers()), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "event_webhooks_url": nil, "event_webhooks_status": 1,
		"explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []string{},
	})
}
