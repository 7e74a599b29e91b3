package store

import (
	"time"

	"settable/games"
	"settable/store/ids"
)

// Standing is the ranking of a night. It is final once the night has ended, and then the results sum to zero. While a
// hand is played, the chips in its pot have no owner yet.
type Standing struct {
	Players []Result // the best first: by chips, then wins, then sets, then the order in which they came
	Hands   int      // played to their end
	Games   int      // the tables at which a game without chips was played to its end
	// Biggest is the most chips won in one hand, side pots included and returned bets left out; By is
	// the players who shared them.
	Biggest games.Chips
	By      []ids.User
}

// Result is how one player does in a night, at all its tables together.
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
	// Fastest is how long the player's fastest set had been visible; 0: unknown.
	Fastest time.Duration
	// Course is the value of Won after each hand of the night, including hands of other players, so the slices of all
	// players are equally long. It doesn't include bets since the last hand.
	Course []games.Chips
}
