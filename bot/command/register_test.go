package command

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/games/every"
	"settable/render/words"
)

var five = every.Game

func inventory(t *testing.T, kinds ...games.Kind) Inventory {
	t.Helper()
	catalogues, err := words.New(nil, kinds, Words)
	require.NoError(t, err)
	return Inventory{Games: kinds, Language: catalogues.In("en"), All: catalogues.Languages()}
}

// newInvocation returns an invocation whose answers are in English.
func newInvocation(t *testing.T) Invocation {
	t.Helper()
	s := inventory(t, five...)
	return Invocation{Deps: &Deps{Games: s.Games}, Language: s.Language}
}

func TestPeriodStarts(t *testing.T) {
	friday := time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC)
	require.Equal(t, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), startOf("day", friday))
	require.Equal(t, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), startOf("week", friday))
	require.Equal(t, time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), startOf("month", friday))
	require.True(t, startOf("all", friday).IsZero())
	sunday := time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
	require.Equal(t, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), startOf("week", sunday),
		"a week ends on Sunday")
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	late := time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC).In(berlin)
	require.Equal(t, "2026-11-23T00:00:00+01:00", startOf("day", late).Format(time.RFC3339),
		"in this time zone it is already Monday")
	require.Equal(t, startOf("day", late), startOf("week", late))
}

// A verb that several games share becomes one command that suits all of them and stays within Discord's limits.
func TestEveryVerbHasACommand(t *testing.T) {
	all := All().Shapes(inventory(t, five...))
	require.LessOrEqual(t, len(all), 100)
	require.NoError(t, discord.CheckCommands(all))
	at := map[string]discord.Command{}
	for _, c := range all {
		require.NotContains(t, at, c.Name)
		at[c.Name] = c
	}
	for _, r := range five {
		for _, v := range r.Manual().Verbs {
			c, ok := at[v.Name]
			require.True(t, ok, "%s of %s", v.Name, r.Name())
			require.Equal(t, v.Takes != games.Bare, len(c.Options) == 1 && c.Options[0].Name == "words", v.Name)
			if v.Takes != games.Bare {
				require.Contains(t, c.Options[0].Description, message.Operands(v), "no example from %s", r.Name())
				require.False(t, v.Optional && c.Options[0].Required)
			}
		}
	}
	require.Equal(t, "Take three cards that make a set", at["set"].Description)
}

// The catalogue contains a description of every registered command and option, and no others.
func TestCatalogueDescribesAllCommands(t *testing.T) {
	s := inventory(t, five...)
	shown := map[string]bool{}
	for _, c := range All().Shapes(s) {
		collectKeys(shown, "command.about."+c.Name, c.Options)
	}
	for _, line := range strings.Split(catalogue(t), "\n") {
		if key, _, _ := strings.Cut(line, ":"); strings.HasPrefix(key, "command.about.") {
			require.True(t, shown[key], "%s describes nothing", key)
		}
	}
	for _, c := range registered {
		if c.Name != "" {
			require.True(t, s.Language.Has("command.about."+c.Name), c.Name)
		}
	}
}

func catalogue(t *testing.T) string {
	t.Helper()
	text, err := Words.ReadFile("words/en.yaml")
	require.NoError(t, err)
	return string(text)
}

func collectKeys(shown map[string]bool, key string, options []discord.Option) {
	shown[key] = true
	for _, o := range options {
		collectKeys(shown, key+"."+o.Name, o.Options)
		for _, c := range o.Choices {
			shown[key+"."+o.Name+"."+c.Value] = true
		}
	}
}

// No text lacks an argument.
func TestDescriptionsHaveAllArguments(t *testing.T) {
	for _, c := range All().Shapes(inventory(t, five...)) {
		text, err := json.Marshal(c)
		require.NoError(t, err)
		require.NotContains(t, string(text), "no value", c.Name)
		require.NotContains(t, string(text), `"Description":"Something happened at the table."`, "a key of %s is in no catalogue", c.Name)
	}
}
