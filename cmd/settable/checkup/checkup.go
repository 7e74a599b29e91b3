// Package checkup checks everything that a bot needs before it starts: the token, Discord, the bot's channels, the
// clock, the disk and the database. It changes nothing.
package checkup

import (
	"context"
	"net/http"

	"settable/bot/discord"
	"settable/store"
	"settable/store/ids"
)

// State rates the result of a check.
type State string

// The states are sorted from best to worst.
const (
	Fine    State = "ok"
	Skipped State = "skipped" // not checked because another problem prevents it
	Poor    State = "warning" // the bot works, but players will notice something
	Wrong   State = "wrong"   // the bot doesn't work, at least in some places
)

// A Finding is the result of a check: its rating, an explanation, and advice for the host.
type Finding struct {
	About string `json:"about"`
	State State  `json:"state"`
	Says  string `json:"says"`
	Do    string `json:"do,omitempty"` // what the host should do; empty: nothing
	Exit  int    `json:"-"`            // the program's exit status for this problem
}

// Exits holds the exit statuses for different problems.
type Exits struct{ Failed, Refused, Database int }

// A Checkup describes what to check.
type Checkup struct {
	Token    discord.Secret
	HTTP     *http.Client
	Content  bool   // the bot should read typed messages
	Database string // the file or the name of the PostgreSQL database
	Address  string // address of the PostgreSQL database with its password; empty: SQLite
	// Channels are checked in addition to those with open tables and nights.
	Channels []ids.Channel
	// Named returns a permission's name in Discord's settings.
	Named func(discord.Permissions) string
	Exits Exits

	found []Finding
	open  []store.Table
}

// Run runs all checks. It skips a check that another problem makes impossible.
func (c *Checkup) Run(ctx context.Context) []Finding {
	if c.Address != "" {
		c.server(ctx)
	} else {
		c.disk()
		c.database(ctx)
	}
	s := Survey{Token: c.Token, HTTP: c.HTTP}
	if !c.network(ctx, s) {
		for _, about := range []string{"clock", "token", "intents", "gateway", "permissions"} {
			c.pass(about, "Discord can't be reached")
		}
		return c.found
	}
	bot, ok := c.bot(ctx, s)
	if !ok {
		for _, about := range []string{"intents", "gateway", "permissions"} {
			c.pass(about, "the token doesn't work")
		}
		return c.found
	}
	c.intents(bot)
	c.gateway(ctx, s)
	c.places(ctx, s, bot)
	return c.found
}

func (c *Checkup) fine(about, says string) { c.add(Finding{About: about, State: Fine, Says: says}) }
func (c *Checkup) pass(about, why string)  { c.add(Finding{About: about, State: Skipped, Says: why}) }
func (c *Checkup) poor(about, says, do string) {
	c.add(Finding{About: about, State: Poor, Says: says, Do: do})
}

func (c *Checkup) wrong(exit int, about, says, do string) {
	c.add(Finding{About: about, State: Wrong, Says: says, Do: do, Exit: exit})
}

func (c *Checkup) add(f Finding) { c.found = append(c.found, f) }
