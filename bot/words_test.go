package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

func TestEveryEventHasItsSentence(t *testing.T) {
	name := func(s games.Seat) string { return map[games.Seat]string{1: "Ann", 2: "Bob"}[s] }
	for want, e := range map[string]games.Event{
		"Ann sits down.":                                      {Kind: games.Joined, Seat: 1},
		"Ann starts the game.":                                {Kind: games.Started, Seat: 1},
		"There is no set: three more cards.":                  {Kind: games.More, N: 3},
		"Bob sees no set (1 of 2).":                           {Kind: games.None, Seat: 2, N: 1, Of: 2},
		"Ann calls set and has 10 s to name the three cards.": {Kind: games.Called, Seat: 1, N: 10},
		"Ann takes **B F K**, 4.2 s after the deal.":          {Kind: games.Took, Seat: 1, Labels: []string{"B", "F", "K"}, After: 4200 * time.Millisecond},
		"Bob: **A B C** is not a set, two are red and one is green. That costs a point.":     {Kind: games.Wrong, Seat: 2, Labels: []string{"A", "B", "C"}, Why: "two are red and one is green", Cost: games.Point},
		"Bob called set and named no cards in time. No more claims until the table changes.": {Kind: games.TooLate, Seat: 2, Cost: games.LockedOut},
		"The game is over. Ann and Bob share the win.":                                       {Kind: games.Over, Seats: []games.Seat{1, 2}},
		"The game is over. Nobody wins.":                                                     {Kind: games.Over},
		"The table is closed. Bob was ahead.":                                                {Kind: games.Closed, Seats: []games.Seat{2}},
		"Everybody was locked out, so everybody may claim again.":                            {Kind: games.Unlocked},
		"Bob leaves the table.":                                                              {Kind: games.Left, Seat: 2},
		"":                                                                                   {Kind: games.Dealt, N: 3}, // the picture says it
	} {
		require.Equal(t, want, say(e, name))
	}
}

func TestMarginsReadAsPeopleSayThem(t *testing.T) {
	require.Equal(t, "Bob was 0.21 s behind.", behind("Bob", 210*time.Millisecond))
	require.Equal(t, "Bob had the same set.", behind("Bob", -time.Millisecond))
	require.Equal(t, "4.2 s", seconds(4200*time.Millisecond))
	require.Equal(t, "3 min 5 s", seconds(185*time.Second))
	require.Equal(t, "2 h 1 min", seconds(121*time.Minute))
}

func TestSentencesAreNeverDroppedAndMessagesNeverTooLong(t *testing.T) {
	var all []string
	for range 60 {
		all = append(all, strings.Repeat("x", 90))
	}
	var told []string
	for rest := all; len(rest) > 0; {
		var now []string
		now, rest = fit(rest)
		require.NotEmpty(t, now)
		shown := latest(append(append([]string(nil), told...), now...), len(now))
		require.GreaterOrEqual(t, len(shown), len(now))
		require.LessOrEqual(t, len(strings.Join(shown, "\n> ")), sentencesSize+200)
		told = append(told, now...)
	}
	require.Equal(t, all, told)
	require.Len(t, latest([]string{"1", "2", "3", "4", "5", "6", "7"}, 1), kept)
	now, later := fit([]string{strings.Repeat("y", 2*sentencesSize), "z"})
	require.Len(t, now, 2, "a sentence without end is cut when it is told")
	require.Empty(t, later)
	require.Equal(t, sentenceSize-1, size(cut(now[0], sentenceSize)))
}

func TestPeriodsBeginWhenPeopleThinkTheyDo(t *testing.T) {
	friday := time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC)
	require.Equal(t, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), since("day", friday))
	require.Equal(t, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), since("week", friday))
	require.Equal(t, time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), since("month", friday))
	require.True(t, since("all", friday).IsZero())
	sunday := time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
	require.Equal(t, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), since("week", sunday), "a week ends with Sunday")
}

func TestSuggestionsNameCardsAndGiveNothingAway(t *testing.T) {
	cell := func(label, code string) games.Cell {
		c, ok := cards.Parse(code)
		require.True(t, ok)
		return games.Cell{Label: label, Kind: games.Face, Card: c}
	}
	v := games.View{
		Areas:  []games.Area{{Name: "table", Cells: []games.Cell{cell("A", "2SRD"), cell("B", "1TGQ"), cell("C", "3NPV"), cell("D", "1SRD")}}},
		Offers: []games.Offer{{Words: "set", Takes: games.Three}, {Words: "set"}, {Words: "none"}},
	}
	first := suggest(v, v.Offers, "set", "")
	require.Len(t, first, 4)
	require.Equal(t, "A: two solid red diamonds", first[0].Name)
	require.Equal(t, "a", first[0].Value)
	next := suggest(v, v.Offers, "set", "b ")
	require.Len(t, next, 3, "every other card, whether a set can be made or not")
	require.Equal(t, "b a", next[0].Value)
	whole := suggest(v, v.Offers, "set", "abd")
	require.Len(t, whole, 1)
	require.Equal(t, "a b d", whole[0].Value)
	require.Empty(t, suggest(v, v.Offers, "set", "x"))
	require.Empty(t, suggest(v, v.Offers, "none", ""))
}
