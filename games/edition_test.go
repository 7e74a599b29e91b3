package games_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
)

// newerRules is a later edition of the rules of classic SET.
type newerRules struct{ classic.Rules }

func (newerRules) Edition() int { return 4 }

// A journal can be replayed only under the edition of the rules under which it was played.
func TestJournalNamesItsEdition(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	said := func(words string) []games.Line {
		return []games.Line{{At: at, Seat: games.Dealer, Words: words}, {At: at, Seat: 1, Words: "join"}}
	}
	_, err := games.ReplayLines(classic.Rules{}, nil, said("rules 3"))
	require.NoError(t, err)
	_, err = games.ReplayLines(newerRules{}, nil, said("rules 4"))
	require.NoError(t, err)
	for words, rules := range map[string]games.Rules{
		"rules 3": newerRules{}, "rules 4": classic.Rules{}, "rules 2": classic.Rules{},
	} {
		_, err = games.ReplayLines(rules, nil, said(words))
		require.ErrorIs(t, err, games.ErrEdition, words)
	}
	course, err := games.Begin(classic.Rules{}, nil)
	require.NoError(t, err)
	_, _, err = course.Apply(games.Action{At: at, Seat: 1, Move: games.Edition{N: 2}})
	require.ErrorAs(t, err, new(games.Illegal), "only the dealer may name the edition")
	for _, talk := range []string{"rules", "rules 0", "rules -1", "rules 01", "rules one", "rules 1 2",
		"rules 99999999999999999999"} {
		_, ok := games.ParseCommon(talk)
		require.False(t, ok, talk)
	}
	move, ok := games.ParseCommon(games.EditionOf(newerRules{}).String())
	require.True(t, ok)
	require.Equal(t, games.Edition{N: 4}, move)
}

// If a script needs another edition of the rules, the error names the line that asks for it.
func TestScriptOfOtherRulesIsRefused(t *testing.T) {
	script, err := games.ReadScript("x.game", "game classic\n\ndealer rules 7\n")
	require.NoError(t, err)
	replay, _, err := games.NewReplay([]games.Rules{classic.Rules{}}, script)
	require.NoError(t, err)
	_, err = replay.Play(script.Lines[0])
	require.ErrorContains(t, err, "x.game:3: the game uses rules that this version doesn't know: rules 7")
}
