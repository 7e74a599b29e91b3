package bot

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/bot/command"
	"settable/bot/discord"
)

// german is a few sentences of another language, from wherever in the house: a
// catalogue is a file, and no line of Go knows of it.
var german = command.Command{Words: fstest.MapFS{"words/de.yaml": {Data: []byte(`
lobby.no_table: Hier ist kein Tisch.
lobby.not_now: Das geht gerade nicht.
lobby.no_move: Das ist kein Zug bei {{.game}}. {{.usage}}
classic.title: Klassisches SET
message.usage:
  one: "Ein Zug: {{.examples}}."
  other: "Züge: {{.examples}}."
message.your_cards: Deine Karten, Platz {{.seat}}. {{.now}}
command.balance.you: Du hast **{{.chips}}**
command.balance.play_money: "{{.balance}}. Spielgeld."
command.leaderboard.title: "Rangliste: {{.what}}, {{.since}}"
command.permission.view_channel: Kanal ansehen
command.missing: Mir fehlt {{.permissions}}.
`)}}}

// What one alone reads is in their language, and what the table reads in the table's.
func TestAnswersAreInTheLanguageOfWhoReadsThem(t *testing.T) {
	in := func(locale string, ask func(discord.Interaction) discord.Event) func(
		discord.Interaction) discord.Event {
		return func(i discord.Interaction) discord.Event {
			i.Locale = locale
			return ask(i)
		}
	}
	quietly(t, func(q *quiet) {
		asked := func(locale, name, sub string, options map[string]string) string {
			return q.asked(farHome, q.channel, q.ann, false, in(locale, given(name, sub, options)))
		}
		require.Equal(t, "Hier ist kein Tisch.", asked("de", "hand", "", nil))
		require.Equal(t, "Hier ist kein Tisch.", asked("de", "join", "", nil))
		require.Contains(t, asked("en-GB", "hand", "", nil), "There is no table in this channel.")
		require.Contains(t, asked("fr", "hand", "", nil), "There is no table in this channel.")
		require.Contains(t, asked("de", "chips", "balance", nil), "Du hast **100 chips**. Spielgeld.",
			"what is not translated is said in English")
		require.Contains(t, asked("de", "leaderboard", "", nil), "Leaderboard: sets taken, all time",
			"the channel reads it")
		blind := func(i discord.Interaction) discord.Event {
			i.May = discord.Needed &^ (discord.ViewChannel | discord.AttachFiles)
			return given("play", "classic", nil)(i)
		}
		require.Equal(t, "Mir fehlt Kanal ansehen and Attach Files.",
			q.asked(farHome, q.channel, q.ann, false, in("de", blind)))

		asked("de", "play", "classic", nil)
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		require.Contains(t, q.latest(), "**Classic SET**", "the table is everybody's")
		require.Contains(t, asked("de", "set", "", map[string]string{"words": "a"}),
			"Das ist kein Zug bei Klassisches SET. Ein Zug: `set a b c`.")
		require.Contains(t, asked("en-US", "set", "", map[string]string{"words": "a"}),
			"That is no move of Classic SET. ")
	}, german)
}
