package api

import (
	"slices"
	"strconv"

	"settable/bot/sandbox/world"
)

// commandBody is the body with which a bot registers a command.
type commandBody struct {
	world.Command
	Type                     *int  `json:"type"`
	DefaultPermission        *bool `json:"default_permission"`
	DefaultMemberPermissions any   `json:"default_member_permissions"`
	DMPermission             *bool `json:"dm_permission"`
}

func kindOf(b commandBody) int {
	if b.Type != nil {
		return *b.Type
	}
	return 1
}

// command converts the body to a command. The world assigns the ids.
func (b commandBody) command() world.Command {
	c := b.Command
	c.Type, c.DMPermission = kindOf(b), b.DMPermission == nil || *b.DMPermission
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0}
	}
	if bits := world.Text(b.DefaultMemberPermissions); bits != "" {
		c.DefaultMemberPermissions = &bits
	}
	return c
}

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
	var list []commandBody
	if err := c.body.decode(&list); err != nil {
		return answer{}, err
	}
	if len(list) > 100 {
		return answer{}, world.Refuse(400, 30032, "Maximum number of application commands reached (100).")
	}
	var p world.Problems
	var commands []world.Command
	for i, b := range list {
		at := strconv.Itoa(i)
		checkCommand(&p, at, b)
		same := func(o commandBody) bool { return o.Name == b.Name && kindOf(o) == kindOf(b) }
		if slices.ContainsFunc(list[:i], same) {
			p.Add(at+".name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		commands = append(commands, b.command())
	}
	if err := p.Err(); err != nil {
		return answer{}, err
	}
	return responseOr(c.world.SetCommands(commands))
}
