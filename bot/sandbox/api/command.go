package api

import (
	"slices"
	"strconv"

	"settable/bot/sandbox/world"
)

func listCommands(c *call) (answer, error) {
	if err := c.world.BotIsApp(c.path("app")); err != nil {
		return answer{}, err
	}
	return okay(c.world.Menu())
}

// putCommands replaces all global commands of the application.
func putCommands(c *call) (answer, error) {
	if err := c.world.BotIsApp(c.path("app")); err != nil {
		return answer{}, err
	}
	var list []world.Command
	if err := c.body.decode(&list); err != nil {
		return answer{}, err
	}
	if len(list) > 100 {
		return answer{}, world.Refuse(400, 30032, "Maximum number of application commands reached (100).")
	}
	var p world.Problems
	for i, cmd := range list {
		at := strconv.Itoa(i)
		checkCommand(&p, at, cmd)
		if slices.ContainsFunc(list[:i], func(o world.Command) bool { return o.Name == cmd.Name }) {
			p.Add(at+".name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if err := p.Err(); err != nil {
		return answer{}, err
	}
	return okay(c.world.SetCommands(list))
}
