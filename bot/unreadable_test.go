package bot

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/games/gamestest"
	"settable/store/ids"
)

// A usage is a command or subcommand, with a value for each required option.
type usage struct {
	name, sub string
	options   map[string]string
}

// usages returns one usage of each registered command.
func (q *virtualBot) usages() (all []usage) {
	given := func(list []discord.Option) map[string]string {
		values := map[string]string{}
		for _, o := range list {
			switch {
			case !o.Required:
			case len(o.Choices) > 0:
				values[o.Name] = o.Choices[0].Value
			case o.Name == "who" || o.Name == "member":
				values[o.Name] = q.bob.ID.String()
			case o.Name == "amount":
				values[o.Name] = "1"
			case o.Name == "when":
				values[o.Name] = "in 3 hours"
			default:
				values[o.Name] = "a"
			}
		}
		return values
	}
	for _, c := range crowdShapes() {
		subs := false
		for _, o := range c.Options {
			if o.Kind == discord.SubCommand {
				subs = true
				all = append(all, usage{c.Name, o.Name, given(o.Options)})
			}
		}
		if !subs {
			all = append(all, usage{c.Name, "", given(c.Options)})
		}
	}
	return all
}

// While the database is unavailable, each command that needs it says so, whether the channel has no table, a sleeping
// one or a running one. The bot doesn't claim that a sleeping table is stuck or closed, and the table can continue
// afterwards.
func TestEveryCommandReportsAnUnavailableDatabase(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtualOnPostgres(t)(t, func(q *virtualBot) {
		en := q.bot.lobby.Words.In("en")
		away, unsaved := en.Key("table.unreadable"), en.Key("table.disk_fails")
		q.poker()
		sleeps, empty := ids.Channel(920000000000000077), ids.Channel(920000000000000078)
		plays := q.channel
		q.channel = sleeps
		q.slash(q.ann, "play", "classic", nil)
		row := q.table().Row
		q.slash(q.ann, "away", "", nil)
		q.wait(time.Minute)
		require.Nil(q.t, q.table(), "the table must be asleep")
		q.channel = plays
		q.settle()

		q.isAway.Store(true)
		need := map[string]bool{} // the commands that report the fault
		for _, c := range []ids.Channel{empty, sleeps, plays} {
			for _, u := range q.usages() {
				said := q.askAs(farHome, c, q.bob, true, slashCommand(u.name, u.sub, u.options))
				time.Sleep(10 * time.Second)
				require.NotEmpty(q.t, said, u)
				for _, wrong := range []string{"lobby.stuck", "lobby.table_closed", "lobby.no_table", "table.broken"} {
					require.NotContains(q.t, said, en.Key(wrong), "%v in %s", u, c)
				}
				if said == away || said == unsaved {
					need[u.name] = true
				} else if c != plays {
					require.Contains(q.t, []string{"help", "rules", "privacy", "play"}, u.name, "%q", said)
				}
			}
		}
		for _, u := range q.usages() {
			require.True(q.t, need[u.name] || slices.Contains([]string{"help", "rules", "privacy"}, u.name), u)
		}
		for _, id := range []message.ID{
			{Kind: message.MoveButton, Table: int64(row.ID), Words: "join"},
			{Kind: message.FormButton, Table: int64(row.ID), Words: "set"},
			{Kind: message.HandButton, Table: int64(row.ID)},
			{Kind: message.TextButton, Table: int64(row.ID)},
			{Kind: message.AgainButton, Table: int64(row.ID)},
			{Kind: message.ReplayButton, Table: int64(row.ID)},
		} {
			require.Equal(q.t, away, q.askAs(farHome, sleeps, q.bob, false, func(i discord.Interaction) discord.Event {
				return discord.Press{Interaction: i, CustomID: q.bot.lobby.Seal.For(farHome)(id)}
			}), "%v", id)
		}

		q.isAway.Store(false)
		q.wait(time.Minute)
		q.channel = sleeps
		q.slash(q.ann, "back", "", nil)
		require.NotNil(q.t, q.table())
		require.Equal(q.t, games.Gathering, q.table().Game.Session().View().Phase)
	})
}
