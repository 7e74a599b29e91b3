package api

// routes lists the REST routes the sandbox answers: what a bot like this one uses, and a little around it.
func routes() []route {
	plain := func(pattern, major string, h func(*call) (answer, error)) route {
		return route{pattern: pattern, limit: limitPlain, major: major, handle: h}
	}
	return []route{
		{pattern: "GET /gateway", limit: limitPlain, open: true, handle: getGateway},
		plain("GET /gateway/bot", "", getGatewayBot),
		plain("GET /users/@me", "", getMe),
		plain("GET /users/@me/guilds", "", getMyGuilds),
		plain("POST /users/@me/channels", "", openDirect),
		plain("GET /users/{user}", "", getUser),
		plain("GET /applications/@me", "", getApplication),
		plain("GET /oauth2/applications/@me", "", getApplication),

		plain("GET /channels/{channel}", "channel", getChannel),
		plain("GET /channels/{channel}/messages", "channel", listMessages),
		plain("GET /channels/{channel}/messages/{message}", "channel", getMessage),
		{pattern: "POST /channels/{channel}/messages", limit: limitPost, major: "channel", takes: createKeys,
			handle: postMessage},
		{pattern: "PATCH /channels/{channel}/messages/{message}", limit: limitEdit, major: "channel",
			takes: editKeys, handle: patchMessage},
		{pattern: "DELETE /channels/{channel}/messages/{message}", limit: limitDelete, major: "channel",
			handle: deleteMessage},
		{pattern: "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me", limit: limitReact,
			major: "channel", handle: react},
		{pattern: "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me", limit: limitReact,
			major: "channel", handle: unreact},
		plain("POST /channels/{channel}/typing", "channel", postTyping),

		plain("GET /guilds/{guild}", "guild", inGuild(getGuild)),
		plain("GET /guilds/{guild}/channels", "guild", inGuild(getGuildChannels)),
		plain("GET /guilds/{guild}/roles", "guild", inGuild(getGuildRoles)),
		plain("GET /guilds/{guild}/members/{user}", "guild", inGuild(getMember)),
		plain("GET /guilds/{guild}/scheduled-events", "guild", inGuild(listEvents)),
		plain("POST /guilds/{guild}/scheduled-events", "guild", inGuild(postEvent)),
		plain("GET /guilds/{guild}/scheduled-events/{event}", "guild", inGuild(getEvent)),
		plain("DELETE /guilds/{guild}/scheduled-events/{event}", "guild", inGuild(deleteEvent)),

		plain("GET /applications/{app}/commands", "", forApp(listCommands)),
		plain("PUT /applications/{app}/commands", "", forApp(putCommands)),
		plain("POST /applications/{app}/commands", "", forApp(postCommand)),
		plain("GET /applications/{app}/commands/{command}", "", forApp(getCommand)),
		plain("DELETE /applications/{app}/commands/{command}", "", forApp(deleteCommand)),
		plain("GET /applications/{app}/guilds/{guild}/commands", "guild", forApp(listCommands)),
		plain("PUT /applications/{app}/guilds/{guild}/commands", "guild", forApp(putCommands)),
		plain("POST /applications/{app}/guilds/{guild}/commands", "guild", forApp(postCommand)),
		plain("GET /applications/{app}/guilds/{guild}/commands/{command}", "guild", forApp(getCommand)),
		plain("DELETE /applications/{app}/guilds/{guild}/commands/{command}", "guild", forApp(deleteCommand)),

		{pattern: "POST /interactions/{interaction}/{token}/callback", open: true, exempt: true, handle: callback},
		{pattern: "POST /webhooks/{app}/{token}", limit: limitHook, major: "token", open: true, exempt: true,
			takes: answerKeys, handle: byToken(followUp)},
		{pattern: "GET /webhooks/{app}/{token}/messages/{message}", limit: limitHook, major: "token", open: true,
			exempt: true, handle: byToken(getAnswer)},
		{pattern: "PATCH /webhooks/{app}/{token}/messages/{message}", limit: limitHook, major: "token", open: true,
			exempt: true, takes: amendKeys, handle: byToken(patchAnswer)},
		{pattern: "DELETE /webhooks/{app}/{token}/messages/{message}", limit: limitHook, major: "token",
			open: true, exempt: true, handle: byToken(deleteAnswer)},
	}
}
