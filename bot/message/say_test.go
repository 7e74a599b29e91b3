package message

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

func called(s games.Seat) string {
	return map[games.Seat]string{1: "Ann", 2: "Bob", 3: "Cid", games.Clock: "Seat clock"}[s]
}

func codes(t testing.TB, list ...string) (all []cards.Card) {
	for _, code := range list {
		c, ok := cards.Parse(code)
		require.True(t, ok, code)
		all = append(all, c)
	}
	return all
}

func TestTheFurtherGamesHaveTheirSentences(t *testing.T) {
	for want, e := range map[string]games.OldEvent{
		"Ann draws a card and holds 7.": {Kind: games.Drew, Seat: 1, N: 7},
		"The deck is used up: 30 cards of the discard pile are shuffled into a new one.":                          {Kind: games.Reshuffle, N: 30},
		"Nobody sees a set: 6 new cards come to the table, and the old ones go back into the deck.":               {Kind: games.OldSwept, N: 6, Of: 2},
		"**Bob has no personal cards left and wins the hand: 1 point.** 20 win the game.":                         {Kind: games.WonHand, Seat: 2, N: 1, Of: 20},
		"Bob: **B 1 4** is not a set, two are red and one is green. That costs one more personal card.":           {Kind: games.OldWrong, Seat: 2, Labels: []string{"B", "1", "4"}, Why: "two are red and one is green", Cost: games.OneCard},
		"Bob: **B 1 4** is not a set, two are red and one is green. With nine personal cards that costs nothing.": {Kind: games.OldWrong, Seat: 2, Labels: []string{"B", "1", "4"}, Why: "two are red and one is green", Cost: games.FullHand},
		"Ann deals round 3 of 9.":                                                                                {Kind: games.Round, Seat: 1, N: 3, Of: 9},
		"Ann moves two solid red diamonds from pile 3 to pile 5.":                                                {Kind: games.Shifts, Seat: 1, Cards: codes(t, "2SRD"), Labels: []string{"3", "5"}},
		"Ann takes a move back, to pile 3: two solid red diamonds.":                                              {Kind: games.Undone, Seat: 1, N: 1, Cards: codes(t, "2SRD"), Labels: []string{"3"}},
		"Ann takes a set back: **1 5 9** lie there again.":                                                       {Kind: games.Undone, Seat: 1, N: 2, Cards: codes(t, "1SRV", "2SRV", "3SRV"), Labels: []string{"1", "5", "9"}},
		"Nothing lies under the top of pile 4.":                                                                  {Kind: games.Looked, Seat: 1, Labels: []string{"4"}},
		"Under the top of pile 4 lies one solid red oval.":                                                       {Kind: games.Looked, Seat: 1, Labels: []string{"4"}, Cards: codes(t, "1SRV")},
		"Under the top of pile 4 lie, from above: three open purple ovals, one solid red oval.":                  {Kind: games.Looked, Seat: 1, Labels: []string{"4"}, Cards: codes(t, "1SRV", "3NPV")},
		"The game is over, and not won: 19 sets made and 24 cards left.":                                         {Kind: games.Solo, N: 19, Of: 24},
		"**The game is over, and won**: 24 sets made and 9 cards left, by Ann.":                                  {Kind: games.Solo, N: 24, Of: 9, Seats: []games.Seat{1}},
		"**The game is over, and won**: 27 sets made and 0 cards left, with 2 moves taken back, by Ann and Bob.": {Kind: games.Solo, N: 27, Undos: 2, Seats: []games.Seat{1, 2}},
		"Ann and Bob hold the same pair of sixes: the four cards go back, and the pack is shuffled.":             {Kind: games.SamePair, Seats: []games.Seat{1, 2}, Rank: "6"},
		"Ann lays two queens.":                                                    {Kind: games.Lays, Seat: 1, N: 2, Rank: "queen"},
		"Ann turns the **ten of diamonds**.":                                      {Kind: games.Turned, Seat: 1, Cards: codes(t, "TD")},
		"The starter is the **ten of diamonds**.":                                 {Kind: games.Turned, Seat: games.Clock, Cards: codes(t, "TD")},
		"The eight of spades joins Bob’s eights.":                                 {Kind: games.Adds, Seat: 2, N: 3, Rank: "8", Cards: codes(t, "8S")},
		"Ann takes it with all eights: three eights.":                             {Kind: games.Gathers, Seat: 1, N: 3, Rank: "8"},
		"Ann takes all kings: most of them were in that hand.":                    {Kind: games.Gathers, Seat: 1, N: 4, Rank: "king", Why: "most of them were in that hand"},
		"Ann declares **“set 8”**.":                                               {Kind: games.Declared, Seat: 1, Rank: "8"},
		"Nobody can use it: under the pack.":                                      {Kind: games.Buried, Cards: codes(t, "TD")},
		"Ann and Bob hold eights equally: all go back, and the pack is shuffled.": {Kind: games.SentBack, Seats: []games.Seat{1, 2}, Rank: "8"},
		"**Stalemate**: no card left can match. The pack is used up. Agree on how to go on: all must choose the same.": {Kind: games.Stalemate},
		"Ann chooses `exchange` (1 of 2).":                                  {Kind: games.Chose, Seat: 1, Words: "exchange", N: 1, Of: 2},
		"Ann and Bob exchange cards, and each has a complete set.":          {Kind: games.Exchanged, Seats: []games.Seat{1, 2}},
		"Bob leaves the table: two cards go back into the pack.":            {Kind: games.Left, Seat: 2, N: 2},
		"Bob: **B 1 4** is not a set. That costs one more personal card.":   {Kind: games.OldWrong, Seat: 2, Labels: []string{"B", "1", "4"}, Cost: games.OneCard},
		"This hand does not count: nobody wins it.":                         {Kind: games.Voided, N: 3},
		"All hands go back, the pack of 17 is shuffled, and all draw anew.": {Kind: games.Reshuffled, N: 17},
		"The cards left in the hands do not count.":                         {Kind: games.Discounted},
		"The kings lie in several hands: they do not count.":                {Kind: games.Discounted, Rank: "king"},
	} {
		require.Equal(t, []string{want}, Tell([]games.OldEvent{e}, called))
	}
}

