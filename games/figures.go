package games

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Figures are what a simulation of a game counts (NOTATION.md, settable simulate).
type Figures struct {
	// Play plays n games and counts what happens in them. The same source gives
	// the same games.
	Play func(source *rand.Rand, players, n int, seen Counts) error
	// Means are the numbers: of each the mean, which is a share where only 0 and 1
	// were seen.
	Means []Figure
	// Shares are those of which it is told how often each value was seen.
	Shares []Figure
}

// A Figure is a number by its name among the Counts, with what it says.
type Figure struct{ Name, Words string }

// Counts keep, for each name, how often each whole number was seen: all that means,
// standard errors and distributions need, and sums of counts are exact.
type Counts map[string]map[int]int

// See counts a value once.
func (c Counts) See(name string, value int) { c.Often(name, value, 1) }

// Is counts what is so as 1, and what is not as 0.
func (c Counts) Is(name string, yes bool) {
	if yes {
		c.See(name, 1)
	} else {
		c.See(name, 0)
	}
}

// Often counts a value that was seen so many times.
func (c Counts) Often(name string, value, times int) {
	if c[name] == nil {
		c[name] = map[int]int{}
	}
	c[name][value] += times
}

func (c Counts) SeeAll(name string, times []int) {
	for value, n := range times {
		if n > 0 {
			c.Often(name, value, n)
		}
	}
}

// Add adds what others have counted.
func (c Counts) Add(other Counts) {
	for name, seen := range other {
		for value, n := range seen {
			c.Often(name, value, n)
		}
	}
}

// Mean gives the mean and its standard error, and how many were counted.
func (c Counts) Mean(name string) (mean, se float64, n int) {
	sum, squares := 0.0, 0.0
	for value, times := range c[name] {
		n += times
		sum += float64(value) * float64(times)
		squares += float64(value) * float64(value) * float64(times)
	}
	if n < 2 {
		return sum, math.Inf(1), n
	}
	mean = sum / float64(n)
	variance := (squares - sum*mean) / float64(n-1)
	return mean, math.Sqrt(max(0, variance) / float64(n)), n
}

// IsShare tells whether only 0 and 1 were seen.
func (c Counts) IsShare(name string) bool {
	for value := range c[name] {
		if value != 0 && value != 1 {
			return false
		}
	}
	return true
}

// A Trial is a game that is played for its figures: moves a second apart, and after
// each of them the cards that the dealer owes.
type Trial struct {
	Game   Game
	chance Chance
	hear   func(Step)
	at     time.Time
}

// NewTrial is a table of the usual options at which so many players have started. hear
// is told of every step from the start on; nil: nobody is.
func NewTrial(rules Rules, players int, chance Chance, hear func(Step)) (*Trial, error) {
	game, err := rules.Open(nil)
	if err != nil {
		return nil, err
	}
	t := TrialOf(game, chance, nil)
	for seat := range players {
		if err := t.Do(Seat(seat+1), Join{}); err != nil {
			return nil, err
		}
	}
	t.hear = hear
	return t, t.Do(1, Start{})
}

// TrialOf is a trial of a game as it stands.
func TrialOf(game Game, chance Chance, hear func(Step)) *Trial {
	return &Trial{Game: game, chance: chance, hear: hear}
}

// Do plays a move and everything the dealer owes then.
func (t *Trial) Do(seat Seat, move Move) error {
	t.at = t.at.Add(time.Second)
	if err := t.apply(seat, move); err != nil {
		return fmt.Errorf("seat %s says %s: %w", seat, move, err)
	}
	for owed, any := t.Game.Owed(); any; owed, any = t.Game.Owed() {
		drawn, err := t.chance.Draw(owed)
		if err != nil {
			return err
		}
		if err := t.apply(Dealer, Deal{Cards: drawn}); err != nil {
			return fmt.Errorf("the dealer deals: %w", err)
		}
	}
	return nil
}

func (t *Trial) apply(seat Seat, move Move) error {
	step, err := t.Game.Apply(Action{At: t.at, Seat: seat, Move: move})
	if err != nil {
		return err
	}
	t.Game = step.Game
	if t.hear != nil {
		t.hear(step)
	}
	return nil
}
