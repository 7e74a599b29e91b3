package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/games/gamestest"
	"settable/store/ids"
)

// askAs uses a command or presses a button, and returns the answer.
func (q *virtualBot) askAs(guild ids.Guild, channel ids.Channel, who discord.UserRef, manages bool,
	ask func(discord.Interaction) discord.Event) string {
	var answers []string
	in := q.far.begin(guild, channel, who)
	in.ManageGuild, in.UserMay = manages, ^discord.Permissions(0)
	q.far.mu.Lock()
	q.far.private = func(_ ids.User, _ ids.Channel, text string) { answers = append(answers, text) }
	q.far.public = func(_ ids.Channel, p *botPost) { answers = append(answers, p.Text) }
	q.far.mu.Unlock()
	q.wire.send(ask(in))
	q.settle()
	q.far.mu.Lock()
	defer q.far.mu.Unlock()
	return strings.Join(answers, "\n")
}

func slashCommand(name, sub string, options map[string]string) func(discord.Interaction) discord.Event {
	return func(i discord.Interaction) discord.Event {
		return discord.Slash{Interaction: i, Name: name, Sub: sub, Options: options,
			Names: map[ids.User]string{}}
	}
}

// elsewhere is another server that uses the bot.
const elsewhere ids.Guild = 900000000000000009

// Each server has its own games, chips and grants, and buttons of one server don't work on another.
func TestServersAreIsolated(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		const there = ids.Channel(920000000000000099)
		q.slash(q.ann, "night", "start", map[string]string{"buy_in": "60"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		granted := q.askAs(farHome, q.channel, q.ann, true,
			slashCommand("chips", "grant", map[string]string{
				"member": q.bob.ID.String(), "amount": "7", "reason": "for the cake"}))
		require.Contains(q.t, granted, "gets 7 chips")
		q.askAs(farHome, q.channel, q.ann, true, slashCommand("settings", "server", map[string]string{"theme": "light"}))

		for _, sub := range []string{"balance", "history"} {
			text := q.askAs(elsewhere, there, q.bob, false, slashCommand("chips", sub, nil))
			require.NotContains(q.t, text, "7 ", sub)
			require.Contains(q.t, text, "100", "each server pays its own starting grant: %s", sub)
		}
		require.Contains(q.t, q.askAs(elsewhere, there, q.bob, false, slashCommand("chips", "grants", nil)),
			"No chips have been granted")
		require.Contains(q.t, q.askAs(elsewhere, there, q.bob, false, slashCommand("chips", "audit", nil)),
			"The house has given out 100 chips in all")
		require.Contains(q.t, q.askAs(elsewhere, there, q.bob, false, slashCommand("night", "list", nil)),
			"hasn't had a poker night")
		require.Contains(q.t, q.askAs(elsewhere, there, q.bob, false,
			slashCommand("night", "show", map[string]string{"number": "1"})), "no such poker night")
		require.Contains(q.t, q.askAs(elsewhere, there, q.bob, true, slashCommand("night", "end", nil)),
			"There's no poker night in this channel")
		require.Contains(q.t, q.askAs(elsewhere, there, q.bob, true, slashCommand("end", "", nil)), "There's no table")
		require.NotContains(q.t, q.askAs(elsewhere, there, q.bob, false, slashCommand("settings", "show", nil)),
			"theme light")
		require.Contains(q.t, q.askAs(elsewhere, there, q.bob, false,
			slashCommand("leaderboard", "", map[string]string{"board": "chips"})), "Nobody is on this leaderboard")

		before, forged := q.words(), q.bot.lobby.Words.In("en").Key(message.Forged)
		stands := q.table()
		now := stands.Game.Session()
		drawn := message.Scene{
			Table: int64(stands.Row.ID), Line: now.Line, View: now.View(), Manual: stands.Manual, Name: now.Name,
			Lang: q.bot.lobby.Languages.Of(stands.Row.Guild),
			Sign: q.bot.lobby.Seal.For(stands.Row.Guild),
		}
		m, err := drawn.Message(nil, nil)
		require.NoError(q.t, err)
		for _, r := range m.Rows {
			for _, b := range r.Buttons {
				for _, channel := range []ids.Channel{q.channel, there} {
					press := func(i discord.Interaction) discord.Event {
						return discord.Press{Interaction: i, CustomID: b.CustomID}
					}
					require.Equal(q.t, forged, q.askAs(elsewhere, channel, q.ann, true, press), b.Label)
				}
			}
		}
		// A game of another server can't be replayed on this server, even with a button id that is signed for this
		// server.
		replay := message.ID{Kind: message.ReplayButton, Table: int64(stands.Row.ID)}
		for from, want := range map[ids.Guild]string{
			farHome: forged, elsewhere: "That game was played in another channel",
		} {
			press := func(i discord.Interaction) discord.Event {
				return discord.Press{Interaction: i, CustomID: q.bot.lobby.Seal.For(from)(replay)}
			}
			require.Contains(q.t, q.askAs(elsewhere, there, q.bob, false, press), want)
		}
		require.Equal(q.t, before, q.words())
	})
}

