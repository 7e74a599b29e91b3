package english

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/words"
)

const ace, six, seven, eight, ten, queen, king = 0, 5, 6, 7, 9, 11, 12

// sentences returns the sentences that players read about the events.
func sentences(t *testing.T, events ...games.Event) (all []string) {
	t.Helper()
	catalogues, err := words.New(nil, []games.Kind{Game})
	require.NoError(t, err)
	name := func(s games.Seat) string { return map[games.Seat]string{1: "Ann", 2: "Bob", 3: "Cid"}[s] }
	for _, e := range games.MergeEvents(events) {
		if text := catalogues.In("en").Say(e.Say(), name); text != "" {
			all = append(all, text)
		}
	}
	return all
}

func parseCard(t *testing.T, code string) cards.Card {
	c, ok := cards.Parse(code)
	require.True(t, ok, code)
	return c
}

func lays(seat games.Seat, n, rank int) batch {
	e := cardsLaid{seat: seat, what: []games.Phrase{countOfRank(n, rank)}, complete: noRank}
	if n == full {
		e.complete = rank
	}
	return batch{e}
}

func draws(seat games.Seat, n int) batch {
	return batch{cardsDrawn{seats: []games.Seat{seat}, cards: [][]cards.Card{make([]cards.Card, n)}}}
}

// A setup has dozens of events, which are reported in one message.
func TestConsecutiveEventsAreReportedTogether(t *testing.T) {
	require.Equal(t, []string{
		"Ann lays down two queens. Bob lays down two aces. Ann draws two cards and Bob two.",
		"Ann turns the **ace of spades**. It joins Bob’s aces.",
		"The starter is the **six of spades**. Ann lays it down with one six. Ann draws one card.",
		"**Stalemate**: no card can match any more. One card is left in the pack. To go on, you must all make the same choice.",
		"Ann chooses `exchange` (1 of 2).",
	}, sentences(t,
		games.CardsLaid{},
		lays(1, 2, queen), lays(2, 2, ace), draws(1, 1), draws(1, 1), draws(2, 2),
		batch{starterTurned{1, parseCard(t, "AS")}}, batch{cardAdded{seat: 2, n: 3, card: parseCard(t, "AS")}},
		batch{starterTurned{games.Clock, parseCard(t, "6S")}}, lays(1, 1, six), draws(1, 1),
		stalemateBegan(1), choiceMade(1, Exchange, 1, 2),
	))
	require.Equal(t, []string{
		"The eight of spades completes Bob’s eights: **“set 8”**. Ann lays down two threes and two tens. Bob lays down " +
			"four kings: **“set king”**.",
	}, sentences(t, batch{cardAdded{seat: 2, n: 4, card: parseCard(t, "8S")}}, lays(1, 2, 2), lays(1, 2, ten),
		lays(2, 4, king)))

	var flood []games.Event
	for i := range 60 {
		flood = append(flood, lays(games.Seat(1+i%3), 2, six), batch{rankGathered(1, 4, seven, false)})
	}
	told := sentences(t, flood...)
	require.Less(t, len(told), 20)
	for _, text := range told {
		require.Less(t, len(text), 500, "on a phone, the picture must stay visible below the text")
	}
}
