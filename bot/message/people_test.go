package message

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/every"
	"settable/render/words"
)

// finishedGame returns a finished game of classic with these scores, won by the players with the most points.
func finishedGame(points ...int) Scene {
	v := games.View{Game: "classic", Phase: games.Finished}
	most := 0
	for _, n := range points {
		most = max(most, n)
	}
	for i, n := range points {
		v.Seats = append(v.Seats, games.SeatView{Seat: games.Seat(i + 1), Score: n, Winner: n == most})
	}
	name := func(s games.Seat) string { return []string{"Ann", "Bob", "Cid", "Dora"}[s-1] }
	return Scene{View: v, Manual: classic.Rules{}.Manual(), Name: name, Lang: english}
}

func TestPlacesAtTheEnd(t *testing.T) {
	require.Equal(t, "1. `R` Cid **9** 🏆 · 2. `P` Ann **4** · 2. `Q` Bob **4** · 4. `S` Dora **-1**",
		finishedGame(4, 4, 9, -1).people())
	require.Equal(t, "1. `P` Ann **4** 🏆 · 1. `R` Cid **4** 🏆 · 3. `Q` Bob **2**", finishedGame(4, 2, 4).people())
	require.Equal(t, "`P` Ann **4** 🏆 · `Q` Bob **4** 🏆", finishedGame(4, 4).people(), "no ranks if everyone has won")
	require.Equal(t, "`P` Ann **4** 🏆", finishedGame(4).people(), "no ranks for a single player")
}

// Numbers are formatted for the table's language, as in the picture.
func TestNumbersUseTheFormatOfTheLanguage(t *testing.T) {
	catalogues, err := words.New(nil, every.Game, Words)
	require.NoError(t, err)
	for locale, want := range map[string]string{
		"en": "`P` Ann **1,234** (bet 1,000) · `Q` Bob **12,000**",
		"de": "`P` Ann **1.234** (setzt 1.000) · `Q` Bob **12.000**",
	} {
		s := finishedGame(0, 0)
		s.View.Phase, s.Lang = games.Playing, catalogues.In(locale)
		s.View.Seats[0].Chips, s.View.Seats[0].Bet, s.View.Seats[1].Chips = 1234, 1000, 12_000
		s.View.Seats[0].Winner, s.View.Seats[1].Winner = false, false
		require.Equal(t, want, s.people())
		s.View.Seats[1].CashedOut = 12_000
		require.Contains(t, s.people(), want[strings.Index(want, "Bob"):])
		s.View.Seats = s.View.Seats[:1]
		s.View.Seats[0] = games.SeatView{Seat: 1, Score: 1234}
		require.Equal(t, want[:strings.Index(want, "** ")+2], s.people())
	}
}

// A player who won because the others left isn't ranked above players with more points.
func TestNoPlacesAfterAForfeit(t *testing.T) {
	s := finishedGame(9, 4)
	s.View.Seats[0].Winner, s.View.Seats[1].Winner, s.View.Seats[0].HasLeft = false, true, true
	require.Equal(t, "`P` Ann **9** (left) · `Q` Bob **4** 🏆", s.people())
}

func TestHighlightsBelowTheHeading(t *testing.T) {
	s := finishedGame(4, 2)
	require.NotContains(t, s.head(), "\n")
	s.View.Highlights = []games.Highlight{
		{Phrase: games.Say("games.highlights.fastest", "who", []games.Seat{1, 2}, "after", 1200*time.Millisecond)},
		games.StreakHighlight([]games.Seat{1}, 3),
		{Phrase: games.Say("games.highlights.unseen", "N", 1, "longest", 65*time.Second)},
	}
	require.Contains(t, s.head(), "\n-# Fastest set: Ann and Bob. The set was on the table for 1.2 s. "+
		"Longest streak: Ann, 3 sets in a row. Everyone missed one set, which was there for 1 min 5 s.")
}
