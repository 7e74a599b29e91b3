package bot

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/bot/command"
	"settable/bot/discord"
)

// dutch is a few sentences of a language that lacks all others, from wherever in the house:
// a catalogue is a file, and no line of Go knows of it.
var dutch = command.Command{Words: fstest.MapFS{"words/nl.yaml": {Data: []byte(`
lobby.no_table: Hier is geen tafel.
lobby.not_now: Dat gaat nu niet.
lobby.no_move: Dat is geen zet in {{.game}}. {{.usage}}
classic.title: Klassiek SET
message.usage:
  one: "Een zet: {{.examples}}."
  other: "Zetten: {{.examples}}."
message.your_cards: Jouw kaarten, plaats {{.seat}}. {{.now}}
command.balance.you: Je hebt **{{.chips}}**
command.balance.play_money: "{{.balance}}. Speelgeld."
command.leaderboard.title: "Ranglijst: {{.what}}, {{.since}}"
command.permission.view_channel: Kanaal bekijken
command.missing: Ik mis {{.permissions}}.
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
		require.Equal(t, "Hier is geen tafel.", asked("nl", "hand", "", nil))
		require.Equal(t, "Hier is geen tafel.", asked("nl", "join", "", nil))
		require.Contains(t, asked("en-GB", "hand", "", nil), "There is no table in this channel.")
		require.Contains(t, asked("pl", "hand", "", nil), "There is no table in this channel.")
		require.Contains(t, asked("nl", "chips", "balance", nil), "Je hebt **100 chips**. Speelgeld.",
			"what is not translated is said in English")
		require.Contains(t, asked("nl", "leaderboard", "", nil), "Leaderboard: sets taken, all time",
			"the channel reads it")
		blind := func(i discord.Interaction) discord.Event {
			i.May = discord.Needed &^ (discord.ViewChannel | discord.AttachFiles)
			return given("play", "classic", nil)(i)
		}
		require.Equal(t, "Ik mis Kanaal bekijken and Attach Files.",
			q.asked(farHome, q.channel, q.ann, false, in("nl", blind)))

		asked("nl", "play", "classic", nil)
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		require.Contains(t, q.latest(), "**Classic SET**", "the table is everybody's")
		require.Contains(t, asked("nl", "set", "", map[string]string{"words": "a"}),
			"Dat is geen zet in Klassiek SET. Een zet: `set a b c`.")
		require.Contains(t, asked("en-US", "set", "", map[string]string{"words": "a"}),
			"That is no move of Classic SET. ")
	}, dutch)
}
