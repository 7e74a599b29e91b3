package store

import (
	"time"

	"settable/games"
)

// Standing is how a night stands: for good once it has ended, and then the
// results sum to zero. While a hand is played, what lies in its pot is
// nobody's yet.
type Standing struct {
	Players []Result // the best first: by chips, then wins, then sets; equal ones as they came
	Hands   int      // played to their end
	Games   int      // tables at which a game without chips was played to its end
	// Biggest is the most chips that were won in one hand, side pots included
	// and returned bets not; By is who shared them.
	Biggest games.Chips
	By      []PlayerID
}

// Result is how one player does in a night, at all its tables together.
type Result struct {
	Player PlayerID
	Bought games.Chips // from the balance
	Cashed games.Chips // to the balance
	Won    games.Chips // what the seats took in less what they paid, as ChipsWon counts it; lost where negative
	Best   games.Chips // the most that was won in one hand
	Hands  int64       // played to their end
	Pots   int64       // won or shared, side pots by themselves
	Wins   int64       // of games without chips, against others
	Sets   int64       // taken, in games that count them
	// Fastest is how long the fastest set of theirs had lain open; 0: there is none that is known.
	Fastest time.Duration
	// Course is Won as it was after each hand of the night, whoever played it: as long for
	// everybody. What has lain in a pot since then is in none.
	Course []games.Chips
}
