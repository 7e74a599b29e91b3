package api

import (
	"strconv"

	"settable/bot/sandbox/world"
)

// inChannel returns a handler for a route whose path names a channel. The bot must have the needed permissions there.
func inChannel(need int64, handle func(*call, world.BotIn) (answer, error)) func(*call) (answer, error) {
	return withFound(func(c *call) (world.BotIn, error) { return c.world.BotIn(c.path("channel"), need) }, handle)
}

func getChannel(_ *call, b world.BotIn) (answer, error)  { return okay(b.Object()) }
func postMessage(c *call, b world.BotIn) (answer, error) { return responseOr(b.Post(c.draft)) }
func patchMessage(c *call, b world.BotIn) (answer, error) {
	return responseOr(b.Edit(c.path("message"), c.draft))
}
func deleteMessage(c *call, b world.BotIn) (answer, error) {
	return doneOr(b.Delete(c.path("message")))
}

// listMessages returns messages after a given id or, without one, the newest messages, in descending order.
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
