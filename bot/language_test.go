package bot

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/games/gamestest"
)

// dutch contains a few sentences in a language that the bot doesn't have. A new language needs only a catalogue and no
// Go code.
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

var dutchVerbs = command.Command{Words: fstest.MapFS{"words/nl.yaml": {Data: []byte(`
games.typed.join: erbij
games.typed.start: begin
games.typed.set: zet
games.typed.none: niets
games.joined: "{{.who}} gaat zitten."
`)}}}

// A table keeps the language that its server had when the table was opened. It understands typed moves in that
// language, in English, and in the language of each player whose language the bot knows from a button press.
func TestTableUsesTheLanguageOfItsServer(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		spoken := func(server, own string, ask func(discord.Interaction) discord.Event) {
			q.askAs(farHome, q.channel, q.ann, false, func(i discord.Interaction) discord.Event {
				i.Spoken, i.Locale = server, own
				return ask(i)
			})
		}
		spoken("nl", "en-GB", slashCommand("play", "classic", nil))
		require.Contains(t, q.latest(), "Ann")
		q.say(q.bob, "Erbij!")
		require.Contains(t, strings.Join(q.posts(), "\n"), "Bob gaat zitten.")
		spoken("en-US", "en-GB", slashCommand("rules", "", nil)) // the server's language has changed, but not the table's
		q.say(q.ann, "begin")
		q.say(q.bob, "zet de stoel neer")
		lines := len(q.words())
		q.say(q.bob, "niets te zien")
		require.Len(t, q.words(), lines, "talk")
		q.say(q.bob, "ZET: a, b, c!")
		require.Contains(t, q.words()[lines], "set a b c", "the journal uses the standard notation")
	}, dutch, dutchVerbs)
}

// Private answers are in the reader's language, and the table's messages in the table's language.
func TestPrivateAnswersAreInTheReadersLanguage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	in := func(locale string, ask func(discord.Interaction) discord.Event) func(
		discord.Interaction) discord.Event {
		return func(i discord.Interaction) discord.Event {
			i.Locale = locale
			return ask(i)
		}
	}
	runVirtual(t, func(q *virtualBot) {
		asked := func(locale, name, sub string, options map[string]string) string {
			return q.askAs(farHome, q.channel, q.ann, false, in(locale, slashCommand(name, sub, options)))
		}
		require.Equal(t, "Hier is geen tafel.", asked("nl", "hand", "", nil))
		require.Equal(t, "Hier is geen tafel.", asked("nl", "join", "", nil))
		require.Contains(t, asked("en-GB", "hand", "", nil), "There's no table in this channel.")
		require.Contains(t, asked("pl", "hand", "", nil), "There's no table in this channel.")
		require.Contains(t, asked("nl", "chips", "balance", nil), "Je hebt **100 chips**. Speelgeld.",
			"without a translation, the answer is in English")
		require.Contains(t, asked("nl", "leaderboard", "", nil), "Leaderboard: sets taken, all time",
			"the channel's messages use the server's language")
		blind := func(i discord.Interaction) discord.Event {
			i.May = discord.Needed &^ (discord.ViewChannel | discord.AttachFiles)
			return slashCommand("play", "classic", nil)(i)
		}
		require.Equal(t, "Ik mis Kanaal bekijken and Attach Files.",
			q.askAs(farHome, q.channel, q.ann, false, in("nl", blind)))

		asked("nl", "play", "classic", nil)
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		require.Contains(t, q.latest(), "**Classic SET**", "the table keeps its language")
		require.Contains(t, asked("nl", "set", "", map[string]string{"words": "a"}),
			"Dat is geen zet in Klassiek SET. Een zet: `set a b c`.")
		require.Contains(t, asked("en-US", "set", "", map[string]string{"words": "a"}),
			"Classic SET has no such move. ")
	}, dutch)
}