// A setup of English Sets is dozens of events: they are told in one breath.
func TestWhatFollowsFromEachOtherIsToldInOneBreath(t *testing.T) {
	told := Tell([]games.OldEvent{
		{Kind: games.Dealt, N: 8},
		{Kind: games.Lays, Seat: 1, N: 2, Rank: "queen"}, {Kind: games.Lays, Seat: 2, N: 2, Rank: "ace"},
		{Kind: games.Filled, Seat: 1, N: 1}, {Kind: games.Filled, Seat: 1, N: 1}, {Kind: games.Filled, Seat: 2, N: 2},
		{Kind: games.Turned, Seat: 1, Cards: codes(t, "AS")},
		{Kind: games.Adds, Seat: 2, N: 3, Rank: "ace", Cards: codes(t, "AS")},
		{Kind: games.Turned, Cards: codes(t, "6S")},
		{Kind: games.Lays, Seat: 1, N: 1, Rank: "6"},
		{Kind: games.Filled, Seat: 1, N: 1},
		{Kind: games.Stalemate, N: 1},
		{Kind: games.Chose, Seat: 1, Words: "exchange", N: 1, Of: 2},
	}, called)
	require.Equal(t, []string{
		"Ann lays two queens. Bob lays two aces. Ann draws two cards and Bob two.",
		"Ann turns the **ace of spades**. It joins Bob’s aces.",
		"The starter is the **six of spades**. Ann lays it with one six. Ann draws one card.",
		"**Stalemate**: no card left can match. One card is left in the pack. Agree on how to go on: all must choose the same.",
		"Ann chooses `exchange` (1 of 2).",
	}, told)

	require.Equal(t, []string{"The eight of spades completes Bob’s eights: **“set 8”**. Ann lays two threes and two tens. Bob lays four kings: **“set king”**."},
		Tell([]games.OldEvent{
			{Kind: games.Adds, Seat: 2, N: 4, Rank: "8", Cards: codes(t, "8S")}, {Kind: games.Declared, Seat: 2, Rank: "8"},
			{Kind: games.Lays, Seat: 1, N: 2, Rank: "3"}, {Kind: games.Lays, Seat: 1, N: 2, Rank: "10"},
			{Kind: games.Lays, Seat: 2, N: 4, Rank: "king"}, {Kind: games.Declared, Seat: 2, Rank: "king"},
		}, called))

	var flood []games.OldEvent
	for range 60 {
		flood = append(flood, games.OldEvent{Kind: games.Lays, Seat: 3, N: 2, Rank: "6"}, games.OldEvent{Kind: games.Declared, Seat: 1, Rank: "7"})
	}
	told = Tell(flood, called)
	require.Less(t, len(told), 15)
	for _, text := range told {
		require.Less(t, Size(text), paragraph)
	}
}
