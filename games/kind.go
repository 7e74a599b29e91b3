package games

import (
	"io/fs"

	"settable/games/cards"
)

// A Kind is everything the program needs to know about one game: its rules, its sentences, its house player, and what
// its simulation counts. The package of each game exports its Kind as Game. To add a game, add a package and a line in
// games/every.
type Kind struct {
	Rules
	Words        fs.FS // the catalogues words/en.yaml and so on, with every sentence of the game
	Player       Player
	Figures      Figures
	Daily        *DailyDeal // how to play it as a daily deal; nil: not offered as one
	NextHand     string     // the words that begin another hand, if the game has no end of its own; else ""
	ShortOptions Options    // options for a game of a few minutes, for newcomers; nil: every game is short
}

// Find returns the rules with the given name. It returns false if no rules have that name.
func Find[R Rules](known []R, name string) (found R, is bool) {
	for _, r := range known {
		if r.Name() == name {
			return r, true
		}
	}
	return found, false
}

// A DailyDeal describes how a game is played as a daily deal: alone, once a day, with the same cards for everyone.
type DailyDeal struct {
	Options  Options
	Timed    bool // if two players have equally many sets, the faster one ranks higher
	Possible int  // how many sets there are to take
	// Fair reports whether the first cards make a good deal. The dealer redraws the cards until Fair returns true. A
	// nil Fair accepts all deals.
	Fair func([]cards.Card) bool
}
