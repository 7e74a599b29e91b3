package games_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
)

// newer are the rules of classic SET as some later version may have them.
type newer struct{ classic.Rules }

func (newer) Edition() int { return 4 }
func (newer) Oldest() int  { return 4 }

// A journal is replayed by the rules it was played by, or not at all.
func TestAJournalSaysByWhichRules(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	said := func(words string) []games.Said {
		return []games.Said{{At: at, Seat: games.Dealer, Words: words}, {At: at, Seat: 1, Words: "join"}}
	}
	for _, words := range []string{"rules 2", "rules 3"} {
		_, err := games.Replayed(classic.Rules{}, nil, said(words))
		require.NoError(t, err, words)
	}
	_, err := games.Replayed(newer{}, nil, said("rules 4"))
	require.NoError(t, err)
	for words, rules := range map[string]games.Rules{
		"rules 3": newer{}, "rules 4": classic.Rules{}, "rules 1": classic.Rules{},
	} {
		_, err = games.Replayed(rules, nil, said(words))
		require.ErrorIs(t, err, games.ErrEdition, words)
	}
	course, err := games.Begin(classic.Rules{}, nil)
	require.NoError(t, err)
	_, _, err = course.Apply(games.Action{At: at, Seat: 1, Move: games.Edition{N: 2}})
	require.ErrorAs(t, err, new(games.Illegal), "a player cannot say it")
	for _, talk := range []string{"rules", "rules 0", "rules -1", "rules 01", "rules one", "rules 1 2",
		"rules 99999999999999999999"} {
		_, ok := games.ParseCommon(talk)
		require.False(t, ok, talk)
	}
	move, ok := games.ParseCommon(games.EditionOf(newer{}).String())
	require.True(t, ok)
	require.Equal(t, games.Edition{N: 4}, move)
}

// A script of other rules says where it is wrong.
func TestAScriptOfOtherRulesIsRefused(t *testing.T) {
	script, err := games.ReadScript("x.game", "game classic\n\ndealer rules 7\n")
	require.NoError(t, err)
	replay, _, err := games.NewReplay([]games.Rules{classic.Rules{}}, script)
	require.NoError(t, err)
	_, err = replay.Play(script.Lines[0])
	require.ErrorContains(t, err, "x.game:3: the rules it was played by are not known here: rules 7")
}

// A table that was open when the rules changed is played to its end by the rules it began with: there
// one other player may kick somebody.
func TestAnOpenTableKeepsTheRulesItBeganWith(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	played := func(edition string) string {
		lines := []string{"1 join", "2 join", "3 join", "1 start", "2 away", "1 set a b c", "3 kick #2", "1 kick #2"}
		said := []games.Said{{At: at, Seat: games.Dealer, Words: edition}}
		var refused []string
		course, err := games.Replayed(classic.Rules{}, nil, said)
		require.NoError(t, err)
		for i, line := range append(lines, "3 kick #1") {
			seat, words, _ := strings.Cut(line, " ")
			n, _ := strconv.Atoi(seat)
			move, _ := classic.Rules{}.Parse(words)
			next, _, err := course.Apply(games.Action{At: at.Add(time.Duration(i) * time.Second), Seat: games.Seat(n), Move: move})
			if err != nil {
				refused = append(refused, line)
				continue
			}
			course = next
			for owed, any := course.Game.Owed(); any; owed, any = course.Game.Owed() {
				deal := games.Deal{Cards: owed.From.Cards()[:owed.Count]}
				course, _, err = course.Apply(games.Action{At: at, Seat: games.Dealer, Move: deal})
				require.NoError(t, err)
			}
		}
		return strings.Join(refused, ", ")
	}
	require.Equal(t, "3 kick #1", played("rules 3"))
	require.Empty(t, played("rules 2"))
}
