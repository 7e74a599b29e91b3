package api

import (
	"slices"
	"strconv"

	"settable/bot/sandbox/world"
)

// commandBody is what a bot sends to register a command. The server fills in the rest.
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

// command returns what the bot sent, as a command. The world gives it its ids.
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

// forApp returns a route of the commands of the bot's application; without a guild in its path, of the global
// ones.
func forApp(handle func(*call, world.Commands) (answer, error)) func(*call) (answer, error) {
	return func(c *call) (answer, error) {
		if err := c.world.BotIsApp(c.path("app")); err != nil {
			return answer{}, err
		}
		guild := c.path("guild")
		if guild != "" {
			if _, err := c.world.BotInGuild(guild); err != nil {
				return answer{}, err
			}
		}
		return handle(c, c.world.CommandsIn(guild))
	}
}

func listCommands(_ *call, all world.Commands) (answer, error) { return okay(all.List()) }

func getCommand(c *call, all world.Commands) (answer, error) {
	return okayOr(all.Get(c.path("command")))
}

func deleteCommand(c *call, all world.Commands) (answer, error) {
	cmd, err := all.Get(c.path("command"))
	if err != nil {
		return answer{}, err
	}
	all.Remove(cmd)
	return noContent, nil
}

// postCommand makes a command, or changes the one of that name.
func postCommand(c *call, all world.Commands) (answer, error) {
	var b commandBody
	if err := c.body.decode(&b); err != nil {
		return answer{}, err
	}
	var p world.Problems
	checkCommand(&p, "", b)
	if err := p.Err(); err != nil {
		return answer{}, err
	}
	cmd, fresh, err := all.Add(b.command())
	if fresh {
		return answer{201, cmd}, err
	}
	return okayOr(cmd, err)
}

// putCommands replaces the whole list.
func putCommands(c *call, all world.Commands) (answer, error) {
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
	return okayOr(all.Set(commands))
}
