package api

import (
	"strconv"

	"settable/bot/sandbox/world"
)

// bot is the bot in the channel of the path, if it may do there what it wants to.
func (c *call) bot(need int64) (world.BotIn, error) { return c.BotIn(c.path("channel"), need) }

func getChannel(c *call) (answer, error) {
	b, err := c.bot(world.PermissionViewChannel)
	if err != nil {
		return answer{}, err
	}
	return okay(b.Object())
}

func getMessage(c *call) (answer, error) {
	b, err := c.bot(world.PermissionReadHistory)
	if err != nil {
		return answer{}, err
	}
	return okayOr(b.Message(c.path("message")))
}

// listMessages gives up to limit messages, newest first, after, before or around an id.
func listMessages(c *call) (answer, error) {
	b, err := c.bot(world.PermissionReadHistory)
	if err != nil {
		return answer{}, err
	}
	n := 50
	if q := c.query("limit"); q != "" {
		n, err = strconv.Atoi(q)
		if err != nil || n < 1 || n > 100 {
			return answer{}, world.BadBody("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
	}
	return okay(b.List(world.Span{After: c.query("after"), Before: c.query("before"), Around: c.query("around"),
		N: n}))
}

func postMessage(c *call) (answer, error) {
	b, err := c.bot(world.PermissionSendMessages)
	if err != nil {
		return answer{}, err
	}
	return okayOr(b.Post(c.draft))
}

func patchMessage(c *call) (answer, error) {
	b, err := c.bot(world.PermissionViewChannel)
	if err != nil {
		return answer{}, err
	}
	return okayOr(b.Edit(c.path("message"), c.draft))
}

func deleteMessage(c *call) (answer, error) {
	b, err := c.bot(world.PermissionViewChannel)
	if err != nil {
		return answer{}, err
	}
	return doneOr(b.Delete(c.path("message")))
}

func react(c *call) (answer, error)   { return setReaction(c, true) }
func unreact(c *call) (answer, error) { return setReaction(c, false) }

func setReaction(c *call, on bool) (answer, error) {
	b, err := c.bot(world.PermissionReadHistory | world.PermissionAddReactions)
	if err != nil {
		return answer{}, err
	}
	return doneOr(b.React(c.path("message"), c.path("emoji"), on))
}

func postTyping(c *call) (answer, error) {
	b, err := c.bot(world.PermissionSendMessages)
	if err != nil {
		return answer{}, err
	}
	b.Type()
	return noContent, nil
}
