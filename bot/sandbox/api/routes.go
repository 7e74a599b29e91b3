package api

import "settable/bot/sandbox/world"

// routes lists the REST routes the sandbox answers: what a bot like this one uses, and a little around it.
func routes() []route {
	const (
		see   = world.PermissionViewChannel
		read  = world.PermissionReadHistory
		send  = world.PermissionSendMessages
		react = read | world.PermissionAddReactions
	)
	return []route{
		{"GET /gateway", limitPlain, nil, getGateway},
		{"GET /gateway/bot", limitPlain, nil, getGatewayBot},
		{"GET /users/@me", limitPlain, nil, getMe},
		{"GET /users/@me/guilds", limitPlain, nil, getMyGuilds},
		{"POST /users/@me/channels", limitPlain, nil, openDirect},
		{"GET /users/{user}", limitPlain, nil, getUser},
		{"GET /applications/@me", limitPlain, nil, getApplication},
		{"GET /oauth2/applications/@me", limitPlain, nil, getApplication},

		{"GET /channels/{channel}", limitPlain, nil, inChannel(see, getChannel)},
		{"GET /channels/{channel}/messages", limitPlain, nil, inChannel(read, listMessages)},
		{"GET /channels/{channel}/messages/{message}", limitPlain, nil, inChannel(read, getMessage)},
		{"POST /channels/{channel}/messages", limitPost, createKeys, inChannel(send, postMessage)},
		{"PATCH /channels/{channel}/messages/{message}", limitEdit, editKeys, inChannel(see, patchMessage)},
		{"DELETE /channels/{channel}/messages/{message}", limitDelete, nil, inChannel(see, deleteMessage)},
		{"PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me", limitReact, nil,
			inChannel(react, setReaction(true))},
		{"DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me", limitReact, nil,
			inChannel(react, setReaction(false))},
		{"POST /channels/{channel}/typing", limitPlain, nil, inChannel(send, postTyping)},

		{"GET /guilds/{guild}", limitPlain, nil, inGuild(getGuild)},
		{"GET /guilds/{guild}/channels", limitPlain, nil, inGuild(getGuildChannels)},
		{"GET /guilds/{guild}/roles", limitPlain, nil, inGuild(getGuildRoles)},
		{"GET /guilds/{guild}/members/{user}", limitPlain, nil, inGuild(getMember)},
		{"GET /guilds/{guild}/scheduled-events", limitPlain, nil, inGuild(listEvents)},
		{"POST /guilds/{guild}/scheduled-events", limitPlain, nil, inGuild(postEvent)},
		{"GET /guilds/{guild}/scheduled-events/{event}", limitPlain, nil, inGuild(getEvent)},
		{"DELETE /guilds/{guild}/scheduled-events/{event}", limitPlain, nil, inGuild(deleteEvent)},

		{"GET /applications/{app}/commands", limitPlain, nil, forApp(listCommands)},
		{"PUT /applications/{app}/commands", limitPlain, nil, forApp(putCommands)},
		{"POST /applications/{app}/commands", limitPlain, nil, forApp(postCommand)},
		{"GET /applications/{app}/commands/{command}", limitPlain, nil, forApp(getCommand)},
		{"DELETE /applications/{app}/commands/{command}", limitPlain, nil, forApp(deleteCommand)},
		{"GET /applications/{app}/guilds/{guild}/commands", limitPlain, nil, forApp(listCommands)},
		{"PUT /applications/{app}/guilds/{guild}/commands", limitPlain, nil, forApp(putCommands)},
		{"POST /applications/{app}/guilds/{guild}/commands", limitPlain, nil, forApp(postCommand)},
		{"GET /applications/{app}/guilds/{guild}/commands/{command}", limitPlain, nil, forApp(getCommand)},
		{"DELETE /applications/{app}/guilds/{guild}/commands/{command}", limitPlain, nil, forApp(deleteCommand)},

		{"POST /interactions/{interaction}/{token}/callback", limit{}, nil, callback},
		{"POST /webhooks/{app}/{token}", limitHook, answerKeys, byToken(followUp)},
		{"GET /webhooks/{app}/{token}/messages/{message}", limitHook, nil, byToken(getAnswer)},
		{"PATCH /webhooks/{app}/{token}/messages/{message}", limitHook, amendKeys, byToken(patchAnswer)},
		{"DELETE /webhooks/{app}/{token}/messages/{message}", limitHook, nil, byToken(deleteAnswer)},
	}
}
