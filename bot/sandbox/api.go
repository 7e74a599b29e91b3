package sandbox

// api lists the REST routes the sandbox answers: what a bot like this one uses, and a little around it.
func (s *Server) api() []route {
	plain := func(pattern, major string, h func(*call) (answer, error)) route {
		return route{pattern: pattern, limit: limitPlain, major: major, handle: h}
	}
	return []route{
		{pattern: "GET /gateway", limit: limitPlain, open: true, handle: (*call).getGateway},
		plain("GET /gateway/bot", "", (*call).getGatewayBot),
		plain("GET /users/@me", "", (*call).getMe),
		plain("GET /users/@me/guilds", "", (*call).getMyGuilds),
		plain("POST /users/@me/channels", "", (*call).openDirect),
		plain("GET /users/{user}", "", (*call).getUser),
		plain("GET /applications/@me", "", (*call).getApplication),
		plain("GET /oauth2/applications/@me", "", (*call).getApplication),

		plain("GET /channels/{channel}", "channel", (*call).getChannel),
		plain("GET /channels/{channel}/messages", "channel", (*call).listMessages),
		plain("GET /channels/{channel}/messages/{message}", "channel", (*call).getMessage),
		{pattern: "POST /channels/{channel}/messages", limit: limitPost, major: "channel", takes: createKeys, handle: (*call).postMessage},
		{pattern: "PATCH /channels/{channel}/messages/{message}", limit: limitEdit, major: "channel", takes: editKeys, handle: (*call).patchMessage},
		{pattern: "DELETE /channels/{channel}/messages/{message}", limit: limitDelete, major: "channel", handle: (*call).deleteMessage},
		{pattern: "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me", limit: limitReact, major: "channel", handle: (*call).react},
		{pattern: "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me", limit: limitReact, major: "channel", handle: (*call).unreact},
		plain("POST /channels/{channel}/typing", "channel", (*call).postTyping),

		plain("GET /guilds/{guild}", "guild", (*call).getGuild),
		plain("GET /guilds/{guild}/channels", "guild", (*call).getGuildChannels),
		plain("GET /guilds/{guild}/roles", "guild", (*call).getGuildRoles),
		plain("GET /guilds/{guild}/members/{user}", "guild", (*call).getMember),
		plain("GET /guilds/{guild}/scheduled-events", "guild", (*call).listEvents),
		plain("POST /guilds/{guild}/scheduled-events", "guild", (*call).postEvent),
		plain("GET /guilds/{guild}/scheduled-events/{event}", "guild", (*call).getEvent),
		plain("DELETE /guilds/{guild}/scheduled-events/{event}", "guild", (*call).deleteEvent),

		plain("GET /applications/{app}/commands", "", (*call).listCommands),
		plain("PUT /applications/{app}/commands", "", (*call).putCommands),
		plain("POST /applications/{app}/commands", "", (*call).postCommand),
		plain("GET /applications/{app}/commands/{command}", "", (*call).getCommand),
		plain("DELETE /applications/{app}/commands/{command}", "", (*call).deleteCommand),
		plain("GET /applications/{app}/guilds/{guild}/commands", "guild", (*call).listCommands),
		plain("PUT /applications/{app}/guilds/{guild}/commands", "guild", (*call).putCommands),
		plain("POST /applications/{app}/guilds/{guild}/commands", "guild", (*call).postCommand),
		plain("GET /applications/{app}/guilds/{guild}/commands/{command}", "guild", (*call).getCommand),
		plain("DELETE /applications/{app}/guilds/{guild}/commands/{command}", "guild", (*call).deleteCommand),

		{pattern: "POST /interactions/{interaction}/{token}/callback", open: true, exempt: true, handle: (*call).callback},
		{pattern: "POST /webhooks/{app}/{token}", limit: limitHook, major: "token", open: true, exempt: true, takes: answerKeys, handle: (*call).followUp},
		{pattern: "GET /webhooks/{app}/{token}/messages/{message}", limit: limitHook, major: "token", open: true, exempt: true, handle: (*call).getAnswer},
		{pattern: "PATCH /webhooks/{app}/{token}/messages/{message}", limit: limitHook, major: "token", open: true, exempt: true, takes: amendKeys, handle: (*call).patchAnswer},
		{pattern: "DELETE /webhooks/{app}/{token}/messages/{message}", limit: limitHook, major: "token", open: true, exempt: true, handle: (*call).deleteAnswer},
	}
}
