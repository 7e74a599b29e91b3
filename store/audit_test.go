package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// Journals that ended before highlights were counted pass the audit; later ones must have the counts.
func TestHighlightsAgree(t *testing.T) {
	sets := games.Tally{Seat: 1, Count: games.Sets, N: 1}
	fast := games.Tally{Seat: 1, Count: games.Fastest, N: 1200}
	slow := games.Tally{Seat: 1, Count: games.Fastest, N: 1300}
	streak := games.Tally{Seat: 1, Count: games.Streak, N: 3}
	rules := []games.Tally{sets, fast, streak}
	require.True(t, agree(rules, rules))
	require.True(t, agree(rules, []games.Tally{sets}), "from the time before")
	require.False(t, agree(rules, []games.Tally{sets, slow, streak}))
	require.False(t, agree(rules, []games.Tally{sets, fast}))
	require.False(t, agree(rules, []games.Tally{fast, streak}))
	require.False(t, agree([]games.Tally{sets}, []games.Tally{sets, fast}))
}

// Journals with house players that ended before practice was counted pass the audit too.
func TestPracticeAgrees(t *testing.T) {
	sets := games.Tally{Seat: 1, Count: games.Sets.InPractice(), N: 1}
	won := games.Tally{Seat: 1, Count: games.Wins.InPractice(), N: 1}
	require.True(t, agree([]games.Tally{sets}, nil), "from the time before")
	require.True(t, agree([]games.Tally{sets, won}, []games.Tally{sets, won}))
	require.False(t, agree([]games.Tally{sets, won}, []games.Tally{sets}))
	require.False(t, agree(nil, []games.Tally{won}))
}
