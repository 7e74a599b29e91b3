package api

import (
	"strconv"

	"settable/bot/sandbox/world"
)

// inChannel returns a route of the bot in the channel of the path, if it may do there what it wants to.
func inChannel(need int64, handle func(*call, world.BotIn) (answer, error)) func(*call) (answer, error) {
	return with(func(c *call) (world.BotIn, error) { return c.world.BotIn(c.path("channel"), need) }, handle)
}

func getChannel(_ *call, b world.BotIn) (answer, error)  { return okay(b.Object()) }
func postMessage(c *call, b world.BotIn) (answer, error) { return okayOr(b.Post(c.draft)) }
func patchMessage(c *call, b world.BotIn) (answer, error) {
	return okayOr(b.Edit(c.path("message"), c.draft))
}
func deleteMessage(c *call, b world.BotIn) (answer, error) {
	return doneOr(b.Delete(c.path("message")))
}

// listMessages returns the limit messages that come next after an id, or else the newest ones, newest first.
func listMessages(c *call, b world.BotIn) (answer, error) {
	n := 50
	if q := c.query("limit"); q != "" {
		var err error
		if n, err = strconv.Atoi(q); err != nil || n < 1 || n > 100 {
			return answer{}, world.BadBody("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
	}
	return okay(b.List(c.query("after"), n))
}

func putReaction(c *call, b world.BotIn) (answer, error) {
	return doneOr(b.React(c.path("message"), c.path("emoji")))
}
