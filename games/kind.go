package games

import (
	"io/fs"

	"settable/games/cards"
)

// A Kind is everything the program needs for one game: its rules, its sentences, its house player, and what a
// simulation of it counts. Each game's package exports one as Game; a new game is a new package and a line in
// games/every.
type Kind struct {
	Rules
	Words        fs.FS // words/en.yaml and so on: every sentence of the game
	Player       Player
	Figures      Figures
	Daily        *DailyDeal // how it is played as a daily deal; nil: it isn't
	NextHand     string     // the words that begin one more hand, if the game has no end of its own; "": it has
	ShortOptions Options    // options for a game of a few minutes, for newcomers; nil: every game is short
}

// Find returns the rules with that name; false means that there are none.
func Find[R Rules](known []R, name string) (found R, is bool) {
	for _, r := range known {
		if r.Name() == name {
			return r, true
		}
	}
	return found, false
}

// A DailyDeal is how a game is played as a daily deal: alone, once a day, with the same cards for all.
type DailyDeal struct {
	Options Options
	Timed   bool // faster players rank higher among those with equally many sets
	// Fair reports whether the first cards make a good deal; cards are redrawn until they do. Nil accepts all.
	Fair func([]cards.Card) bool
}
