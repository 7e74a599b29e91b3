package games_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

func TestFactsOfAPhrase(t *testing.T) {
	why := games.Say("cards.why", "feature", "colour")
	p := games.Say("classic.wrong", "who", games.Seat(2), "labels", games.Labels{"A", "B", "C"}, "why", why,
		"N", 3,
		"cards", []cards.Card{must(t, "2SRD"), must(t, "1TGQ")}, "after", 1500*time.Millisecond, "also",
		[]games.Seat{1, 2})
	require.Equal(t,
		`classic.wrong N=3 after=1.5s also=P,Q cards=2SRD,1TGQ labels=A,B,C who=Q why=(cards.why feature="colour")`,
		p.Facts(games.SeatLetter))
	require.True(t, games.Phrase{}.Silent())
	odd := []any{"who"}
	require.Panics(t, func() { games.Say("classic.wrong", odd...) }, "an arg without its value")
}

func must(t *testing.T, code string) cards.Card {
	c, ok := cards.Parse(code)
	require.True(t, ok)
	return c
}
