package games_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

func TestEveryEventOfSeveralGamesHasItsSentence(t *testing.T) {
	catalogues, err := words.New(nil, nil)
	require.NoError(t, err)
	name := func(s games.Seat) string { return map[games.Seat]string{1: "Ann", 2: "Bob"}[s] }
	why := games.Say("games.why.are", "two", games.Say("games.colour.red"), "one",
		games.Say("games.colour.green"))
	for want, e := range map[string]games.Event{
		"Ann sits down.":            games.NewEvent("games.joined", "who", games.Seat(1)),
		"Ann starts the game.":      games.Began(1),
		"Bob sees no set (1 of 2).": games.SeesNone(2, 1, 2),
		"Ann takes **B F K**, 4.2 s after the deal.": games.SetTaken{
			Seat: 1, At: games.Labels{"B", "F", "K"}, After: 4200 * time.Millisecond},
		"Bob: **A B C** isn't a set, because two are red and one is green. The game is over.": games.NotASet{
			Seat: 2, At: games.Labels{"A", "B", "C"}, Why: why, Cost: games.Say("games.over"),
		},
		"The game is over. Ann and Bob share the win.": games.Ended([]games.Seat{1, 2}, false),
		"The game is over. Nobody wins.":               games.Ended(nil, false),
		"The table is closed. Bob was ahead.":          games.TableClosed(2),
		"Bob leaves the table.":                        games.NewEvent("games.left", "who", games.Seat(2)),
		"":                                             games.CardsLaid{}, // the picture shows it
	} {
		require.Equal(t, want, catalogues.In("en").Say(e.Say(), name))
	}
}
