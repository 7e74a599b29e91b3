package store

import (
	"time"

	"settable/games"
	"settable/store/ids"
)

// Standing is the ranking of a night. Once the night has ended, the standing is final and its results sum to zero.
// While a hand is in play, the chips in its pot have no owner.
type Standing struct {
	Players []Result // the best first: by chips, then wins, then sets, then the order in which they joined
	Hands   int      // played to their end
	Games   int      // the tables at which a game without chips was played to its end
	// Biggest is the most chips won in one hand, including side pots but not returned bets. By lists the players who
	// shared them.
	Biggest games.Chips
	By      []ids.User
}

// Result is a player's result over all tables of a night.
type Result struct {
	Player ids.User
	Bought games.Chips // chips bought with the balance
	Cashed games.Chips // chips cashed out to the balance
	Won    games.Chips // what the seats took in less what they paid, as ChipsWon counts it; negative: lost
	Best   games.Chips // the most chips won in one hand
	Hands  int64       // played to their end
	Pots   int64       // pots won or shared; each side pot counts
	Wins   int64       // wins in games without chips, against others
	Sets   int64       // sets taken, in games that count them
	// Fastest is how long the player's fastest set had been visible, or 0 if unknown.
	Fastest time.Duration
	// Course is the value of Won after each hand of the night, without bets since the last hand. It includes hands of
	// other players, so the slices of all players have the same length.
	Course []games.Chips
}
