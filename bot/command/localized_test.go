package command

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

// All translated descriptions of commands come from the catalogue of that language.
func TestDescriptionsComeFromTheCatalogue(t *testing.T) {
	dutch := fstest.MapFS{"words/nl.yaml": {Data: []byte(`
command.about.play: Open een tafel
command.about.leaderboard.period: Sinds wanneer
command.about.leaderboard.period.day: vandaag
classic.summary: Wie een set ziet, zegt het
`)}}
	catalogues, err := words.New(nil, five, Words, dutch)
	require.NoError(t, err)
	list := All().Localized(five, catalogues)
	at := func(name string) discord.Command {
		return list[slices.IndexFunc(list, func(c discord.Command) bool { return c.Name == name })]
	}
	require.Equal(t, "Open a table in this channel", at("play").Description)
	require.Equal(t, "Open een tafel", at("play").Translated["nl"])
	require.Equal(t, "Classic SET: Wie een set ziet, zegt het", at("play").Options[0].Translated["nl"])
	period := at("leaderboard").Options[2]
	require.Equal(t, "Sinds wanneer", period.Translated["nl"])
	require.Equal(t, "vandaag", period.Choices[0].Translated["nl"])
	require.Equal(t, "day", period.Choices[0].Value)
	require.NotContains(t, at("help").Translated, "nl", "without a translation, the description stays English")
	for _, c := range list {
		require.NoError(t, c.Check(), c.Name)
	}

	long := at("play")
	long.Translated = discord.Translation{"nl": strings.Repeat("ä", 101)}
	require.ErrorIs(t, long.Check(), discord.ErrInvalid)
}

// Styles and permissions have a name in every language.
func TestStylesAndPermissionsHaveNames(t *testing.T) {
	s := inventory(t, five...)
	for _, theme := range render.Themes() {
		require.True(t, s.Language.Has("command.theme."+theme), theme)
	}
	for _, palette := range render.Palettes() {
		require.True(t, s.Language.Has("command.palette."+palette), palette)
	}
	for _, p := range discord.Needed.Each() {
		require.True(t, s.Language.Has("command.permission."+p.String()), p.String())
	}
}

// In each language, the title and the summary of every game fit in the description of /play.
func TestGameSummaryFitsInItsDescription(t *testing.T) {
	catalogues, err := words.New(nil, five, Words)
	require.NoError(t, err)
	for _, lang := range catalogues.Languages() {
		for _, sub := range playOptions(Inventory{Games: five, Language: lang}) {
			require.False(t, strings.HasSuffix(sub.Description, "…"), "%s: %s", lang.Locale(), sub.Description)
		}
	}
}

// In each language, the answer to /help without a table fits in one message without being cut off, with all games and
// even with five more.
func TestHelpFitsInOneMessage(t *testing.T) {
	catalogues, err := words.New(nil, five, Words)
	require.NoError(t, err)
	for _, kinds := range [][]games.Kind{five, slices.Concat(five, five)} {
		for _, lang := range catalogues.Languages() {
			c := Invocation{Deps: &Deps{Games: kinds}, Language: lang}
			said := helpText(c, table.Session{}, false)
			require.Less(t, len([]rune(said)), 2000, "%s:\n%s", lang.Locale(), said)
			require.True(t, strings.HasSuffix(said, lang.Key("command.help.night")), "the text is cut off: %s", said)
		}
	}
}
