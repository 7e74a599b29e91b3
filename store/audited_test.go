package store

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/poker"
)

var eight = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

// newJournal plays the given lines by the rules and returns a table with the journal that results.
func newJournal(t *testing.T, rules games.Rules, said ...games.Line) *audited {
	t.Helper()
	a := &audited{Table: Table{ID: 3, Guild: 7}}
	course, err := games.Begin(rules, nil)
	require.NoError(t, err)
	first := games.Line{Seat: games.Dealer, Words: games.EditionOf(rules).String()}
	for i, s := range append([]games.Line{first}, said...) {
		s.At = eight.Add(time.Duration(i) * time.Second)
		var step games.Step
		course, step, err = course.Play(rules, i+1, s)
		require.NoError(t, err, s.Words)
		a.played = append(a.played, Played{
			Line:    Line{N: i + 1, At: s.At, Seat: s.Seat, Words: s.Words},
			Tallies: step.Tallies, Transfers: step.Transfers,
		})
	}
	return a
}

var joined = []games.Line{{Seat: 1, Words: "join"}, {Seat: 2, Words: "join"}}

// findings audits a table with the given chips in its accounts and returns the findings.
func (a *audited) findings(t *testing.T, rules games.Rules, ledger map[games.Account]games.Chips) (found []string) {
	t.Helper()
	a.found = nil
	game, err := a.replay(rules)
	require.NoError(t, err)
	a.compare(game.View(games.Watcher), ledger)
	a.checkSleep(game)
	for _, f := range a.found {
		require.EqualValues(t, 7, f.Guild)
		require.EqualValues(t, 3, f.Table)
		found = append(found, f.Says+": "+f.Where)
	}
	return found
}

// An audit compares a journal with the stored transfers and counts of its lines, and with the table's time of closing.
// The dealer's last line may return chips although the game moved none.
func TestJournalMatchesTheLedger(t *testing.T) {
	ledger := map[games.Account]games.Chips{1: 20, 2: 20}
	open := func() *audited { return newJournal(t, poker.Rules{}, joined...) }
	require.Empty(t, open().findings(t, poker.Rules{}, ledger))
	a := open()
	a.played[1].Transfers = []games.Transfer{{From: games.Balance(1), To: 1, Amount: 19}}
	require.Len(t, a.findings(t, poker.Rules{}, ledger), 1)
	require.Contains(t, a.findings(t, poker.Rules{}, ledger)[0], "a line's transfers differ: line 2: ")
	a = open()
	a.played[2].Tallies = []games.Tally{{Seat: 1, Count: games.Hands, N: 1}}
	require.Contains(t, a.findings(t, poker.Rules{}, ledger)[0], "a line's tallies differ: line 3: ")
	require.Equal(t, []string{
		"the game and the ledger differ: after line 3: seat 1 has 20 in the game, but 0 in the ledger",
		"the game and the ledger differ: after line 3: seat 2 has 20 in the game, but 0 in the ledger",
	}, open().findings(t, poker.Rules{}, nil))

	end := games.Line{Seat: games.Dealer, Words: "end"}
	shut := func() *audited { return newJournal(t, poker.Rules{}, append(joined[:2:2], end)...) }
	a = shut()
	a.Closed = a.played[3].Line.At
	a.played[3].Transfers = nil
	require.Empty(t, a.findings(t, poker.Rules{}, ledger), "the ledger returned the chips")
	a.Closed = a.Closed.Add(1)
	require.Len(t, a.findings(t, poker.Rules{}, ledger), 1)
	require.Contains(t, a.findings(t, poker.Rules{}, ledger)[0], "a table wasn't closed when its game ended: closed at "+
		"2026-11-20T20:00:03.000000001Z, but its last line 4 is of 2026-11-20T20:00:03Z")
	a = shut()
	a.played[3].Transfers = nil
	require.Len(t, a.findings(t, poker.Rules{}, ledger), 3, "an open table must match its game")
	a = open()
	a.Closed = eight.Add(time.Hour)
	require.Empty(t, a.findings(t, poker.Rules{}, ledger), "closed without a line, like a table whose channel was deleted")
	a.Options = games.Options{"joker": "1"}
	_, err := a.replay(poker.Rules{})
	require.ErrorContains(t, err, "open poker: ")
	require.Equal(t, map[string]int64{"hands of seat 1": 3}, sumTallies([]games.Tally{
		{Seat: 1, Count: games.Hands, N: 1}, {Seat: 1, Count: games.Hands, N: 2},
	}))
}

// An open table falls asleep at the line after which no player is present. If the line where the table fell asleep or
// woke isn't among the compared lines, the audit accepts either state.
func TestSleepingTableIsAudited(t *testing.T) {
	awake := func() *audited { return newJournal(t, classic.Rules{}, joined...) }
	none := map[games.Account]games.Chips{}
	for asleep, finds := range map[int]int{0: 0, 1: 1, 3: 1, 4: 0} {
		a := awake()
		a.Asleep = asleep
		require.Len(t, a.findings(t, classic.Rules{}, none), finds, "since line %d", asleep)
		a.Closed = eight
		require.Empty(t, a.findings(t, classic.Rules{}, none), "closed")
	}
	away := append(joined[:2:2], games.Line{Seat: 1, Words: "away"}, games.Line{Seat: 2, Words: "away"})
	for asleep, finds := range map[int]int{0: 1, 2: 1, 5: 0, 6: 0} {
		a := newJournal(t, classic.Rules{}, away...)
		a.Asleep = asleep
		found := a.findings(t, classic.Rules{}, none)
		require.Len(t, found, finds, "since line %d", asleep)
		if finds > 0 {
			require.Contains(t, found[0], "a table's sleep state differs from its journal: asleep since line ")
		}
	}
}

// The link of a compacted game must equal a recorded one, as in TestLinksAreStable.
func TestCompactedLinkIsStable(t *testing.T) {
	line, moved := bet()
	h := NewChain(secret).Compacted(Hash{1}, Hash{2}, Played{Line: line, Transfers: moved,
		Tallies: []games.Tally{{Seat: 2, Count: games.Hands, N: 3}}})
	require.Equal(t, "01a35221557287c144f497d4718e7aba", hex.EncodeToString(h[:]))
}

// An audit compares the counts of practice games like all others, and doesn't mix them up with those of real games.
func TestPracticeIsAudited(t *testing.T) {
	won := games.Tally{Seat: 1, Count: games.Wins, N: 1}
	practised := games.Tally{Seat: 1, Count: games.Wins.InPractice(), N: 1}
	ledger := map[games.Account]games.Chips{1: 20, 2: 20}
	for _, written := range []games.Tally{won, practised} {
		a := newJournal(t, poker.Rules{}, joined...)
		a.played[2].Tallies = []games.Tally{written}
		require.Contains(t, a.findings(t, poker.Rules{}, ledger)[0], "a line's tallies differ: line 3: ")
	}
	require.NotEqual(t, sumTallies([]games.Tally{won}), sumTallies([]games.Tally{practised}))
	require.Equal(t, map[string]int64{"practice.wins of seat 1": 2}, sumTallies([]games.Tally{practised, practised}))
}
