package message

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
)

// ended is a finished game of classic with these points, which the most have won.
func ended(points ...int) Scene {
	v := games.View{Game: "classic", Phase: games.Finished}
	most := 0
	for _, n := range points {
		most = max(most, n)
	}
	for i, n := range points {
		v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Score: n, Winner: n == most})
	}
	name := func(s games.Seat) string { return []string{"Ann", "Bob", "Cid", "Dora"}[s-1] }
	return Scene{View: v, Manual: classic.Rules{}.Manual(), Name: name, Lang: spoken}
}

func TestPlacesAtTheEnd(t *testing.T) {
	require.Equal(t, "1. `R` Cid **9** 🏆 · 2. `P` Ann **4** · 2. `Q` Bob **4** · 4. `S` Dora **-1**",
		ended(4, 4, 9, -1).people())
	require.Equal(t, "1. `P` Ann **4** 🏆 · 1. `R` Cid **4** 🏆 · 3. `Q` Bob **2**", ended(4, 2, 4).people())
	require.Equal(t, "`P` Ann **4** 🏆 · `Q` Bob **4** 🏆", ended(4, 4).people(), "where all have won")
	require.Equal(t, "`P` Ann **4** 🏆", ended(4).people(), "alone there are no places")
}

// Who won because the others left is not told to have a better place than who had more.
func TestNoPlacesAfterAForfeit(t *testing.T) {
	s := ended(9, 4)
	s.View.Seats[0].Winner, s.View.Seats[1].Winner, s.View.Seats[0].Left = false, true, true
	require.Equal(t, "`P` Ann **9** (left) · `Q` Bob **4** 🏆", s.people())
}

func TestHighlightsBelowTheHeading(t *testing.T) {
	s := ended(4, 2)
	require.NotContains(t, s.Post(ID.String).Head, "\n")
	s.View.Highlights = []games.Phrase{
		games.Say("games.highlights.fastest", "who", []games.Seat{1, 2}, "after", 1200*time.Millisecond),
		games.Say("games.highlights.streak", "who", []games.Seat{1}, "N", 3),
		games.Say("games.highlights.unseen", "N", 1, "longest", 65*time.Second),
	}
	require.Contains(t, s.Post(ID.String).Head, "\n-# Fastest set: Ann and Bob, 1.2 s. "+
		"Longest streak: Ann, 3 sets in a row. Unseen: one set, for 1 min 5 s.")
}
