package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/store"
)

func TestPeriodsBeginWhenPeopleThinkTheyDo(t *testing.T) {
	friday := time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC)
	require.Equal(t, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), since("day", friday))
	require.Equal(t, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), since("week", friday))
	require.Equal(t, time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), since("month", friday))
	require.True(t, since("all", friday).IsZero())
	sunday := time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
	require.Equal(t, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), since("week", sunday), "a week ends with Sunday")
}

// Commands of several games with the same name fit all of them, and Discord.
func TestEveryVerbHasItsCommand(t *testing.T) {
	rules := []games.Kind{classic.Game, twenty.Game, poker.Game, solitaire.Game, english.Game}
	all := commands(rules)
	require.LessOrEqual(t, len(all), 100)
	at := map[string]discord.Command{}
	for _, c := range all {
		require.NotContains(t, at, c.Name)
		at[c.Name] = c
		fits(t, c.Name, c.Description, c.Options)
	}
	for _, r := range rules {
		for _, v := range r.Manual().Verbs {
			c, ok := at[v.Name]
			require.True(t, ok, "%s of %s", v.Name, r.Name())
			require.Equal(t, v.Takes != games.Bare, len(c.Options) == 1 && c.Options[0].Name == "words", v.Name)
			if v.Takes != games.Bare {
				require.Contains(t, c.Options[0].Description, message.Operands(v), "an example of %s", r.Name())
				require.False(t, v.Optional && c.Options[0].Required)
			}
		}
	}
	require.Equal(t, "Take three cards that are a set", at["set"].Description)
}

func fits(t *testing.T, where, description string, options []discord.Option) {
	t.Helper()
	require.NotEmpty(t, description, where)
	require.LessOrEqual(t, message.Size(description), 100, where)
	require.LessOrEqual(t, len(options), 25, where)
	for _, o := range options {
		require.LessOrEqual(t, len(o.Choices), 25, where)
		fits(t, where+" "+o.Name, o.Description, o.Options)
	}
}

func TestAResultIsCompared(t *testing.T) {
	require.Equal(t, "It is the first on this server that was played to its end.", compare(store.Record{Tables: 1, Best: 20, Sets: 20}))
	require.Equal(t, "On this server, of 3 games: 24 sets at best, 21.3 on average, 1 won (33 %).", compare(store.Record{Tables: 3, Won: 1, Best: 24, Sets: 64}))
}
