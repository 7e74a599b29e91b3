package classic

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

// About one in two thousand deals of twelve cards splits into four sets, so that all cards can be taken.
func TestCanTakeAll(t *testing.T) {
	require.True(t, canTakeAll(cards.ParseList("1SRD 2SRD 3SRD 1TGQ 2TGQ 3TGQ 1NPV 2NPV 3NPV 1SGQ 2SGQ 3SGQ")))
	require.False(t, canTakeAll(cards.ParseList("1SRD 2SRD 3SRD 3SGD 2NRV 2SGD 1SGQ 2NGQ 2TGD 2NRD 3TGD 3NPV")))
	luck, fair := games.Seeded(7), 0
	for range 20_000 {
		drawn, err := luck.Draw(games.Owed{Count: fullTable, From: cards.SETPack()})
		require.NoError(t, err)
		if canTakeAll(drawn) {
			fair++
		}
	}
	require.InDelta(t, 10, fair, 10, "one in two thousand")
	require.Positive(t, fair)
}

// counts returns the tallies of a finished daily deal.
func counts(sets, ms int64) []games.Tally {
	all := []games.Tally{{Seat: 1, Count: games.DailyGames, N: 1}}
	if sets > 0 {
		all = append(all, games.Tally{Seat: 1, Count: games.DailySets, N: sets},
			games.Tally{Seat: 1, Count: games.DailyTime, N: ms})
	}
	return all
}

// A daily deal is counted only after it is over, and only in the statistics of daily deals. Its time ends with the last
// set, and each wrong claim adds ten seconds.
func TestDailyDealIsCountedWhenOver(t *testing.T) {
	at := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		lines []string // a second apart; the first three begin and deal
		want  []games.Tally
	}{
		{"all four", []string{"set 1SRD 2SRD 3SRD", "set 1TGQ 2TGQ 3TGQ", "set 1SGQ 2SGQ 3SGQ",
			"set 1NPV 2NPV 3NPV"},
			counts(4, 4_000)},
		{"a slip", []string{"set 1SRD 2SRD 3SRD", "set 1TGQ 2TGQ 1NPV", "dealer end"},
			counts(1, 11_000)},
		{"nothing", []string{"set 1TGQ 2TGQ 1NPV", "dealer end"}, counts(0, 0)},
		{"away", []string{"clock away 60", "set 1SRD 2SRD 3SRD", "dealer end"},
			counts(1, 2_000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			course, err := games.Begin(Rules{}, Game.Daily.Options)
			require.NoError(t, err)
			var counted []games.Tally
			for i, words := range append([]string{"dealer daily 2026-11-24", "join", "start",
				"dealer deal 1SRD 2SRD 3SRD 1TGQ 2TGQ 3TGQ 1NPV 2NPV 3NPV 1SGQ 2SGQ 3SGQ"}, c.lines...) {
				said := games.Line{At: at.Add(time.Duration(i) * time.Second), Seat: 1, Words: words}
				for who, seat := range map[string]games.Seat{"dealer ": games.Dealer, "clock ": games.Clock} {
					if len(words) > len(who) && words[:len(who)] == who {
						said.Seat, said.Words = seat, words[len(who):]
					}
				}
				if c.name == "away" && i > 4 {
					said.At = said.At.Add(time.Minute)
				}
				var step games.Step
				course, step, err = course.Play(Rules{}, i+1, said)
				require.NoError(t, err)
				counted = append(counted, step.Tallies...)
			}
			require.Equal(t, c.want, counted)
		})
	}
}

// Only the dealer can make a table a daily deal, and only before anyone sits down.
func TestDailyDealMustBeSetFirst(t *testing.T) {
	course, err := games.Begin(Rules{}, nil)
	require.NoError(t, err)
	move := games.Daily{Day: games.DayOf(time.Date(2026, 11, 24, 23, 59, 59, 0, time.FixedZone("", 3600)))}
	require.Equal(t, "daily 2026-11-24", move.String())
	parsed, ok := Rules{}.Parse(move.String())
	require.True(t, ok)
	require.Equal(t, move, parsed)
	_, _, err = course.Apply(games.Action{At: time.Now(), Seat: 1, Move: move})
	require.ErrorAs(t, err, new(games.Illegal))
	sat, _, err := course.Apply(games.Action{At: time.Now(), Seat: 1, Move: games.Join{}})
	require.NoError(t, err)
	_, _, err = sat.Apply(games.Action{At: time.Now(), Seat: games.Dealer, Move: move})
	require.ErrorAs(t, err, new(games.Illegal))
	for _, talk := range []string{"daily", "daily deal", "daily 2026-11-31", "daily 24", "daily 1969-12-31"} {
		_, ok := Rules{}.Parse(talk)
		require.False(t, ok, talk)
	}
}