// The bot checks permissions itself and doesn't rely on which commands Discord shows to users. Users without
// permission get a private message that says so, and nothing changes.
func TestAdministrationNeedsManageServer(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "night", "start", map[string]string{"buy_in": "60"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		before, settings := q.words(), q.bot.lobby.Settings.Of(farHome)
		for _, c := range []struct {
			name, sub string
			options   map[string]string
			says      string
		}{
			{"settings", "server", map[string]string{"theme": "light"}, "Only members with Manage Server"},
			{"chips", "grant", map[string]string{"member": q.bob.ID.String(), "amount": "7", "reason": "me"},
				"Only members with Manage Server"},
			{"night", "end", nil, "a member with Manage Server can end it"},
		} {
			require.Contains(q.t, q.askAs(farHome, q.channel, q.bob, false, slashCommand(c.name, c.sub, c.options)), c.says,
				c.name)
		}
		require.Equal(q.t, before, q.words())
		require.Equal(q.t, settings, q.bot.lobby.Settings.Of(farHome))
		require.Contains(q.t, q.askAs(farHome, q.channel, q.bob, false, slashCommand("chips", "grants", nil)),
			"No chips have been granted")
		require.Contains(q.t, q.askAs(farHome, q.channel, q.bob, true, slashCommand("night", "end", nil)),
			"The poker night ends after this hand.", "Bob plays")
		require.Contains(q.t, q.askAs(farHome, q.channel, q.cid, true, slashCommand("night", "end", nil)), "The poker night is already set to end")
	})
}

// Names and reasons are shown literally everywhere, whatever markup they contain.
func TestNamesAndReasonsAreEscaped(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for i, evil := range []string{
		"@everyone", "@here hi", "<@910000000000000000>", "<@&5>", "<#930000000000000000>", "<t:0:R>", "<:x:5>",
		"**bold**", "__u__", "~~s~~", "||spoiler||",
		"`code`", "[a](https://evil.example)", "https://evil.example", "# big", "- list", "> quote", "1. one",
		"-# small", "a\nb", "\u202eesrever", "\\", "</play:5>",
	} {
		runVirtual(t, func(q *virtualBot) {
			q.ann.Name = evil
			var said []string
			seen := func(text string) { said = append(said, text) }
			q.slash(q.ann, "play", "poker", map[string]string{"stack": "50"})
			q.say(q.bob, "join")
			seen(q.latest())
			q.say(q.ann, "start")
			seen(q.latest())
			seen(q.askAs(farHome, q.channel, q.ann, true,
				slashCommand("chips", "grant", map[string]string{"member": q.bob.ID.String(), "amount": "7", "reason": evil})))
			seen(q.askAs(farHome, q.channel, q.ann, true, slashCommand("chips", "grants", nil)))
			seen(q.askAs(farHome, q.channel, q.bob, true, slashCommand("chips", "history", nil)))
			seen(q.askAs(farHome, q.channel, q.bob, true, slashCommand("table", "", nil)))
			seen(q.askAs(farHome, q.channel, q.bob, true,
				slashCommand("leaderboard", "", map[string]string{"board": "chips"})))
			all := strings.Join(said, "\n")
			require.Contains(q.t, all, discord.Escape(evil), "%d", i)
			bare := strings.ReplaceAll(all, discord.Escape(evil), "")
			require.NotContains(q.t, bare, evil, fmt.Sprint(i))
		})
	}
}

// All servers get the same daily deal. A player who starts a deal on one server continues it on the other, because
// until midnight UTC each player has only one deal across all servers.
func TestDailyDealIsTheSameOnEveryServer(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		const there = ids.Channel(920000000000000099)
		asks := slashCommand("daily", "", map[string]string{"deal": "classic"})
		dealt := func(guild ids.Guild, channel ids.Channel, who discord.UserRef) string {
			require.Contains(q.t, q.askAs(guild, channel, who, false, asks), "Only you see these cards")
			today := games.DayOf(time.Now())
			row, err := q.store.Daily(q.t.Context(), who.ID, "classic", today)
			require.NoError(q.t, err)
			text := message.ID{Kind: message.DealtButton, Table: int64(row.ID), Words: "text set ."}
			said := q.askAs(guild, channel, who, false, func(i discord.Interaction) discord.Event {
				return discord.Press{Interaction: i, CustomID: q.bot.lobby.Seal.For(guild)(text)}
			})
			require.NotContains(q.t, said, "leave", "a daily deal can't be left")
			cards, _, found := strings.Cut(said, "\n"+who.Name+": 0 points")
			require.True(q.t, found, "%q", said)
			return cards
		}
		here := dealt(farHome, q.channel, q.ann)
		require.Contains(q.t, here, "L: ", "twelve cards")
		require.Equal(q.t, here, dealt(elsewhere, there, q.bob))
		require.Contains(q.t, q.askAs(elsewhere, there, q.ann, false, asks), "on the server where you started it")
		require.NotContains(q.t, q.askAs(farHome, q.channel, q.ann, false, asks), "where you started it")
		renamed := q.ann
		renamed.Name = "Zoe"
		dealt(elsewhere, there, renamed) // requires that the answer uses the player's name on that server
		require.Equal(q.t, here, dealt(farHome, q.channel, q.ann), "on this server she still has the other name")

		time.Sleep(4*time.Hour - time.Minute) // until about midnight, because the test starts at 20:00
		require.Equal(q.t, here, dealt(elsewhere, there, q.bob))
		time.Sleep(2 * time.Minute)
		require.NotEqual(q.t, here, dealt(elsewhere, there, q.bob))
	})
}
